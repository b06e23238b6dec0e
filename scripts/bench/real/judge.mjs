/** Compares a diagnosis with what was observed by running every candidate before the target. */

/**
 * `right`: verdict and kind, at least one true set, and no innocent test. `complete`: all true sets too, required only for at most seven. A
 * test that fails the second time by itself, without a polluter, is a self-polluter.
 */
export function judge(truth, diagnosis) {
  const found = {
    verdict: diagnosis?.verdict ?? 'none',
    kind: diagnosis?.cause?.kind ?? null,
    sets: setsOf(diagnosis),
  };
  const isolated = found.verdict === 'isolated';
  const known = truthOf(truth);
  const kindRight = known.kinds.includes(found.kind);
  const trueSets = found.sets.filter((set) => isTrue(truth, set));
  const innocent = found.sets.filter((set) => isInnocent(truth, set));
  const named = found.kind === 'self-polluter' || (trueSets.length > 0 && innocent.length === 0);
  const right = isolated && kindRight && named;
  const asked = known.sets.length > 0 && known.sets.length <= MAX_ASKED;
  return {
    right,
    wrongIsolated: isolated && !right,
    complete: asked ? right && known.sets.every((test) => found.sets.some((set) => same(set, [test]))) : null,
    ...found,
    innocent,
  };
}

const MAX_ASKED = 7;

function truthOf(truth) {
  if (truth.gt_type === 'brittle') return { kinds: ['brittle'], sets: truth.all_setters ?? [] };
  if (truth.gt_type === 'victim') {
    const twice = 'failed' in (truth.twice ?? {});
    const alone = truth.all_polluters ?? [];
    // A victim that also fails the second time is both; without a polluter it is a self-polluter.
    return { kinds: alone.length === 0 && twice ? ['victim', 'self-polluter'] : ['victim'], sets: alone };
  }
  return { kinds: ['self-polluter'], sets: [] };
}

function setsOf(diagnosis) {
  if (diagnosis?.cause?.kind === 'brittle') return diagnosis.setterSets ?? diagnosis.setters.map((test) => [test]);
  return diagnosis?.polluters ?? [];
}

function isTrue(truth, set) {
  const known = truth.gt_type === 'brittle' ? truth.all_setters : truth.all_polluters;
  if (set.length === 1) return (known ?? []).includes(set[0]);
  // Joint sets were not observed one by one; the truth lists only single tests.
  return !set.some((test) => (known ?? []).includes(test));
}

/** A single test that was observed not to matter, or a set with a test that is enough by itself. */
function isInnocent(truth, set) {
  return !isTrue(truth, set);
}

const same = (a, b) => a.length === b.length && a.every((test) => b.includes(test));
