/** The state of the project at a glance: what is known, what causes it, what runs, and what to run next. */

import type { CaseSummary } from '../../../unflake/src/tools/lib/tool-results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start, useMayAct } from '../parts/action.tsx';
import { Bars } from '../parts/bars.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { CASE_COLUMNS } from './cases.tsx';
import { HUNT_COLUMNS } from './hunts.tsx';
import { StartDiagnosis } from './start-diagnosis.tsx';

const NEWEST = 8;

export function OverviewPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const status = useTool('status', root);
  const cases = useTool('cases', root);
  const hunts = useTool('hunts', root);
  const mayAct = useMayAct();
  const keep = { root: at.query.root ?? null };
  return (
    <>
      <header class="page">
        <div>
          <h1>{status.value === null ? 'Overview' : status.value.root.split('/').at(-1)}</h1>
          {status.value === null ? null : (
            <p class="quiet small">
              {status.value.runners.map(({ name }) => name).join(', ') || 'no runner found'}
              {status.value.index.exists ? '' : ' · no index'}
            </p>
          )}
        </div>
        <div class="actions">
          <Start label="Start a hunt" tool="hunt" input={root} />
        </div>
      </header>
      {mayAct ? <StartDiagnosis root={root} /> : null}
      <Answered from={cases}>
        {({ cases: all }) =>
          all.length === 0 ? (
            <Empty title="Nothing was diagnosed yet" command="unflake hunt">
              <p>Find out which tests are flaky, or name one that you know: </p>
            </Empty>
          ) : (
            <>
              <div class="cards">
                <section class="card" aria-labelledby="verdicts">
                  <h2 id="verdicts">Verdicts</h2>
                  <Bars label="Cases by verdict" bars={verdictBars(all, keep)} />
                </section>
                <section class="card" aria-labelledby="causes">
                  <h2 id="causes">Causes</h2>
                  <Causes all={all} keep={keep} />
                </section>
              </div>
              <h2>Newest cases</h2>
              <Table
                label="Newest cases"
                columns={CASE_COLUMNS}
                rows={all.slice(0, NEWEST)}
                to={({ caseId }) => addressOf(['cases', caseId], keep)}
              />
              {all.length > NEWEST ? (
                <p>
                  <a href={addressOf(['cases'], keep)}>All {all.length} cases</a>
                </p>
              ) : null}
            </>
          )
        }
      </Answered>
      <h2>Newest hunts</h2>
      <Answered from={hunts}>
        {({ hunts: all }) =>
          all.length === 0 ? (
            <Empty title="No hunt yet" command="unflake hunt" />
          ) : (
            <Table
              label="Newest hunts"
              columns={HUNT_COLUMNS}
              rows={all.slice(0, NEWEST)}
              to={({ id }) => addressOf(['hunts', id], keep)}
            />
          )
        }
      </Answered>
    </>
  );
}

type Keep = Readonly<Record<string, string | null>>;

function Causes({ all, keep }: { readonly all: readonly CaseSummary[]; readonly keep: Keep }) {
  const causes = counted(all.flatMap(({ cause }) => (cause === null ? [] : [`${cause.family} / ${cause.kind}`])));
  if (causes.length === 0) return <p class="quiet">No cause is proved yet.</p>;
  const bars = causes.map(([name, value]) => {
    const kind = name.split(' / ')[1] ?? name;
    return { name, value, kind: 'fail' as const, address: addressOf(['cases'], { ...keep, q: kind }) };
  });
  return <Bars label="Cases by cause" bars={bars} />;
}

function verdictBars(all: readonly CaseSummary[], keep: Keep) {
  return counted(all.map(({ verdict }) => verdict ?? 'open')).map(([name, value]) => ({
    name: name.replaceAll('-', ' '),
    value,
    address: addressOf(['cases'], { ...keep, verdict: name }),
  }));
}

/** Most first. */
function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
