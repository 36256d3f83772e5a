"""Rates, intervals and comparisons, against numbers worked out by hand and against brute force."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import statistics
from harness.statistics import TaskResult, cluster_totals, effective_n, paired_p, rate, separated, template_n, wilson


def single(*verdicts: bool) -> list[TaskResult]:
    """One attempt on each of several unrelated tasks."""
    return [TaskResult(place, int(passed), 1) for place, passed in enumerate(verdicts)]


def compare(a: Mapping[str, TaskResult], b: Mapping[str, TaskResult]) -> float:
    """The p-value of two models' results."""
    return paired_p(*cluster_totals([a, b]))


def results(**rates: int) -> dict[str, TaskResult]:
    """Unrelated tasks by name, passed (1) or failed (0)."""
    return {name: TaskResult(name, passed, 1) for name, passed in rates.items()}


@pytest.mark.parametrize(
    ("value", "n", "low", "high"),
    [
        # Brown, Cai, DasGupta (2001): with x = 0 the upper bound is z^2 / (n + z^2) = 3.8415 / 13.8415.
        pytest.param(0.0, 10, 0.0, 0.277533, id="nothing-passed"),
        pytest.param(1.0, 10, 0.722467, 1.0, id="everything-passed"),
        # (0.5 + 0.192073) / 1.384146 = 0.5; half = 1.959964 / 1.384146 x sqrt(0.025 + 0.0096036) = 0.263404
        pytest.param(0.5, 10, 0.236593, 0.763407, id="half"),
        # 81 of 263, the worked example of Newcombe (1998), method 3: 0.2553 to 0.3662.
        pytest.param(81 / 263, 263, 0.2553, 0.3662, id="newcombe"),
    ],
)
def test_wilson_interval(value: float, n: float, low: float, high: float) -> None:
    assert wilson(value, n) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(
    ("clusters", "worth"),
    [
        pytest.param(["a"] * 10, 10 / 2.224, id="ten-from-one-template-count-4.5"),
        pytest.param(list("abcdef"), 6, id="unrelated-tasks-count-in-full"),
        pytest.param(["a", "a", "b"], 2 / 1.136 + 1, id="a-pair-and-a-single"),
    ],
)
def test_template_rule(clusters: Sequence[str], worth: float) -> None:
    assert template_n(clusters) == pytest.approx(worth)


def test_unrelated_tasks_are_worth_their_number_less_one() -> None:
    # Cluster-robust with G = 4 singles, p = 1/2: 4/3 x 4 x 1/4 / 16 = 1/12, and 1/4 / (1/12) = 3.
    assert effective_n(single(True, True, False, False)) == pytest.approx(3)


def test_a_cluster_that_passes_and_fails_as_one_is_worth_little() -> None:
    # Two clusters of 5, one all passed, one all failed: deviations +-2.5, variance 2 x 6.25 x 2 / 100 = 1/4, n = 1.
    together = [TaskResult("a", 1, 1)] * 5 + [TaskResult("b", 0, 1)] * 5
    assert effective_n(together) == pytest.approx(1)


def test_the_template_rule_holds_where_the_data_show_less_correlation() -> None:
    # Every cluster has one pass and one fail: the robust variance is 0, the rule's 1/4 / (2 x 2 / 1.136).
    balanced = [TaskResult(c, passed, 1) for c in "ab" for passed in (0, 1)]
    assert effective_n(balanced) == pytest.approx(4 / 1.136)


def test_a_single_cluster_is_judged_by_the_template_rule() -> None:
    assert effective_n([TaskResult("a", p, 1) for p in (0, 1)]) == pytest.approx(2 / 1.136)


def test_attempts_at_one_task_are_not_independent_tasks() -> None:
    # 2 tasks, 10 attempts each, always the same verdict: task rates 1 and 0, robust variance 2 x 2 x 25 / 400 = 1/4.
    assert effective_n([TaskResult("a", 10, 10), TaskResult("b", 0, 10)]) == pytest.approx(1)


def test_attempts_that_vary_do_narrow_the_interval_but_never_beyond_the_runs_made() -> None:
    wavering = [TaskResult(place, 5, 10) for place in range(4)]
    assert effective_n(wavering) == pytest.approx(4)  # no variance is seen at all, so the rule stands alone
    nearly = [TaskResult(0, 4, 10), TaskResult(1, 6, 10), *wavering]
    assert 6 < effective_n(nearly) <= 60


@pytest.mark.parametrize("verdict", [True, False], ids=["all-passed", "all-failed"])
def test_an_unanimous_result_still_has_an_interval(verdict: bool) -> None:
    found = rate(single(*[verdict] * 20))
    assert found.effective_n == 20
    assert found.high - found.low == pytest.approx(3.841459 / 23.841459, abs=1e-6)


verdicts = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4), st.integers(0, 4)), min_size=1, max_size=30)


@given(verdicts, st.randoms(use_true_random=False))
def test_a_rate_is_inside_its_interval_whatever_the_order(rows: list[tuple[int, int, int]], random: Random) -> None:
    tasks = [TaskResult(cluster, min(passed, attempts), attempts) for cluster, attempts, passed in rows]
    found = rate(tasks)
    random.shuffle(tasks)
    assert rate(tasks) == found
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert 0 < found.effective_n <= sum(t.attempts for t in tasks)


@pytest.mark.parametrize(
    ("a", "b", "p"),
    [
        pytest.param({"t": 1}, {"t": 1}, 1.0, id="no-difference"),
        pytest.param({"t": 1, "u": 1, "v": 1}, {"t": 0, "u": 0, "v": 0}, 2 / 8, id="three-of-three"),
        pytest.param({"t": 1, "u": 0}, {"t": 0, "u": 1}, 1.0, id="one-each"),
        # Sums of 6 signs: |sum| >= 4 in 1 + 6 + 6 + 1 = 14 of 64 patterns.
        pytest.param(dict.fromkeys("tuvwx", 1) | {"y": 0}, dict.fromkeys("tuvwx", 0) | {"y": 1}, 14 / 64, id="5-of-6"),
    ],
)
def test_paired_test_counts_all_sign_patterns(a: dict[str, int], b: dict[str, int], p: float) -> None:
    assert compare(results(**a), results(**b)) == pytest.approx(p)
    assert compare(results(**b), results(**a)) == pytest.approx(p)


def test_tasks_of_one_cluster_flip_together() -> None:
    better = {name: TaskResult("same template", 1, 1) for name in "tuvwxyz"}
    worse = {name: TaskResult("same template", 0, 1) for name in "tuvwxyz"}
    assert compare(better, worse) == 1.0  # one cluster is one observation


def test_only_tasks_that_both_have_are_compared() -> None:
    assert compare(results(t=1, u=1), results(u=1, v=0)) == 1.0
    assert cluster_totals([results(t=1, u=1), results(u=0, t=1, v=0)]) == [[1, 1], [1, 0]]
    assert cluster_totals([]) == []


def test_totals_are_exact_whatever_the_attempts() -> None:
    # 1/2 + 2/3 against 1/2 + 0 of one cluster, in steps of 1/6.
    a = {"t": TaskResult("c", 1, 2), "u": TaskResult("c", 2, 3)}
    b = {"t": TaskResult("c", 1, 2), "u": TaskResult("c", 0, 1)}
    assert cluster_totals([a, b]) == [[7], [3]]


@given(st.lists(st.integers(-4, 4).filter(bool), min_size=1, max_size=9))
def test_counting_agrees_with_trying_every_pattern(differences: list[int]) -> None:
    patterns = product((-1, 1), repeat=len(differences))
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in patterns]
    share = sum(total >= abs(sum(differences)) for total in sums) / len(sums)
    four = {str(n): TaskResult(n, 4 + d, 8) for n, d in enumerate(differences)}
    none = {str(n): TaskResult(n, 4, 8) for n in range(len(differences))}
    assert compare(four, none) == pytest.approx(share)


def test_the_normal_limit_meets_the_exact_count(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)
    a = {str(n): TaskResult(n, random.randint(0, 5), 5) for n in range(180)}
    b = {str(n): TaskResult(n, random.randint(0, 4), 5) for n in range(180)}
    exact = compare(a, b)
    monkeypatch.setattr(statistics, "_EXACT_CLUSTERS", 10)
    assert exact < 0.05
    assert compare(a, b) == pytest.approx(exact, rel=0.1)


def test_false_discoveries_are_controlled_step_up() -> None:
    # Of 4 pairs at 5 %: limits 0.0125, 0.025, 0.0375, 0.05. The third is under its limit and carries the second along.
    p = {("a", "b"): 0.001, ("a", "c"): 0.03, ("b", "c"): 0.036, ("c", "d"): 0.2}
    assert separated(p) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert separated({}) == set()


def test_intervals_cover_the_truth_where_the_naive_one_does_not() -> None:
    # Clusters of 4 tasks with correlation 0.3, 3 attempts that always agree: the nominal 95 % must be about kept.
    random, covered, naive, worlds = Random(11), 0, 0, 400
    for _ in range(worlds):
        tasks = []
        for cluster in range(12):
            easy = random.betavariate(0.6 * 0.7 / 0.3, 0.4 * 0.7 / 0.3)
            tasks += [TaskResult(cluster, 3 * (random.random() < easy), 3) for _ in range(4)]
        found = rate(tasks)
        low, high = wilson(found.value, 3 * len(tasks))
        covered += found.low <= 0.6 <= found.high
        naive += low <= 0.6 <= high
    assert covered / worlds >= 0.92
    assert naive / worlds < 0.75
