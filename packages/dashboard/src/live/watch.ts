/** Watches a case or a hunt, whoever works on it, and says when its record has changed for good. */
import { useEffect, useState } from 'preact/hooks';
import type { LabEvent } from '../../../unflake/src/contract/events.ts';
import { followStream } from '../api/follow.ts';
import { Fault } from '../api/request.ts';
import { isSite } from '../api/site.ts';
import { cell } from './cell.ts';
import { type LiveState, NOTHING_YET, withEvent } from './live-state.ts';
import { paced } from './paced.ts';

export type WatchState = 'connecting' | 'live' | 'reconnecting' | 'ended' | 'refused';

export interface Watched {
  readonly state: WatchState;
  readonly live: LiveState;
  readonly why: string | null;
  /** Nobody works on it in this service: what is shown comes from the record, which another process may extend. */
  readonly isRecord: boolean;
}

const FIRST: Watched = { state: 'connecting', live: NOTHING_YET, why: null, isRecord: false };

/** `path`: of its events; null while it is not to be watched. `ended` is called once, when nothing more will come. */
export function useWatched(path: string | null, ended: () => void): Watched {
  const [watched, setWatched] = useState<Watched>(FIRST);
  useEffect(() => {
    if (path === null || isSite) return undefined;
    const controller = new AbortController();
    const state = cell<Watched>(FIRST);
    const stop = state.subscribe(() => setWatched(state.get()));
    const shown = paced(state);
    const heard = (event: string, envelope: { readonly ok: boolean; readonly result?: unknown }) => {
      // A stream that begins anew tells everything again.
      if (event === 'start') {
        const isRecord = (envelope.result as { readonly tool: string }).tool === 'case';
        shown.update((old) => ({ ...old, live: NOTHING_YET, isRecord }));
      }
      if (event === 'progress')
        shown.update((old) => ({ ...old, live: withEvent(old.live, envelope.result as LabEvent) }));
    };
    followStream({
      signal: controller.signal,
      heard,
      connection: (connection) => shown.update((old) => ({ ...old, state: connection })),
      first: { path },
      again: () => path,
    }).then(
      () => finish('ended', null),
      (error: unknown) => finish('refused', error instanceof Fault ? error.message : String(error)),
    );
    function finish(over: WatchState, why: string | null): void {
      if (controller.signal.aborted) return;
      shown.update((old) => ({ ...old, state: over, why }));
      shown.flush();
      ended();
    }
    return () => {
      controller.abort();
      stop();
    };
  }, [path]);
  return watched;
}

export function caseEvents(caseId: string, root: string | null): string {
  const query = root === null ? '' : `?root=${encodeURIComponent(root)}`;
  return `cases/${encodeURIComponent(caseId)}/events${query}`;
}

export const huntEvents = (huntId: string): string => `hunts/${encodeURIComponent(huntId)}/events`;
