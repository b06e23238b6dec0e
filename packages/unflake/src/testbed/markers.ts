/** The markers in an environment's state folder: read all at once, written one by one and atomically. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byName, checkedName } from './names.ts';
import { isMarkAlive, markText, parseMark, processMark } from './process-mark.ts';

export interface Completion {
  readonly atSeconds: number;
  readonly ms: number;
}

export interface Markers {
  /** Steps with `.start`, by name. */
  readonly started: readonly string[];
  readonly complete: ReadonlyMap<string, Completion>;
  /** Steps whose `.pid` names a living process. */
  readonly running: ReadonlyMap<string, number>;
}

export const NO_MARKERS: Markers = { started: [], complete: new Map(), running: new Map() };

const MARKER = /^\.(start|complete|pid)-(.+)$/;

export function readMarkers(state: string): Markers {
  const started: string[] = [];
  const complete = new Map<string, Completion>();
  const running = new Map<string, number>();
  for (const file of filesOf(state)) {
    const match = MARKER.exec(file);
    if (match === null) continue;
    const step = match[2]!;
    if (match[1] === 'start') started.push(step);
    else if (match[1] === 'complete') {
      const text = textOf(join(state, file));
      // The bash library truncates a marker instead of removing it, and a full disk leaves an empty one.
      if (text !== '') complete.set(step, completion(text));
    } else {
      const mark = parseMark(textOf(join(state, file)));
      if (mark !== null && isMarkAlive(mark)) running.set(step, mark.pid);
    }
  }
  return { started, complete, running };
}

/** `pid`: when this process ends, the step has ended. */
export function markStart(state: string, step: string, nowMs: number, pid = process.pid): void {
  const place = markerPlace(state, step);
  rmSync(place('complete'), { force: true });
  writeWhole(place('start'), `${Math.floor(nowMs / 1_000)}\n`);
  writeWhole(place('pid'), `${markText(processMark(pid))}\n`);
}

export function markComplete(state: string, step: string, nowMs: number, ms: number): void {
  const place = markerPlace(state, step);
  writeWhole(place('complete'), `${Math.floor(nowMs / 1_000)} ${Math.round(ms)}\n`);
  rmSync(place('pid'), { force: true });
}

/** For a step that failed: it stays incomplete, and no process runs it any more. */
export function markEnded(state: string, step: string): void {
  rmSync(markerPlace(state, step)('pid'), { force: true });
}

let written = 0;

/** Readers see the old text or the new one, never a partial one. */
export function writeWhole(path: string, text: string): void {
  written += 1;
  // unflake-allow name-from-clock: it only has to differ from what another process writes there at this moment
  const temporary = `${path.slice(0, path.lastIndexOf('/') + 1)}.tmp-${process.pid}-${written}`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function markerPlace(state: string, step: string): (kind: 'start' | 'complete' | 'pid') => string {
  checkedName(step, 'step');
  mkdirSync(state, { recursive: true });
  return (kind) => join(state, `.${kind}-${step}`);
}

function completion(text: string): Completion {
  const [at, ms] = text.trim().split(' ').map(Number);
  return { atSeconds: at || 0, ms: ms || 0 };
}

function filesOf(state: string): readonly string[] {
  try {
    return readdirSync(state).sort(byName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

/** Empty if another process has removed it since it was listed. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}
