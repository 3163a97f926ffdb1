"""What a notebook keeps of a bar."""

from __future__ import annotations

import pytest

from burgundy_lab.experiments import notebook_bar


class Output:
    """What displaying something in a notebook returns."""

    def __init__(self):
        self.updates = []

    def update(self, bundle, raw):
        assert raw
        self.updates.append(bundle)


@pytest.mark.parametrize(("counted", "told"), [(10, "100%"), (4, "40%")])
def test_a_saved_notebook_shows_how_far_a_bar_came(monkeypatch, counted, told):
    output = Output()
    monkeypatch.setattr(notebook_bar, "display", lambda bar, display_id: output)
    bar = notebook_bar.NotebookBar(total=10, unit=" games")
    bar.update(counted)
    assert output.updates == []
    bar.close()
    bar.close()
    (bundle,) = output.updates
    assert bundle["text/plain"].split("|")[0].strip() == told
    assert f"{counted}/10" in bundle["text/plain"]
