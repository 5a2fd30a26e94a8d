"""What a hand is worth: what wins bring, and what can be expected of the draws and claims to come; compiled."""
