/** Cancels work, whoever started it: the service decides, by who may call its tools. */
import { useState } from 'preact/hooks';
import { Fault, sendForResult } from '../api/request.ts';
import { type Cell, useCell } from '../live/cell.ts';
import { cancelRun, isOver, type Run } from '../live/runs.ts';
import { Refusal, useMayAct } from '../parts/action.tsx';

/** `id`: of a case, hunt or certification that runs in this service. */
export function CancelRunning({ id }: { readonly id: string }) {
  return <CancelButton cancel={() => sendForResult(`running/${encodeURIComponent(id)}`, { method: 'DELETE' })} />;
}

/** A call of this tab, which has no id of its own until it has opened something. */
export function Cancel({ run }: { readonly run: Cell<Run> }) {
  const shown = useCell(run);
  return isOver(shown) ? null : <CancelButton cancel={() => cancelRun(shown)} />;
}

function CancelButton({ cancel }: { readonly cancel: () => Promise<unknown> }) {
  const [isAsked, setIsAsked] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  if (!useMayAct()) return null;
  const ask = async () => {
    setIsAsked(true);
    setWhy(null);
    try {
      await cancel();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      setIsAsked(false);
      setWhy(error.message);
    }
  };
  return (
    <span class="action">
      <button type="button" disabled={isAsked} onClick={ask}>
        {isAsked ? 'Cancelling…' : 'Cancel'}
      </button>
      <Refusal why={why} />
    </span>
  );
}
