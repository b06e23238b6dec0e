/** A button that starts work, where this service allows it. Where it does not, the command to type instead. */
import { useState } from 'preact/hooks';
import { Fault } from '../api/request.ts';
import type { Input } from '../api/results.ts';
import { session } from '../api/session.ts';
import { type Cell, useCell } from '../live/cell.ts';
import { type Run, startRun } from '../live/runs.ts';
import { addressOf, go } from '../route.ts';

export function useMayAct(): boolean {
  const current = useCell(session);
  return current.state === 'open' && current.health.dashboard === 'actions';
}

interface StartProps {
  readonly label: string;
  readonly tool: string;
  readonly input: Input;
  readonly isMain?: boolean;
  /** Where to go on; by default the page of the run. */
  readonly started?: (run: Cell<Run>) => void;
}

export function Start({ label, tool, input, isMain = false, started }: StartProps) {
  const [state, setState] = useState<'idle' | 'starting'>('idle');
  const [why, setWhy] = useState<string | null>(null);
  if (!useMayAct()) return null;
  const start = async () => {
    setState('starting');
    setWhy(null);
    try {
      const run = await startRun(tool, input);
      (started ?? showRun)(run);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      setWhy(error.message);
    } finally {
      setState('idle');
    }
  };
  return (
    <span class="action">
      <button type="button" class={isMain ? 'main' : ''} disabled={state === 'starting'} onClick={start}>
        {state === 'starting' ? 'Starting…' : label}
      </button>
      <Refusal why={why} />
    </span>
  );
}

/** Beside a button: why the service did not do it. */
export function Refusal({ why }: { readonly why: string | null }) {
  return why === null ? null : (
    <span class="fault" role="alert">
      {why}
    </span>
  );
}

export function showRun(run: Cell<Run>): void {
  go(addressOf(['runs', run.get().call ?? '']));
}
