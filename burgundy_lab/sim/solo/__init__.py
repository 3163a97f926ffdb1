"""The Solo board: only what differs from the board game."""
