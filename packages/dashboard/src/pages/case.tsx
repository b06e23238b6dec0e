/** One case: live while it runs, then its diagnosis. */

import type { CaseResult } from '../../../unflake/src/tools/lib/status-results.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { caseEvents, useWatched } from '../live/watch.ts';
import { Start } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { Name } from '../parts/text.tsx';
import { Moment } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { rootOf, route } from '../route.ts';
import { CancelRunning } from './cancel.tsx';
import { DiagnosisView } from './diagnosis-view.tsx';
import { connectionOf, LiveView } from './live-view.tsx';

export function CasePage({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const found = useTool('case', { ...root, case: id });
  return <Answered from={found}>{(value) => <CaseView value={value} reload={found.reload} />}</Answered>;
}

function CaseView({ value, reload }: { readonly value: CaseResult; readonly reload: () => void }) {
  const { caseId, test, runner, seed, openedAt, closedAt, verdict } = value;
  const root = rootOf(useCell(route));
  const isOpen = closedAt === null;
  const watched = useWatched(isOpen ? caseEvents(caseId, root.root ?? null) : null, reload);
  const report = useTool('report', isOpen ? null : { ...root, case: caseId });
  // A case that was cancelled is closed with the best answer so far, and goes on where it was.
  const mayResume = isOpen || (verdict !== 'isolated' && verdict !== 'broken');
  const isRunning = isOpen && watched.state !== 'ended' && watched.state !== 'refused';
  return (
    <>
      <header class="page">
        <div>
          <p>
            <Verdict verdict={verdict} />
          </p>
          <h1 class="id">
            <Name id={test} />
          </h1>
          <p class="quiet small">
            <code>{caseId}</code> · <Name id={runner} /> · seed {seed} · opened <Moment at={openedAt} />
          </p>
        </div>
        <div class="actions">
          {isRunning && watched.state === 'live' && !watched.isRecord ? <CancelRunning id={caseId} /> : null}
          {mayResume && (!isRunning || watched.isRecord) ? (
            <Start label="Resume" tool="diagnose" input={{ ...root, resume: caseId }} isMain />
          ) : null}
          {isOpen ? null : <Start label="Verify a fix" tool="verify" input={{ ...root, case: caseId }} />}
          {isOpen ? null : <Start label="Replay the failure" tool="replay" input={{ ...root, case: caseId }} />}
        </div>
      </header>
      {isRunning ? <LiveView live={watched.live} connection={connectionOf(watched)} /> : null}
      {isOpen && !isRunning ? (
        <Empty title="This case is not finished" command={`unflake diagnose --resume ${caseId}`}>
          <p>
            {watched.why ?? 'It was interrupted, or nothing was recorded for a while.'} {value.trials.length} trials are
            recorded and will not be run again.
          </p>
        </Empty>
      ) : null}
      {isOpen ? null : <Answered from={report}>{({ record }) => <DiagnosisView record={record} />}</Answered>}
    </>
  );
}
