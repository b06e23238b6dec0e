/** Detects a hang: the files that the probe writes do not grow while a test runs. */
import { statSync } from 'node:fs';
import { readLeftFiles } from './command-files.ts';

export interface HangWatch {
  readonly files: readonly string[];
  /** Nobody waits for less, so that the files are not read before. */
  readonly shortestMs: number;
  /** How long the run may be silent, by the text of its files; null when no test runs. */
  readonly silenceMs: (texts: Readonly<Record<string, string>>) => number | null;
}

const LOOK_EVERY_MS = 250;

/** Calls `hung` once; returns how to stop watching. */
export function watchForHang({ files, shortestMs, silenceMs }: HangWatch, hung: () => void): () => void {
  let size = 0;
  let silentMs = 0;
  let limitMs: number | null | undefined;
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Time in which this process itself was stopped does not count: the run may have been stopped too.
    const passed = Math.min(now - lookedAt, 2 * LOOK_EVERY_MS);
    lookedAt = now;
    const current = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
    if (current !== size) {
      size = current;
      silentMs = 0;
      limitMs = undefined;
      return;
    }
    silentMs += passed;
    if (size === 0 || silentMs < shortestMs) return;
    if (limitMs === undefined) limitMs = silenceMs(readLeftFiles(files));
    if (limitMs === null || silentMs < limitMs) return;
    clearInterval(timer);
    hung();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
