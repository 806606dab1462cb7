"""Pages about the streaming engine say what their entries do."""

from bench import policy_curves, policy_unseen, streaming


def entry(status="optimal", cycles=12, bound=12, seconds=2.0):
    return {
        "status": status,
        "instructions": 7,
        "ii": 6,
        "ii_bound": 6,
        "cycles": cycles,
        "cycles_bound": bound,
        "seconds": seconds,
    }


def test_what_is_proven_is_told_from_what_is_not():
    assert streaming._proven(entry()) == "= 12"
    assert streaming._proven(entry("feasible", 14, 12)) == "14 (≥ 12)"
    assert streaming._proven(entry("unknown", None, 9)) == "unknown, ≥ 9"


def test_random_programs_are_compared_where_both_map():
    rows = {}
    for size in (10, 15):
        rows[f"random:{size}:0"] = [entry(), entry("feasible", 15), entry("unknown", None)]
        rows[f"random:{size}:1"] = [entry("infeasible", None), entry("unknown", None), entry()]
    page = streaming._random(rows, "", (10, 15), 2)
    assert "| 10 | 2 of 2 | 2.0 | 12.0 | 25.0 % | 0.0 %, 1 failed |" in page


def test_curves_know_when_they_are_near():
    points = [{"best": None, "seconds": 1}, {"best": 20, "seconds": 2}, {"best": 13, "seconds": 3}]
    assert policy_curves._seconds_within({"curve": points}, 13.2) == 3.0
    assert policy_curves._seconds_within({"curve": points}, 12.9) is None
    assert policy_curves._range([3, None, 5]) == "4.0 (3 to 5, 1 without)"


def test_wrong_mappings_are_counted_and_not_compared():
    rows = [
        {
            name: {"cycles": cycles, "seconds": 0.001, "fault": fault}
            for name in (*policy_unseen.METHODS, policy_unseen.AS_LONG)
        }
        for cycles, fault in ((11, None), (9, "broken"), (None, None))
    ]
    exact = [entry(cycles=10)] * 3
    page = policy_unseen._table(rows, exact)
    assert "| policy | 1 of 3 | 1 | 10.0 % | 10 % | 0 | 1.0 |" in page
