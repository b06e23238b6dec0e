/**
 * The calls that this tab has started. They go on while the person looks at other pages, and after the page is loaded again; the service
 * cancels them some seconds after the tab is closed.
 */
import type { Envelope } from '../../../unflake/src/contract/envelope.ts';
import type { LabEvent } from '../../../unflake/src/contract/events.ts';
import { followStream } from '../api/follow.ts';
import { Fault, jsonBody, sendForResult } from '../api/request.ts';
import type { Input } from '../api/results.ts';
import { type Cell, cell } from './cell.ts';
import { type LiveState, NOTHING_YET, withEvent } from './live-state.ts';
import { paced } from './paced.ts';

export type RunState = 'starting' | 'live' | 'reconnecting' | 'done' | 'failed' | 'lost';

export interface Run {
  readonly call: string | null;
  readonly tool: string;
  readonly state: RunState;
  readonly live: LiveState;
  readonly result: unknown;
  readonly fault: { readonly code: string; readonly message: string } | null;
}

const KEY = 'unflake-calls';

/** Newest first. */
export const runs: Cell<readonly Cell<Run>[]> = cell<readonly Cell<Run>[]>([]);

export const isOver = ({ state }: Run): boolean => state === 'done' || state === 'failed' || state === 'lost';

/** Resolves when the service has accepted the call; rejects with its Fault otherwise. */
export function startRun(tool: string, input: Input): Promise<Cell<Run>> {
  return follow(tool, null, { path: `tools/${tool}/stream`, init: jsonBody(input) });
}

/** After the page was loaded again. */
export function rejoinRuns(): void {
  for (const { tool, call } of JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as { tool: string; call: string }[])
    follow(tool, call, { path: joinPath(tool, call) }).catch(() => remember());
}

export async function cancelRun({ tool, call }: Run): Promise<void> {
  if (call !== null) await sendForResult(joinPath(tool, call), { method: 'DELETE' });
}

const joinPath = (tool: string, call: string) => `tools/${tool}/stream?call=${encodeURIComponent(call)}`;

function follow(tool: string, call: string | null, first: { path: string; init?: RequestInit }): Promise<Cell<Run>> {
  const run = cell<Run>({ call, tool, state: 'starting', live: NOTHING_YET, result: null, fault: null });
  const shown = paced(run);
  const end = (change: Partial<Run>) => {
    shown.update((old) => ({ ...old, ...change }));
    shown.flush();
    remember();
  };
  return new Promise((resolve, reject) => {
    let isAccepted = false;
    const heard = (event: string, envelope: Envelope) => {
      if (event === 'start') {
        const { call: id } = (envelope as { result: { call: string } }).result;
        shown.update((old) => ({ ...old, call: id, state: 'live' }));
        shown.flush();
        if (!isAccepted) runs.set([run, ...runs.get()]);
        isAccepted = true;
        remember();
        resolve(run);
      } else if (event === 'progress' && envelope.ok)
        shown.update((old) => ({ ...old, live: withEvent(old.live, envelope.result as LabEvent) }));
      else if (event === 'result' && envelope.ok) end({ state: 'done', result: envelope.result });
      else if (event === 'error' && !envelope.ok) end({ state: 'failed', fault: envelope.error });
    };
    followStream({
      signal: new AbortController().signal,
      heard,
      connection: (state) => shown.update((old) => (isOver(old) ? old : { ...old, state })),
      first,
      again: (start) => joinPath(tool, (start as { result: { call: string } }).result.call),
      startsWork: first.init !== undefined || call !== null,
    }).catch((error: unknown) => {
      if (!isAccepted) reject(error);
      else
        end({
          state: 'lost',
          fault: { code: error instanceof Fault ? error.code : 'INTERNAL', message: String(error) },
        });
    });
  });
}

function remember(): void {
  const kept = runs.get().flatMap((one) => {
    const run = one.get();
    return run.call === null || isOver(run) ? [] : [{ tool: run.tool, call: run.call }];
  });
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}
