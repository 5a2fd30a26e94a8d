"""Comparing bots on the same walls: what is played, what is counted, what it shows."""
