"""House rules: every option of the three games with its default and its allowed values; the presets."""

BOOL = (False, True)
NUMBER = "a number above or equal to 0"
POSITIVE = "a number above 0"

COMMON = {
    "kong_after_claim": (False, BOOL),  # G-4
    "match_length": (8, None),  # G-10, no matter inside one hand
    "reseat_each_round": (False, BOOL),  # G-10, no matter inside one hand
}

CHANGCHUN = {
    "dealer_on_draw": ("stay", ("stay", "pass")),  # CC-5
    "seven_pairs": (False, BOOL),  # CC-7
    "missing_suit_allowed": (False, BOOL),  # CC-7
    "wind_pair_waives_pung": (False, BOOL),  # CC-8
    "all_pungs_waives_suits": (False, BOOL),  # CC-16
    "closed_wait_includes": (["middle"], ["middle", "edge", "single", "only_wait"]),  # CC-17
    "closed_wait_must_be_only_wait": (False, BOOL),  # CC-17
    "last_single_counts_concealed_kongs": (False, BOOL),  # CC-18
    "last_single_tile": ("forbidden", ("forbidden", "allowed")),  # CC-18
    "special_kong_keeps_standing": (False, BOOL),  # CC-19
    "must_declare_to_win": (False, BOOL),  # CC-21
    "treasure_reveal": ("next_turn", ("next_turn", "at_once")),  # CC-24
    "matched_treasure_bonus": (0, (0, 1)),  # CC-32
    "reserve": ("seven_growing", ("seven_growing", "seven", "none")),  # CC-35
    "reserve_counts_special_kongs": (False, BOOL),  # CC-35
    "final_four": (False, BOOL),  # CC-35
    "winds_kong_size": (4, (4, 3)),  # CC-38
    "special_kong_window": ("first_turn", ("first_turn", "dealt", "any_turn")),  # CC-40
    "bamboo_one_is_wild": (False, BOOL),  # CC-44
    "kong_dealer_double": (False, BOOL),  # CC-46
    "ladder": ("1", ("1", "135", "250", "50")),  # CC-52
    "discard_pays": ("three", ("three", "discarder_all", "discarder_all_if_not_ready")),  # CC-55
    "passed_win_lock": ("none", ("none", "same_turn")),  # CC-59
}

BAICHENG = {
    "match_length": (4, None),  # BC-2
    "dealer_on_draw": ("stay", ("stay", "pass")),  # BC-4
    "treasure_changes_when_three_visible": (False, BOOL),  # BC-7
    "treasure_pung_is_kong": (True, (True, "melded_only", False)),  # BC-8
    "treasure_in_treasure_only_wait": (True, BOOL),  # BC-9
    "treasure_stacks_with_self_draw": (False, BOOL),  # BC-10
    "closed_wait_must_be_only_wait": (False, BOOL),  # BC-14
    "two_headed_single_counts": (False, BOOL),  # BC-14
    "dragon_chow": (False, BOOL),  # BC-15
    "bamboo_123_in_all_pungs": (False, BOOL),  # BC-16
    "pung_required": (False, BOOL),  # BC-17
    "closed_loser_pays": (True, BOOL),  # BC-18
    "fourth_dragon_forces": (True, BOOL),  # BC-19
    "special_kong_any_turn": (True, BOOL),  # BC-20
    "base": (1, POSITIVE),  # BC-26
    "discard_pays": ("three", ("three", "discarder_all")),  # BC-26
    "cap": ("none", ("none", 128, 256)),  # BC-28
    "kong_unit": (5, (5, 3)),  # BC-29
}

CHANGSHA = {
    "opening": ("ends_hand", ("ends_hand", "continues", "off")),  # CS-2
    # CS-2 "each of the four has a switch", named after the fan's id.
    "opening_four_of_a_kind": (True, BOOL),
    "opening_no_258": (True, BOOL),
    "opening_missing_suit": (True, BOOL),
    "opening_two_triplets": (True, BOOL),
    "luxury_weights": ([2, 3, 4], NUMBER),  # CS-16
    "moment_requires_258": (True, BOOL),  # CS-11
    "robbing_plain_kong_is_big": (True, BOOL),  # CS-27
    "kong_dice": (1, (1, 2)),  # CS-19
    "kong_points": (0, NUMBER),  # CS-28
    "passed_win_lock": ("same_tile", ("same_tile", "any_tile", "none")),  # CS-44
    "dealer_extra_per_big": (True, BOOL),  # CS-36
    "price_table": ("text", ("text", "classic")),  # CS-36
    "base": (1, POSITIVE),  # CS-36
    "birds": (1, (0, 1, 2, 4, 6)),  # CS-39
    "bird_effect": ("double", ("double", "linear", "points")),  # CS-39
    "bird_from": ("dealer", ("dealer", "winner")),  # CS-40
    "escape_grace_seconds": (60, NUMBER),  # CS-48, no matter inside one hand
}

OPTIONS = {
    "changchun": COMMON | CHANGCHUN,
    "baicheng": COMMON | BAICHENG,
    "changsha": COMMON | CHANGSHA,
}

PRESETS = {
    "changchun": {
        "text": {},
        "mil2024": {
            "closed_wait_includes": ["middle", "edge", "single", "only_wait"],
            "reserve": "seven",
            "final_four": True,
            "winds_kong_size": 3,
            "bamboo_one_is_wild": True,
            "seven_pairs": True,
            "discard_pays": "discarder_all_if_not_ready",
            "matched_treasure_bonus": 1,
            "passed_win_lock": "same_turn",
        },
    },
    "baicheng": {
        "text": {},
        "app": {"treasure_changes_when_three_visible": True, "cap": 256, "fourth_dragon_forces": False},
    },
    "changsha": {
        "text": {},
        "classic": {
            "opening": "continues",
            "price_table": "classic",
            "birds": 2,
            "kong_dice": 2,
            "moment_requires_258": False,
            "robbing_plain_kong_is_big": False,
        },
    },
}


def complete(variant, options=None, preset="text"):
    """Every option of the game with its value: default, then preset, then what is given. ValueError with the name."""
    rules = {name: default for name, (default, _) in OPTIONS[variant].items()}
    if preset not in PRESETS[variant]:
        raise ValueError(f"{variant} has no preset {preset!r}")
    rules.update(PRESETS[variant][preset])
    for name, value in (options or {}).items():
        check(variant, name, value)
        rules[name] = list(value) if isinstance(value, (list, tuple)) else value
    return rules


def check(variant, name, value):
    """ValueError when the game has no such option or the option no such value."""
    if name not in OPTIONS[variant]:
        raise ValueError(f"{variant} has no option {name!r}")
    if not _allowed(OPTIONS[variant][name], value):
        raise ValueError(f"option {name!r} cannot be {value!r}")


def _allowed(declared, value):
    default, allowed = declared
    if allowed is None:
        return True
    if isinstance(default, list):
        if not isinstance(value, (list, tuple)):
            return False
        if allowed == NUMBER:
            return len(value) == len(default) and all(_is_number(v) and v >= 0 for v in value)
        return all(v in allowed for v in value) and len(set(value)) == len(value)
    if allowed == NUMBER:
        return _is_number(value) and value >= 0
    if allowed == POSITIVE:
        return _is_number(value) and value > 0
    return any(type(value) is type(a) and value == a for a in allowed)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
