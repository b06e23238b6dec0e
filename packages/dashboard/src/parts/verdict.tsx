/** A verdict as a badge: a sign and a word, so that its colour says nothing alone. */
const SIGNS: Readonly<Record<string, { readonly sign: string; readonly kind: string }>> = {
  isolated: { sign: '●', kind: 'bad' },
  broken: { sign: '✕', kind: 'bad' },
  narrowed: { sign: '◐', kind: 'some' },
  'not-reproduced': { sign: '○', kind: 'none' },
  blocked: { sign: '■', kind: 'some' },
  flaky: { sign: '●', kind: 'bad' },
  certified: { sign: '✓', kind: 'good' },
  fixed: { sign: '✓', kind: 'good' },
  'still-flaky': { sign: '●', kind: 'bad' },
  'different-failure': { sign: '●', kind: 'bad' },
  open: { sign: '…', kind: 'run' },
  healthy: { sign: '✓', kind: 'good' },
  quarantined: { sign: '‖', kind: 'some' },
  leave: { sign: '✓', kind: 'good' },
  expired: { sign: '●', kind: 'bad' },
  neglected: { sign: '◐', kind: 'some' },
  renamed: { sign: '◐', kind: 'some' },
  runs: { sign: '▶', kind: 'run' },
  waits: { sign: '○', kind: 'none' },
  lost: { sign: '✕', kind: 'bad' },
  unknown: { sign: '◐', kind: 'some' },
};

export function Verdict({ verdict }: { readonly verdict: string | null }) {
  const shown = verdict ?? 'open';
  const { sign, kind } = SIGNS[shown] ?? { sign: '○', kind: 'none' };
  return (
    <span class={`badge ${kind}`}>
      <span aria-hidden="true">{sign} </span>
      {shown.replaceAll('-', ' ')}
    </span>
  );
}
