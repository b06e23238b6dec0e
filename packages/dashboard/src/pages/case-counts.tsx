/** Cases by verdict and by cause. */
import type { CaseSummary } from '../../../unflake/src/tools/lib/tool-results.ts';
import { useCell } from '../live/cell.ts';
import { Bars } from '../parts/bars.tsx';
import { addressOf, route } from '../route.ts';

interface CountsProps {
  readonly all: readonly CaseSummary[];
}

export function Verdicts({ all }: CountsProps) {
  const keep = { root: useCell(route).query.root ?? null };
  const bars = counted(all.map(({ verdict }) => verdict ?? 'open')).map(([name, value]) => ({
    name: name.replaceAll('-', ' '),
    value,
    address: addressOf(['cases'], { ...keep, verdict: name }),
  }));
  return (
    <section class="card" aria-labelledby="verdicts">
      <h2 id="verdicts">Verdicts</h2>
      <Bars label="Cases by verdict" bars={bars} />
    </section>
  );
}

export function Causes({ all }: CountsProps) {
  const keep = { root: useCell(route).query.root ?? null };
  const causes = counted(all.flatMap(({ cause }) => (cause === null ? [] : [`${cause.family} / ${cause.kind}`])));
  const bars = causes.map(([name, value]) => {
    const kind = name.split(' / ')[1] ?? name;
    return { name, value, kind: 'fail' as const, address: addressOf(['cases'], { ...keep, q: kind }) };
  });
  return (
    <section class="card" aria-labelledby="causes">
      <h2 id="causes">Causes</h2>
      {bars.length === 0 ? <p class="quiet">No cause is proved yet.</p> : <Bars label="Cases by cause" bars={bars} />}
    </section>
  );
}

/** Most first. */
function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
