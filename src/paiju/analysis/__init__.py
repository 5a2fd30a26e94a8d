"""What can be read from a hand: distances to a win, waits, useful tiles, values, danger."""
