/** What a hunt found: tests × arms, clusters, what was covered, and where the time went. */
import type { FlakyTest, HuntResult, TestPlace } from '../../../unflake/src/contract/hunt.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { fraction, percent } from '../../../unflake/src/text/rate.ts';
import { useCell } from '../live/cell.ts';
import { Start } from '../parts/action.tsx';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Table } from '../parts/table.tsx';
import { Output, Prose, TestName } from '../parts/text.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { HeatMap } from './heat-map.tsx';
import { Pairs, TimeByArm } from './hunt-parts.tsx';

export function HuntView({ hunt }: { readonly hunt: HuntResult }) {
  const { flaky, broken, unrepeated, coverage, cost, huntId, next } = hunt;
  const root = rootOf(useCell(route));
  const isUnfinished = hunt.ended !== 'done' && huntId !== null;
  return (
    <>
      <header class="page">
        <div>
          <h1>{flaky.length === 0 ? 'No flaky test found' : `${flaky.length} flaky of ${hunt.tests} tests`}</h1>
          <p class="quiet small">
            <code>{huntId}</code> · {hunt.runner} · seed {hunt.seed} ·{' '}
            {hunt.ended === 'done' ? 'complete' : `ended by ${hunt.ended === 'budget' ? 'its budget' : 'cancelling'}`}
          </p>
        </div>
        <div class="actions">
          {isUnfinished ? <Start label="Resume" tool="hunt" input={{ ...root, resume: huntId }} /> : null}
        </div>
      </header>
      <Facts>
        <Fact name="rounds">{hunt.rounds.length.toLocaleString('en')}</Fact>
        <Fact name="trials">{cost.trials.toLocaleString('en')}</Fact>
        <Fact name="test executions">{cost.testExecutions.toLocaleString('en')}</Fact>
        <Fact name="time">{duration(cost.wallMs)}</Fact>
        {cost.suiteRuns === null ? null : <Fact name="runs of the suite">{cost.suiteRuns.toFixed(1)}</Fact>}
      </Facts>
      <h2>Tests by arm</h2>
      {flaky.length + broken.length + unrepeated.length === 0 ? (
        <Empty title="Nothing failed">
          <p>{boundText(hunt)}</p>
        </Empty>
      ) : flaky.length === 0 ? (
        <p class="quiet">No test was shown to be flaky.</p>
      ) : (
        <HeatMap rows={flaky} arms={hunt.rounds.map(({ arm }) => arm)} total={flaky.length} />
      )}
      <Flaky hunt={hunt} />
      <Clusters hunt={hunt} />
      <Others hunt={hunt} />
      <div class="cards">
        <TimeByArm rounds={hunt.rounds} />
        <Pairs coverage={coverage} />
      </div>
      {next === null ? null : (
        <>
          <h2>Next</h2>
          <Command text={next} />
        </>
      )}
    </>
  );
}

function boundText({ bounds }: HuntResult): string {
  const best = bounds.toSorted((a, b) => a.rate - b.rate)[0];
  if (best === undefined) return 'No round has ended.';
  return `Under ${best.arm}, a test that fails in more than ${percent(best.rate)} of its runs would have been seen (${percent(best.confidence)} confidence).`;
}

function Flaky({ hunt: { flaky } }: { readonly hunt: HuntResult }) {
  const at = useCell(route);
  if (flaky.length === 0) return null;
  return (
    <>
      <h2>Flaky tests</h2>
      <Table
        label="Flaky tests"
        page="flaky"
        rows={flaky}
        to={({ test, caseId }) =>
          addressOf(caseId === null ? ['tests', test] : ['cases', caseId], { root: at.query.root ?? null })
        }
        columns={[
          { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
          { title: 'Place', cell: ({ place }) => <Place place={place} />, isMinor: true },
          { title: 'Suggests', cell: ({ kind }) => kind ?? '–', isMinor: true },
          { title: 'Failed', cell: (one) => failedOf(one), isNumber: true },
          {
            title: 'Details',
            cell: (one) => (
              <details>
                <summary>show</summary>
                <Command text={one.reproduce.fails} label="the command that fails" />
                {one.message === null ? null : <Output text={one.message} label="Message of the failure" />}
              </details>
            ),
            isMinor: true,
          },
          {
            title: '',
            cell: ({ test, caseId }) =>
              caseId === null ? <Start label="Diagnose" tool="diagnose" input={{ ...rootOf(at), test }} /> : null,
          },
        ]}
      />
    </>
  );
}

/** Under the arm that brings the failure. */
function failedOf({ arm, arms }: FlakyTest): string {
  const count = arms.find((one) => one.arm === arm);
  return count === undefined ? '–' : `${fraction(count)} (${arm})`;
}

function Place({ place }: { readonly place: TestPlace | null }) {
  return place === null ? <>–</> : <code>{`${place.file}:${place.line}`}</code>;
}

function Clusters({ hunt: { clusters } }: { readonly hunt: HuntResult }) {
  if (clusters.length === 0) return null;
  return (
    <>
      <h2>Clusters</h2>
      <Table
        label="Clusters"
        page="clusters"
        rows={clusters}
        columns={[
          { title: 'What they share', cell: ({ why }) => <Prose text={why} /> },
          { title: 'Tests', cell: ({ tests }) => tests.length, isNumber: true },
          { title: 'Representative', cell: ({ representative }) => <TestName id={representative} /> },
          { title: 'Verdict', cell: ({ verdict }) => verdict ?? 'not diagnosed', isMinor: true },
        ]}
      />
    </>
  );
}

function Others({ hunt: { broken, unrepeated } }: { readonly hunt: HuntResult }) {
  const rows = [
    ...broken.map((one) => ({ ...one, says: 'fails always' })),
    ...unrepeated.map((one) => ({ ...one, says: `failed once, not again (${one.arm})` })),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <h2>Other failures</h2>
      <Table
        label="Other failures"
        page="others"
        rows={rows}
        columns={[
          { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
          { title: 'What', cell: ({ says }) => says },
          { title: 'Failed', cell: (one) => fraction(one), isNumber: true },
          { title: 'Place', cell: ({ place }) => <Place place={place} />, isMinor: true },
        ]}
      />
    </>
  );
}
