"""Rule tests: one file for each section of the rules map (docs/rules-map.md)."""
