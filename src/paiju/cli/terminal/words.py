"""What the terminal says, in Chinese and English, and how the four seats are called. Knows nothing of the table."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import printable

WINDS: Final = (("东", "E"), ("南", "S"), ("西", "W"), ("北", "N"))
ROUNDS: Final = (("东风圈", "east round"), ("南风圈", "south round"), ("西风圈", "west round"), ("北风圈", "north round"))
PLACES: Final = (("你", "you"), ("下家", "right"), ("对家", "opposite"), ("上家", "left"))

# What the player and the three bots are called when nothing else was asked for, in the order of the match.
DEFAULT_NAMES: Final = (("你", "You"), ("电脑甲", "Bot A"), ("电脑乙", "Bot B"), ("电脑丙", "Bot C"))

WORDS: Final[dict[str, tuple[str, str]]] = {
    "which_game": ("打哪一种麻将？按数字键。", "Which game? Press its number."),
    "which_bot": ("对手：{0}。{1}按 b 换一种。", "Against: {0}. {1} Press b for others."),
    "name_game": ("看规则：paiju rules 后面写游戏名，如 paiju rules changsha", "For the rules name a game: paiju rules changsha"),
    "wall": ("牌墙 {0} 张", "wall {0}"),
    "kept": ("（留 {0}）", " ({0} not drawn)"),
    "treasure": ("宝：", "treasure: "),
    "treasure_unseen": ("宝：未看", "treasure: not seen"),
    "treasure_hidden": ("宝：扣着", "treasure: face down"),
    "treasure_none": ("宝：未打", "treasure: none yet"),
    "dealer": ("庄", "dealer"),
    "ready": ("报听", "READY"),
    "locked": ("锁手", "LOCKED"),
    "cards": ("{0} 张", "{0}"),
    "points": ("{0} 分", "{0}"),
    "hand_no": ("第 {0} 盘", "hand {0}"),
    "hand_of": ("第 {0}/{1} 盘", "hand {0}/{1}"),
    "round_of": ("（{0}/{1}）", " ({0}/{1})"),
    "river": ("打出", "discards"),
    "you_discard": ("打哪张？按牌上的键", "Discard: press the key over a tile"),
    "your_claim": ("{0}：要不要？", "{0}: your answer?"),
    "your_sea": ("只剩海底一张：要不要？", "The sea bottom is left: take it?"),
    "your_choice": ("你的选择：", "Your choice:"),
    "or": ("或", "or"),
    "keys": ("? 提示  w 听牌  y 为什么不能胡  s 分数  r 规则  h 帮助  q 退出", "? hint  w waits  y why no win  s scores  r rules  h help  q quit"),
    "bad_key": ("没有“{0}”这个键，可按 {1}", "{0} does nothing here; press {1}"),
    "enter_key": ("回车", "Enter"),
    "bad_text": ("看不懂“{0}”，可以：{1}", "{0} is not understood; you may: {1}"),
    "not_now": ("“{0}”现在不行，可以：{1}", "{0} is not possible now; you may: {1}"),
    "no_tile": ("没有“{0}”这样的牌，牌写成 五万 或 5m；可以：{1}", "there is no tile {0}: write 1m-9m, 1p-9p, 1s-9s, 1z-7z; you may: {1}"),
    "which_tile": ("“{0}”后面要写哪张牌；可以：{1}", "{0} needs its tile; you may: {1}"),
    "can_win": ("能胡！", "You can win!"),
    "pass_win": ("能胡！真的不胡，{0}？按 y 不胡，其他键返回", "You can win! Really pass the win and {0}? y to pass it, any other key to go back"),
    "type": ("写出要做的，如 五万、碰、discard 5m：", "type what to do, such as 5m, pung, discard 5m: "),
    "enter": ("按回车继续", "press Enter to go on"),
    "more": ("回车：下一页  q：返回", "Enter: next page  q: back"),
    "back": ("按回车回到牌桌", "press Enter to go back to the table"),
    "automatic": ("（只有一张可打，自动打出）", "(the only discard possible was made)"),
    # waits
    "waits_now": ("你听：", "You wait for: "),
    "waits_if": ("打 {0} 听：", "discarding {0}: "),
    "waits_none": ("现在没有听牌。", "You are not ready."),
    "waits_no_discard": ("打哪张都还没有听。", "No discard leaves you ready."),
    "unseen": ("{0}（还有 {1} 张没见）", "{0} ({1} unseen)"),
    "waits_title": ("听牌", "Waits"),
    # hint
    "hint_title": ("提示", "Hint"),
    "hint_win": ("可以胡。", "You may win."),
    "hint_passed": ("不胡的话：{0}", "if you let it pass: {0}"),
    "hint_discard": ("打 {0}：", "{0}: "),
    "hint_help": ("{0}×{1}", "{0}×{1}"),
    "hint_wait": ("{0}×{1}（点炮收 {2}，自摸收 {3}）", "{0}×{1} ({2} from a discard, {3} by self-draw)"),
    # why
    "why_title": ("为什么不能胡", "Why no win"),
    "why_tile": ("{0}：{1}。", "{0}: {1}."),
    "why_hand": ("现在：{0}。", "now: {0}."),
    "why_bad": ("看不懂“{0}”，请写成 5m 或 五万", "{0} is no tile; write it like 5m"),
    "why_ask": ("想问别的牌就写出来（如 五万 或 5m），回车返回：", "another tile (such as 5m), or Enter to go back: "),
    # scores
    "scores_title": ("分数", "Scores"),
    "hand_column": ("盘", "hand"),
    "total_row": ("合计", "total"),
    "leaving_row": ("逃跑", "left"),
    # end of a hand
    "over_title": ("第 {0} 盘结束", "Hand {0} is over"),
    "exhausted": ("荒庄，无人胡牌。", "The wall ended without a win."),
    "wins_self": ("{0}自摸{1}", "{0} wins by self-draw: {1}"),
    "wins_matched": ("{0}对宝{1}", "{0} wins by a matched treasure: {1}"),
    "wins_drawn_treasure": ("{0}摸宝{1}", "{0} wins by drawing the treasure: {1}"),
    "wins_discard": ("{0}胡{2}打的{1}", "{0} wins on {1} of {2}"),
    "wins_robbed": ("{0}抢{2}的杠，胡{1}", "{0} robs the kong of {2}: {1}"),
    "wins_opening": ("{0}起手胡", "{0} wins with the dealt hand"),
    "as": ("（宝牌 {0} 当 {1}）", " (treasure {0} as {1})"),
    "fans": ("番种：", "fans: "),
    "birds": ("鸟：", "birds: "),
    "treasure_was": ("宝牌：", "treasure: "),
    "kongs": ("杠：", "kongs:"),
    "extras": ("叉宝算杠：", "pungs of the treasure:"),
    "hands": ("各家的牌：", "All hands:"),
    "this_hand": ("本盘", "this hand"),
    "next_dealer": ("下一盘 {0} 坐庄。", "{0} deals next."),
    # end of a match
    "match_over": ("对局结束", "The match is over"),
    "rank": ("第 {0} 名  {1}  {2}", "{0}. {1}  {2}"),
    "stopped": ("对局已保存：{0}", "The match is kept in {0}"),
    "resume_with": ("接着打：{0}", "Go on with: {0}"),
    "review_with": ("复盘：{0}", "Look through your decisions: {0}"),
    "resumed": ("接着打 {0}", "Going on with {0}"),
    "quit_sure": ("退出？对局会保存，可以接着打。y 退出，其他键返回：", "Quit? The match is kept. y to quit, any other key to go back: "),
    "small": ("终端太小：需要 80 列 24 行，现在 {0} 列 {1} 行。", "The terminal is too small: it has {0}x{1}, 80x24 are needed."),
}

HELP: Final[tuple[str, str]] = (
    """按键
  1 2 3 … 9 0 a b c d   打出（或选择）标着这个键的牌或选项；不用回车
  e f g …               自己的一手里的其他选择：胡、杠、报听
  0                     别人打牌时：过
  ?                     提示：每一打离听牌差几张、什么有用；吃、碰、杠了会怎样
                        （提示只数快慢，听了才看番；复盘按分算，两样会不同）
  w                     听牌：打哪张听什么，还有几张没见
  y                     为什么不能胡（可以问任何一张牌）
  s                     分数表        r  规则
  :                     写出动作，如 五万、碰、discard 5m、chow 345m
  h                     这一页        q  退出（对局会保存）

牌桌
  上面是对家，左边上家，右边下家，下面是你。名字后面依次是门风、分数、手牌张数；
  “庄”是庄家，“报听”“锁手”是已经报听、开杠后锁住的人。
  副露：吃三四五万、碰五万、杠五万、暗杠（别人的暗杠有的玩法看不见）。
  “牌墙 45 张（留 14）”：墙里还有 45 张，最后 14 张不摸。

没有终端时（输入来自文件或管道）每行一个键或一句动作。
设 --ascii 牌写成 5m 3p 7s 1z；--lang en 英文；--no-color 不要颜色。""",
    """Keys
  1 2 3 ... 9 0 a b c d  the tile or the choice with that key; no Enter needed
  e f g ...              other choices of your own turn: win, kongs, ready
  0                      when another has discarded: pass
  ?                      hint: how far each discard, claim or kong leaves you;
                         it counts speed (when ready, worth), reviews points
  w                      waits: what each discard would wait for, tiles unseen
  y                      why no win (any tile may be asked about)
  s                      scores         r  rules
  :                      type an action, such as 5m, pung, discard 5m, chow 345m
  h                      this page      q  quit (the match is kept)

The table
  Opposite above, the player before you on the left, the next player on the
  right, you below. After the name: seat wind, points, tiles in hand; then
  dealer, READY (declared ready), LOCKED (after a kong with dice).
  Tiles: 1m-9m characters, 1p-9p dots, 1s-9s bamboo; 1z-4z east, south, west,
  north; 5z 6z 7z white, green, red.
  "wall 45 (14 kept)": 45 tiles are in the wall, the last 14 are not drawn.

When input is not a terminal, each line is one key or one action.
--chinese shows tiles in Chinese, --lang zh everything; --no-color no colours.""",
)


class Words:
    """The words of one language."""

    def __init__(self, lang: str) -> None:
        self.lang: Final = lang
        self.zh: Final = lang == "zh"

    def __call__(self, key: str, *values: object) -> str:
        """One phrase with its values."""
        return WORDS[key][0 if self.zh else 1].format(*values)

    def pick(self, words: tuple[str, str]) -> str:
        return words[0 if self.zh else 1]

    @property
    def help(self) -> str:
        return self.pick(HELP)

    def player(self, name: str) -> str:
        """A player's name, without what a terminal obeys; a default name in this language, whatever language the match was begun in."""
        return next((self.pick(names) for names in DEFAULT_NAMES if name in names), printable(name))

    def places(self, seat: int, players: list[str]) -> list[str]:
        """How the four seats are called by the one who sits at ``seat``: by their place in Chinese, by name in English."""
        if self.zh:
            return [PLACES[(other - seat) % 4][0] for other in range(4)]
        return ["you" if other == seat else players[other] for other in range(4)]
