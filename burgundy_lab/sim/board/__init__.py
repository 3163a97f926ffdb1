"""The Castles of Burgundy, the board game for 2 to 4 players."""
