"""Properties, twins, statistics and modes of the card game."""
