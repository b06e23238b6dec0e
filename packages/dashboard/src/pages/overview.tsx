/** The state of the project at a glance: how healthy the suite is, which tests hurt most and why, what runs, and what to run next. */
import type { HuntSummary } from '../../../unflake/src/tools/lib/hunts-result.ts';
import { isSite } from '../api/site.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start, useMayAct } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { Causes, Verdicts } from './case-counts.tsx';
import { CASE_COLUMNS } from './cases.tsx';
import { HUNT_COLUMNS } from './hunts.tsx';
import { RunningNow } from './running-now.tsx';
import { StartDiagnosis } from './start-diagnosis.tsx';
import { SuiteHealth } from './suite-health.tsx';

const NEWEST = 6;

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
      <RunningNow />
      {mayAct ? <StartDiagnosis root={root} /> : null}
      {isSite ? null : <SuiteHealth />}
      <Answered from={cases}>
        {({ cases: all }) =>
          all.length === 0 ? (
            <NothingDiagnosed hunt={hunts.value?.hunts.find(({ found }) => found)} keep={keep} />
          ) : (
            <>
              <div class="cards">
                <Verdicts all={all} />
                <Causes all={all} />
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

interface NothingDiagnosedProps {
  /** The newest that found something. */
  readonly hunt: HuntSummary | undefined;
  readonly keep: Readonly<Record<string, string | null>>;
}

function NothingDiagnosed({ hunt, keep }: NothingDiagnosedProps) {
  const title = 'Nothing was diagnosed yet';
  if (hunt === undefined)
    return (
      <Empty title={title} command="unflake hunt">
        <p>Find out which tests are flaky, or name one that you know: </p>
      </Empty>
    );
  return (
    <Empty title={title}>
      <p>
        The newest hunt found {hunt.found === 1 ? 'a flaky test' : `${hunt.found} flaky tests`}:{' '}
        <a href={addressOf(['hunts', hunt.id], keep)}>open it</a>, and diagnose {hunt.found === 1 ? 'it' : 'one'} from
        there.
      </p>
    </Empty>
  );
}
