"""How far a hand is from a win: numbers in, numbers out; compiled."""
