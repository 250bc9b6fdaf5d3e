"""Which modules are in play: one piece beyond question, or none of theirs is read."""

from vision.pieces.decide import Decision
from vision.pieces.fit import Candidate
from vision.pieces.judge import judge
from vision.pieces.modules import out_of_play


def _piece(score: float) -> Candidate:
    return Candidate(score, 200, 1.0, -9.0, is_close=True)


def _decision(kind: str, **scores: float) -> Decision:
    candidates = {name.replace("_", "-"): _piece(score) for name, score in scores.items()}
    return Decision(kind, candidates, apart=dict.fromkeys(candidates, 200.0))


def test_a_module_is_in_play_when_one_of_its_pieces_stands_beyond_question() -> None:
    decisions = {
        "a1": _decision("cactus", cactus=1500, small_tree=900),
        "b1": _decision("cactus", cactus=900, small_tree=880),
    }
    assert "cactus" not in out_of_play(decisions)
    assert {"giant-tree", "small-pine", "big-pine"} <= out_of_play(decisions)


def test_look_alikes_alone_put_no_module_in_play() -> None:
    decisions = {
        "a1": _decision("cactus", cactus=900, small_tree=880),
        "b1": _decision("small-tree", cactus=300, small_tree=1200),
    }
    assert "cactus" in out_of_play(decisions)


def test_pieces_of_one_module_do_not_question_each_other() -> None:
    decisions = {"a1": _decision("big-pine", big_pine=900, small_pine=890, lake=100)}
    assert not {"big-pine", "small-pine"} & out_of_play(decisions)


def test_a_space_that_looks_more_like_an_absent_piece_is_asked_about() -> None:
    decision = _decision("small-tree", cactus=900, small_tree=880)
    read = judge({"a1": decision}, frozenset({"cactus"}))["a1"]
    assert read.review
    assert read.alternatives[0].piece == "cactus"
