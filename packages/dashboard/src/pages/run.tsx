/** A call that this tab has started: live, then what it answered. */
import { useEffect } from 'preact/hooks';
import type { Diagnosis } from '../../../unflake/src/contract/diagnosis.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { fraction } from '../../../unflake/src/text/rate.ts';
import type { Results } from '../api/results.ts';
import { type Cell, useCell } from '../live/cell.ts';
import { type Run, runs } from '../live/runs.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { Table } from '../parts/table.tsx';
import { TestName } from '../parts/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, go, route } from '../route.ts';
import { Cancel } from './cancel.tsx';
import { CertificationView } from './certification-view.tsx';
import { HuntView } from './hunt-view.tsx';
import { LiveView } from './live-view.tsx';

export function RunPage({ call }: { readonly call: string }) {
  const run = useCell(runs).find((one) => one.get().call === call);
  if (run === undefined)
    return (
      <Empty title="This tab has no such run">
        <p>What it recorded is under Cases and Hunts.</p>
      </Empty>
    );
  return <RunView run={run} />;
}

function RunView({ run }: { readonly run: Cell<Run> }) {
  const shown = useCell(run);
  const { tool, state, live, fault } = shown;
  // A diagnosis has a page of its own as soon as there is a case.
  const caseAddress =
    tool === 'diagnose' && live.caseId !== null
      ? addressOf(['cases', live.caseId], { root: route.get().query.root ?? null })
      : null;
  useEffect(() => {
    if (caseAddress !== null && state !== 'failed') go(caseAddress);
  }, [caseAddress, state]);
  if (state === 'done') return <Answer tool={tool} result={shown.result} />;
  return (
    <>
      <header class="page">
        <div>
          <h1>{tool.replaceAll('_', ' ')}</h1>
          {live.tests === null ? null : (
            <p class="quiet small">
              {live.tests} tests · {live.runner}
            </p>
          )}
        </div>
        <div class="actions">
          <Cancel run={run} />
        </div>
      </header>
      {fault === null ? null : (
        <div class="fault" role="alert">
          <strong>{fault.code}</strong> {fault.message}
        </div>
      )}
      {state === 'failed' || state === 'lost' ? <Recorded live={live} /> : <LiveView live={live} connection={state} />}
    </>
  );
}

/** Where what was recorded can be seen and resumed. */
function Recorded({ live: { caseId, huntId, certificationId } }: Pick<Run, 'live'>) {
  const many = huntId ?? certificationId;
  return (
    <p>
      {caseId === null ? null : <a href={addressOf(['cases', caseId])}>The case {caseId}</a>}
      {many === null ? null : <a href={addressOf(['hunts', many])}>What was recorded, {many}</a>}
    </p>
  );
}

function Answer({ tool, result }: { readonly tool: string; readonly result: unknown }) {
  switch (tool) {
    case 'diagnose':
      return (
        <p>
          <a href={addressOf(['cases', (result as Diagnosis).caseId])}>The case {(result as Diagnosis).caseId}</a>
        </p>
      );
    case 'hunt':
      return <HuntView hunt={result as Results['hunt']} />;
    case 'certify':
      return <CertificationView certification={result as Results['certify']} />;
    case 'verify':
      return <VerificationAnswer value={result as Results['verify']} />;
    case 'replay':
      return <ReplayAnswer value={result as Results['replay']} />;
    case 'list_tests':
      return <ListAnswer value={result as Results['list_tests']} />;
    default:
      return <p>{tool}: done.</p>;
  }
}

function VerificationAnswer({ value }: { readonly value: Results['verify'] }) {
  const { verdict, test, summary, before, after, caseId } = value;
  return (
    <>
      <p>
        <Verdict verdict={verdict} />
      </p>
      <h1 class="id">
        <TestName id={test} />
      </h1>
      <p class="lead">{summary}</p>
      <p>
        Failed {fraction(before)} before and {fraction(after)} after.{' '}
        <a href={addressOf(['cases', caseId])}>The case {caseId}</a>
      </p>
    </>
  );
}

function ReplayAnswer({ value }: { readonly value: Results['replay'] }) {
  const { caseId, trial, recorded, seen, command, ms } = value;
  return (
    <>
      <h1>
        Replay of {trial}: {seen.join(', ')}
      </h1>
      <p>
        Recorded: {recorded}. It took {duration(ms)}. <a href={addressOf(['cases', caseId])}>The case {caseId}</a>
      </p>
      <Command text={command} />
    </>
  );
}

function ListAnswer({ value }: { readonly value: Results['list_tests'] }) {
  const tests = [value, ...value.others].flatMap((suite) => suite.tests);
  return (
    <>
      <h1>{tests.length.toLocaleString('en')} tests</h1>
      <Table
        label="Tests"
        rows={tests}
        columns={[{ title: 'Test', cell: (test) => <TestName id={test} /> }]}
        to={(test) => addressOf(['tests', test])}
      />
    </>
  );
}
