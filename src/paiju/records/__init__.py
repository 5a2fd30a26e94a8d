"""Records of hands: write, read, verify, replay, and resume a match.

    recorder = Recorder.start("match.jsonl", Match(Game("changsha"), seed=7))
    recorder.play("discard 5m")                 # on disk when it returns
    recorder = Recorder.resume("match.jsonl")   # also in the middle of a hand
"""

from paiju.records.reading import Reader, read_line
from paiju.records.record import FORMAT, Course, FairPart, Leaving, MatchPart, Record, line_of, match_part, match_record, record_of
from paiju.records.replaying import Replay, Step, replay
from paiju.records.verifying import Verifier, verify, verify_file
from paiju.records.writing import Recorder, Writer, resume

__all__ = [
    "FORMAT",
    "Course",
    "FairPart",
    "Leaving",
    "MatchPart",
    "Reader",
    "Record",
    "Recorder",
    "Replay",
    "Step",
    "Verifier",
    "Writer",
    "line_of",
    "match_part",
    "match_record",
    "read_line",
    "record_of",
    "replay",
    "resume",
    "verify",
    "verify_file",
]
