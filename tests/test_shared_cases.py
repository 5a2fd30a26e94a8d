"""The score contract's cases: every answer comes out as written, to the byte, and from a stream as well."""

import io
import json
from pathlib import Path

from paiju.game.score import answer_line, run

CASES = [json.loads(line) for path in sorted((Path(__file__).parent / "cases").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]


def test_shared_cases() -> None:
    assert len(CASES) >= 648
    wrong = [case["id"] for case in CASES if answer_line(json.dumps(case["request"])) != json.dumps(case["answer"])]
    assert wrong == []


def test_cases_through_a_stream_in_order() -> None:
    lines = "".join(json.dumps(case["request"], ensure_ascii=False) + "\n" for case in CASES)
    out = io.StringIO()
    assert run(io.BytesIO(lines.encode()), out) == 0
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [case["answer"] for case in CASES]


def test_explained_answers_keep_the_contract_fields() -> None:
    for case in CASES:
        found = json.loads(answer_line(json.dumps(case["request"]), explain=True))
        assert {name: found[name] for name in case["answer"]} == case["answer"]
        if found["legal"]:
            paid = [0, 0, 0, 0]
            for line in found["payments"]:
                paid[line["from"]] -= line["amount"]
                paid[line["to"]] += line["amount"]
                assert str(line["amount"]) in line["zh"] and line["clause"] in line["en"]
            assert paid == case["answer"]["deltas"]
            assert found["names"].keys() == case["answer"]["fans"].keys()
