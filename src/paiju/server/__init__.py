"""Tables over the network: rooms, clocks, identity and the store. Imports views and tellers, never a table's insides."""
