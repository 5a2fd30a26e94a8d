"""Why a command is refused: a code for the page, and a sentence for people in both languages."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import PaijuError
from paiju.server.protocol import Said

# Code: Chinese, English. `{}` fields are given where the refusal is made.
SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "bad_message": ("这条消息看不懂：{what}", "this message cannot be read: {what}"),
    "closed": ("这个问题已经结束，回答不算", "this question is no longer open; the answer does not count"),
    "illegal": ("{zh}", "{en}"),
    "not_seated": ("你没有坐在这一桌", "you have no chair at this table"),
    "started": ("这一局已经开始，座位和玩法不能再改", "the match has begun: chairs and rules stay as they are"),
    "not_playing": ("现在没有在打牌", "no match is being played now"),
    "shut": ("这个房间已经关闭", "this room is closed"),
    "seated": ("你已经坐在 {chair} 号位；先站起来再换", "you sit on chair {chair} already; stand up first"),
    "taken": ("{chair} 号位有人", "chair {chair} is taken"),
    "full": ("四个位子都满了", "all four chairs are taken"),
    "sent_away": ("房主请你离开了这一桌，不能再坐下", "the host has sent you away from this table; you cannot sit down again"),
    "elsewhere": ("你在房间 {number} 有位子；先离开那里", "you have a chair in room {number}; leave that first"),
    "not_host": ("只有房主可以这样做", "only the host may do this"),
    "bad_rules": ("{zh}", "{en}"),
    "no_bot": ("{zh}", "{en}"),
    "person_there": ("{chair} 号位坐着人，不能放电脑", "a person sits on chair {chair}; no bot can be put there"),
    "empty_chair": ("{chair} 号位还空着；请人坐下，或者放一个电脑", "chair {chair} is empty; have somebody sit down, or put a bot there"),
    "not_ready": ("{name} 还没有准备好", "{name} is not ready"),
    "not_here": ("{name} 现在不在线", "{name} is not connected now"),
    "nobody": ("{chair} 号位没有人可以请走", "there is nobody on chair {chair} to send away"),
    "yourself": ("不能请走自己；要走请用“离开”", "you cannot send yourself away; leave instead"),
    "no_vote": ("现在没有解散的表决", "there is no vote on ending the match"),
    "voted": ("你已经表过态", "you have given your word already"),
    "vote_denied": ("这一盘里你提过解散，没有通过；下一盘再提", "your proposal to end the match was turned down in this hand; wait for the next"),
    "no_nonce": ("现在不收这一盘的随机数", "no random bytes are taken for that hand now"),
    "not_promised": ("这个随机数和先交的封条不符", "these random bytes are not those that were promised"),
    "not_over": ("这一盘还没有打完", "the hand is not over"),
    "hints_off": ("这一桌不给提示", "hints are off at this table"),
    "no_hand": ("现在没有牌在打", "no hand is being played now"),
    "no_room": ("现在开不了新房间，请稍后再试", "no room can be opened now; try again later"),
    "no_watching": ("这一桌不能旁观", "this table may not be watched"),
    "too_many": ("旁观的人太多，坐不下了", "too many are watching this table already"),
}


class Refusal(PaijuError):
    """A command is not carried out; nothing has changed. ``code`` is for the page."""

    def __init__(self, code: str, **values: object) -> None:
        zh, en = SENTENCES[code]
        super().__init__(en.format(**values), zh.format(**values))
        self.code: Final = code

    @property
    def why(self) -> Said:
        return Said(self.zh, self.en)
