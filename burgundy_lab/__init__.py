"""Burgundy Lab: analytics and simulation for The Castles of Burgundy."""
