/** Which tests were running when a Go program ended. A test that has called t.Parallel has begun, and waits until all others have ended. */
import type { Failure } from '../../reports/fingerprint.ts';
import type { GoEvent } from './go-events.ts';
import { parseGoId } from './go-id.ts';

export type Start = Extract<GoEvent, { ev: 'start' }>;

export interface OpenTests {
  readonly running: readonly Start[];
  /** Begun, but not to blame. */
  readonly waiting: readonly Start[];
  /** Several ran side by side, and nothing tells which one ended the program. */
  readonly doubt: boolean;
}

export function openTests(events: readonly GoEvent[], crash: Failure | null): readonly OpenTests[] {
  const folders = new Map<string, { open: Start[]; parallel: boolean }>();
  const at = (folder: string) => {
    const known = folders.get(folder) ?? { open: [], parallel: false };
    folders.set(folder, known);
    return known;
  };
  for (const event of events) {
    if (event.ev === 'start') {
      const own = at(parseGoId(event.id).folder);
      own.open.push(event);
      own.parallel = false;
    } else if (event.ev === 'end') {
      const own = at(parseGoId(event.id).folder);
      own.open = own.open.filter(({ id, run }) => id !== event.id || run !== event.run);
    } else if (event.ev === 'serial-end') at(event.package).parallel = true;
  }
  return [...folders.values()].map(({ open, parallel }) => split(open, parallel, crash));
}

function split(open: readonly Start[], parallel: boolean, crash: Failure | null): OpenTests {
  // Before the mark exactly one test runs: the last that was started.
  if (!parallel) return { running: open.slice(-1), waiting: open.slice(0, -1), doubt: false };
  const named = open.filter(({ id }) => new RegExp(`\\.${parseGoId(id).name}(?:\\.| )`).test(crash?.stack ?? ''));
  if (named.length !== 1) return { running: open, waiting: [], doubt: open.length > 1 };
  return { running: named, waiting: open.filter((start) => start !== named[0]), doubt: false };
}
