"""What can be read from a hand: how far it is from a win, which tiles help, what each discard leaves, what waits are worth."""
