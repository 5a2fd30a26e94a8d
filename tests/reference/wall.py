"""The wall: which tiles are left and where the next one is taken; knows nothing of hands."""


class Wall:
    """Tiles in drawing order; stack k holds places 2k (upper) and 2k + 1 (lower) (G-1)."""

    def __init__(self, tiles):
        self.tiles = list(tiles)
        self.gone = [False] * len(tiles)
        self.aside = None  # the place of a treasure set aside: not drawable, but still lying there (CC-26, BC-6)

    def stacks_from_tail(self):
        """Stack numbers, the last one first."""
        return range(len(self.tiles) // 2 - 1, -1, -1)

    def drawable_places(self):
        """In drawing order from the front, one after another."""
        return (p for p in range(len(self.tiles)) if not self.gone[p] and p != self.aside)

    def drawable(self):
        return self.left() - (self.aside is not None)

    def left(self):
        """CC-35: tiles in the wall plus one for a treasure aside."""
        return self.gone.count(False)

    def take(self, place):
        """The tile of one place, now drawn."""
        self.gone[place] = True
        return self.tiles[place]

    def take_front(self):
        return self.take(next(self.drawable_places()))

    def tail_place(self):
        """G-1: the upper tile of the last stack, then its lower, then the stack before it; empty places are skipped."""
        for stack in self.stacks_from_tail():
            for place in (2 * stack, 2 * stack + 1):
                if not self.gone[place] and place != self.aside:
                    return place
        return None

    def take_tail(self):
        return self.take(self.tail_place())

    def take_by_die(self, die):
        """CS-19: the n-th stack from the tail that still has a tile, its upper tile, else the lower."""
        standing = [s for s in self.stacks_from_tail() if not (self.gone[2 * s] and self.gone[2 * s + 1])]
        stack = standing[die - 1] if die <= len(standing) else standing[0]  # CS-22: else the tail-most
        return self.take(2 * stack + 1 if self.gone[2 * stack] else 2 * stack)

    def full_stacks_from_tail(self):
        """CC-24: stacks of which neither tile is drawn; a treasure aside counts as lying there."""
        return [s for s in self.stacks_from_tail() if not self.gone[2 * s] and not self.gone[2 * s + 1]]
