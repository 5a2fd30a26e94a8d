"""Where the wall stands on the table: whose wall is broken, and on which stack a tile of the drawing order lies (CC-2, BC-3)."""


def opening_place(dealer: int, dice: tuple[int, ...], wall_size: int) -> tuple[int, int, int]:
    """(breaker, wall, stack): who rolled the second time, and from which stack (from 1, clockwise) of whose wall is drawn first.

    Dice as rolled: the dealer's two, then the breaker's two. The first sum, counted counter-clockwise from the dealer, finds the
    wall; both sums together the stack after which drawing starts; past the wall's end the count runs on into the previous
    seat's wall.

    >>> opening_place(0, (4, 4, 3, 4), 136)  # 8, then 7: stack 15, so the dealer takes stacks 16 and 17 of the previous seat
    (3, 3, 16)
    """
    stacks = wall_size // 8
    breaker = (dealer + dice[0] + dice[1] - 1) % 4
    after = sum(dice)
    return breaker, (breaker - after // stacks) % 4, after % stacks + 1


def place_of(index: int, wall: int, stack: int, wall_size: int) -> tuple[int, int, int]:
    """(wall, stack, layer) of the index-th tile of the drawing order; layer 0 is the upper tile (G-1).

    >>> place_of(0, 3, 16, 136), place_of(5, 3, 16, 136)
    ((3, 16, 0), (2, 1, 1))
    """
    stacks = wall_size // 8
    at = stack - 1 + index // 2
    return (wall - at // stacks) % 4, at % stacks + 1, index % 2
