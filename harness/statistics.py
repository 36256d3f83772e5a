"""Rates with honest intervals, and paired comparison of models. Pure functions, no randomness.

Observations are nested: attempts within tasks, tasks within clusters (made from one template, seed or source). Tasks of
a cluster tend to be passed together, so they count for less than as many independent ones.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, fsum, lcm, sqrt
from typing import TypeVar

WITHIN_CLUSTER = 0.136  # correlation of tasks from one template (DESIGN 4.6): 10 of them count as 4.5
CONFIDENCE_Z = 1.959963984540054  # two-sided 95 % of the normal distribution
FALSE_DISCOVERIES = 0.05  # tolerated share of wrong separations among all that a board makes

Pair = TypeVar("Pair", bound=Hashable)

_EXACT_CLUSTERS = 200  # above this, the normal limit of the permutation distribution is close enough
_FINEST_STEP = 2520  # per task; divisible by 1 to 10, so any usual number of attempts is exact


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The scored attempts of one model on one task. `cluster` is equal for correlated tasks."""

    cluster: Hashable
    passed: int
    attempts: int

    @property
    def rate(self) -> Fraction:
        return Fraction(self.passed, self.attempts)


@dataclass(frozen=True, slots=True)
class Rate:
    """Share of passed attempts (0-1) with its 95 % interval; `effective_n` is how many independent runs it is worth."""

    value: float
    low: float
    high: float
    effective_n: float


def rate(results: Sequence[TaskResult]) -> Rate:
    """Passed attempts / attempts over at least one task, with Wilson bounds at the effective sample size.

    Wilson's interval at an effective n keeps its cover near 0 % and 100 %, where the textbook interval shrinks to
    nothing. Sources: E. B. Wilson, JASA 22 (1927) 209-212; at an effective n: C. Franco, R. Little, T. Louis, E. Slud,
    Journal of Survey Statistics and Methodology 7 (2019) 334-364.
    """
    passed, runs = sum(r.passed for r in results), sum(r.attempts for r in results)
    value, n = passed / runs, effective_n(results)
    low, high = wilson(value, n)
    return Rate(value, low, high, n)


def wilson(value: float, n: float) -> tuple[float, float]:
    """The 95 % Wilson score interval of a rate `value` (0-1) seen in `n` > 0 independent observations."""
    z2 = CONFIDENCE_Z**2
    middle = (value + z2 / (2 * n)) / (1 + z2 / n)
    half = CONFIDENCE_Z / (1 + z2 / n) * sqrt(value * (1 - value) / n + z2 / (4 * n * n))
    # The bound at 0 % and 100 % is exact in theory and a rounding error off in floating point.
    return (0.0 if value == 0 else middle - half), (1.0 if value == 1 else middle + half)


def effective_n(results: Sequence[TaskResult]) -> float:
    """How many independent runs these results are worth: p (1 - p) / the larger of two variances of the pass rate p.

    - template rule: the variance of the task rates / `template_n`;
    - cluster-robust: G / (G - 1) x sum over the G clusters of (passed - p x attempts)^2 / attempts^2, which knows of
      attempts within tasks and tasks within clusters whatever their correlation (ratio estimate over clusters:
      W. G. Cochran, Sampling Techniques, 3rd ed. 1977, chapter 9A; for evals: E. Miller, arXiv:2411.00640).

    When every attempt agrees there is no variance to compare, and the template rule stands alone. More runs than were
    made are never claimed.
    """
    runs = sum(r.attempts for r in results)
    p = Fraction(sum(r.passed for r in results), runs)
    rule = template_n([r.cluster for r in results])
    by_cluster: dict[Hashable, Fraction] = {}
    for r in results:
        by_cluster[r.cluster] = by_cluster.get(r.cluster, Fraction(0)) + r.passed - p * r.attempts
    groups = len(by_cluster)
    robust = float(sum(d * d for d in by_cluster.values()) / runs**2) * groups / (groups - 1) if groups > 1 else 0.0
    between = float(sum((r.rate - p) ** 2 for r in results) / len(results)) / rule
    variance = max(robust, between)
    return min(float(p * (1 - p)) / variance, float(runs)) if variance else min(rule, float(runs))


def template_n(clusters: Sequence[Hashable]) -> float:
    """Effective number of tasks, given the cluster of each: a cluster of m counts as m / (1 + (m - 1) x 0.136).

    Source: the design effect 1 + (m - 1) x rho of L. Kish, Survey Sampling (1965), chapter 5.
    """
    sizes: dict[Hashable, int] = {}
    for cluster in clusters:
        sizes[cluster] = sizes.get(cluster, 0) + 1
    return fsum(m / (1 + (m - 1) * WITHIN_CLUSTER) for m in sizes.values())


def cluster_totals(models: Sequence[Mapping[str, TaskResult]]) -> list[list[int]]:
    """For each model its pass rates (results by task) summed by cluster, over the tasks that all of them have.

    The sums count steps of one size, the same for all models, so that they are whole numbers and comparisons exact.
    """
    common = sorted(set.intersection(*(set(model) for model in models))) if models else []
    clusters = {task: models[0][task].cluster for task in common}
    step = min(lcm(*(model[task].attempts for model in models for task in common)), _FINEST_STEP)
    totals = []
    for model in models:
        by_cluster = dict.fromkeys(clusters.values(), 0)
        for task, cluster in clusters.items():
            by_cluster[cluster] += round(step * model[task].rate)
        totals.append(list(by_cluster.values()))
    return totals


def paired_p(a: Sequence[int], b: Sequence[int]) -> float:
    """Two-sided p-value of "a and b pass equally", from their `cluster_totals`.

    Sign-flip permutation by cluster: if the models were equal, each cluster's difference could as well have had the
    other sign. All sign patterns are counted, not sampled, so there is no seed; beyond 200 clusters that differ, the
    normal limit is used. Sources: R. A. Fisher, The Design of Experiments (1935), section 21; counting in polynomial
    time: M. Pagano, D. Tritchler, JASA 78 (1983) 435-440.
    """
    differences = [x - y for x, y in zip(a, b, strict=True) if x != y]
    if not differences:
        return 1.0
    if len(differences) > _EXACT_CLUSTERS:
        return erfc(abs(sum(differences)) / sqrt(2 * sum(d * d for d in differences)))
    return _sign_flip_p(differences)


def _sign_flip_p(differences: Sequence[int]) -> float:
    """Share of the 2^k sign patterns whose sum is at least as far from 0 as the observed one.

    The count of patterns by sum is the product of the polynomials (1 + x^|d|), held in one big integer with k + 1 bits
    per coefficient, so that a multiplication is a shift and an addition.
    """
    sizes = [abs(d) for d in differences]
    width = len(sizes) + 1
    counts = 1
    for size in sizes:
        counts += counts << (size * width)
    total, observed = sum(sizes), abs(sum(differences))
    # A subset with sum s turned positive has the signed sum 2 s - total: count those <= -observed, and mirror them.
    # Modulo base - 1 a number is the sum of its digits, here of the counts from s = 0 on.
    lower = counts & ((1 << ((total - observed) // 2 + 1) * width) - 1)
    tail = lower % ((1 << width) - 1)
    share: float = 2 * tail / (1 << len(sizes))
    return min(1.0, share)


def separated(p_values: Mapping[Pair, float]) -> set[Pair]:
    """The pairs that differ, with at most 5 % wrong ones expected among them.

    Source: Y. Benjamini, Y. Hochberg, Journal of the Royal Statistical Society B 57 (1995) 289-300.
    """
    ordered = sorted(p_values.items(), key=lambda item: item[1])
    last = 0
    for place, (_, p) in enumerate(ordered, start=1):
        if p <= FALSE_DISCOVERIES * place / len(ordered):
            last = place
    return {pair for pair, _ in ordered[:last]}
