"""Whatever a record may hold where a game expects something else."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st


def junk(*texts: str) -> st.SearchStrategy[Any]:
    """Return any JSON, small; these texts are more likely in it than others."""
    leaves = (
        st.none()
        | st.booleans()
        | st.integers(-(10**30), 10**30)
        | st.floats(allow_nan=False)
        | st.text(max_size=8)
    )
    return st.recursive(
        leaves | st.sampled_from(texts) if texts else leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=10,
    )


JUNK = junk()
