/** Where the time of a hunt went, and which pairs of tests it has covered: the same while it runs and afterwards. */
import { duration } from '../../../unflake/src/text/duration.ts';
import { percent } from '../../../unflake/src/text/rate.ts';
import { Bars } from '../parts/bars.tsx';

interface ArmTime {
  readonly arm: string;
  readonly ms: number;
  readonly found: number;
}

export function TimeByArm({ rounds }: { readonly rounds: readonly ArmTime[] }) {
  return (
    <section class="card" aria-labelledby="budget">
      <h2 id="budget">Where the time went</h2>
      <Bars label="Time by arm" bars={timeByArm(rounds)} />
    </section>
  );
}

export function Pairs({ coverage }: { readonly coverage: { readonly pairs: number; readonly of: number } }) {
  return (
    <section class="card" aria-labelledby="pairs">
      <h2 id="pairs">Pairs of tests</h2>
      <p>
        <strong>{percent(coverage.of === 0 ? 0 : coverage.pairs / coverage.of)}</strong> of all ordered pairs ran one
        directly after the other.
      </p>
      <progress max={Math.max(1, coverage.of)} value={coverage.pairs} aria-label="Pairs that were covered" />
      <p class="quiet small">
        {coverage.pairs.toLocaleString('en')} of {coverage.of.toLocaleString('en')}
      </p>
    </section>
  );
}

function timeByArm(rounds: readonly ArmTime[]) {
  const byArm = new Map<string, { ms: number; found: number }>();
  for (const { arm, ms, found } of rounds) {
    const old = byArm.get(arm) ?? { ms: 0, found: 0 };
    byArm.set(arm, { ms: old.ms + ms, found: old.found + found });
  }
  return [...byArm].map(([name, { ms, found }]) => ({
    name,
    value: ms,
    text: `${duration(ms)}${found > 0 ? `, ${found} found` : ''}`,
  }));
}
