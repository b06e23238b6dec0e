/** A duration for people. */
export function duration(ms: number): string {
  // Most unit tests take less than this; rounded, they would all look alike.
  if (ms > 0 && ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** Without decimals, for estimates. */
export function about(ms: number): string {
  return ms < 60_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : duration(Math.round(ms / 1_000) * 1_000);
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
