/**
 * Compares a result with what was planted. Right: isolated, with a true cause, exactly the polluter if the cause is another test, and the
 * knob if it is a setting. A wrong `isolated` blames anything else.
 */
export function judge(envelope, plant) {
  if (!envelope?.ok) return { verdict: 'none', right: false, wrongIsolated: false, trueFirst: false };
  const { verdict, cause, hypotheses } = envelope.result;
  const isolated = verdict === 'isolated';
  const right =
    isolated && isTrue(cause, plant) && culpritsAreTrue(envelope.result, plant) && isTheKnob(envelope.result, plant);
  const [first] = [...hypotheses]
    .filter(({ status }) => status !== 'rejected')
    .sort((a, b) => b.posterior - a.posterior);
  return {
    verdict,
    right,
    wrongIsolated: isolated && !right,
    trueFirst: isolated ? right : isTrue(first, plant),
  };
}

const isTrue = (cause, { causes }) => cause != null && causes.includes(`${cause.family}/${cause.kind}`);

function culpritsAreTrue({ cause, polluters, setters }, { ids }) {
  if (cause.kind !== 'victim') return polluters.flat().every((id) => id === ids.polluter);
  return (
    setters.length === 0 &&
    polluters.length > 0 &&
    polluters.every((set) => set.length === 1 && set[0] === ids.polluter)
  );
}

const isTheKnob = ({ factor }, { knobs }) => knobs === undefined || (factor != null && knobs.includes(factor.knob));

/** The printed result in one line. */
export function said(envelope, trouble) {
  if (!envelope) return `no answer: ${trouble}`;
  if (!envelope.ok) return `${envelope.error.code}: ${envelope.error.message}`;
  const { verdict, cause, factor, polluters, setters } = envelope.result;
  const sets = [...polluters, ...setters.map((setter) => [setter])].slice(0, 3);
  const parts = [
    verdict,
    cause && `${cause.family}/${cause.kind}`,
    factor && `${factor.knob}=${factor.failing.join(',')} not ${factor.passing.join(',')}`,
    sets.length > 0 && `after ${sets.map((set) => set.join(' + ')).join(' or ')}`,
  ];
  return parts.filter(Boolean).join(' ');
}

export const topHypotheses = (envelope) =>
  (envelope?.result?.hypotheses ?? [])
    .filter(({ status }) => status !== 'rejected')
    .sort((a, b) => b.posterior - a.posterior)
    .slice(0, 3)
    .map(({ family, kind, posterior }) => `${family}/${kind} ${posterior.toFixed(2)}`);
