"""Tests of the Solo rules, one file for each section of docs/rules-map-solo.md."""
