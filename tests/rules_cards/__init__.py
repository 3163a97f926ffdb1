"""Tests of the card game, one file for each section of its rules."""
