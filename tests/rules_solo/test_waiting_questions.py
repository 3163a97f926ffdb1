"""Positions in which a question waits that leaves nothing to choose cannot occur."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.solo.state import STEPS
from burgundy_lab.sim.solo.text import QUESTIONS
from tests.solo_builders import EFFECT, REGION, solo

SPACE = 1  # a region of its own, where a watchtower lies


def wrong_with(question: str, subject: int = 0, **arranged) -> list[str]:
    """Return what is wrong with a position in which a question waits."""
    game = solo(estate={SPACE: "watchtower"}, **arranged)
    game.state.question[0], game.state.subject[0] = QUESTIONS.index(question), subject
    game.state.asked = 1
    return [line for line in game.position.check() if "asked" in line or "for sale" in line]


STEP = SPACE << STEPS | 1 << REGION


@pytest.mark.parametrize("question, subject", [("colour", 0), ("buy_vp", 0), ("steps", STEP)])
def test_a_question_without_a_choice_cannot_occur(question, subject):
    assert len(wrong_with(question, subject)) == 1


@pytest.mark.parametrize(
    "question, subject, arranged",
    [
        ("colour", 0, {"black": ["cow2", "mine", "castle"]}),
        ("buy_vp", 0, {"silver": 1}),
        ("steps", STEP | 1 << EFFECT, {}),
    ],
)
def test_with_a_choice_it_can(question, subject, arranged):
    assert wrong_with(question, subject, **arranged) == []
