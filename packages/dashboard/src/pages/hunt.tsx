/** One hunt or certification: live while it runs in this service, then its result. */
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { huntEvents, useWatched } from '../live/watch.ts';
import { Start } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { rootOf, route } from '../route.ts';
import { CancelRunning } from './cancel.tsx';
import { CertificationView } from './certification-view.tsx';
import { HuntView } from './hunt-view.tsx';
import { connectionOf, LiveView } from './live-view.tsx';

export function HuntPage({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const found = useTool('hunts', { ...root, hunt: id });
  return (
    <Answered from={found}>
      {({ hunt, certification }) => {
        if (hunt !== null) return <HuntView hunt={hunt} />;
        if (certification !== null) return <CertificationView certification={certification} />;
        return <Open id={id} reload={found.reload} />;
      }}
    </Answered>
  );
}

function Open({ id, reload }: { readonly id: string; readonly reload: () => void }) {
  const root = rootOf(useCell(route));
  const tool = id.startsWith('cert-') ? 'certify' : 'hunt';
  const watched = useWatched(huntEvents(id), reload);
  // A service that does not work on it refuses, and what was recorded is all there is.
  const isRunning = watched.state !== 'ended' && watched.state !== 'refused';
  return (
    <>
      <header class="page">
        <div>
          <h1>
            {tool} <code>{id}</code>
          </h1>
          {watched.live.tests === null ? null : (
            <p class="quiet small">
              {watched.live.tests.toLocaleString('en')} tests · {watched.live.runner}
            </p>
          )}
        </div>
        <div class="actions">
          {watched.state === 'live' ? <CancelRunning id={id} /> : null}
          {isRunning ? null : <Start label="Resume" tool={tool} input={{ ...root, resume: id }} isMain />}
        </div>
      </header>
      {isRunning ? (
        <LiveView live={watched.live} connection={connectionOf(watched)} />
      ) : (
        <Empty title="It is not finished" command={`unflake ${tool} --resume ${id}`}>
          <p>It is running elsewhere, or it was interrupted. What was recorded will not be run again.</p>
        </Empty>
      )}
    </>
  );
}
