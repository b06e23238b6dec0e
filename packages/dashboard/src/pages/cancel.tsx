/** Cancels work that this tab has started. Only the call that does the work can be cancelled, and only its client knows that call. */
import { useState } from 'preact/hooks';
import { type Cell, useCell } from '../live/cell.ts';
import { cancelRun, isOver, type Run, runs } from '../live/runs.ts';

export function CancelOwnRun({ caseId }: { readonly caseId: string }) {
  const own = useCell(runs).find((run) => run.get().live.caseId === caseId && !isOver(run.get()));
  return own === undefined ? null : <Cancel run={own} />;
}

export function Cancel({ run }: { readonly run: Cell<Run> }) {
  const shown = useCell(run);
  const [isAsked, setIsAsked] = useState(false);
  if (isOver(shown)) return null;
  return (
    <button
      type="button"
      disabled={isAsked}
      onClick={() => {
        setIsAsked(true);
        cancelRun(shown).catch(() => setIsAsked(false));
      }}
    >
      {isAsked ? 'Cancelling…' : 'Cancel'}
    </button>
  );
}
