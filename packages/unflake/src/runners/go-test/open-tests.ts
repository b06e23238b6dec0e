/**
 * The tests that were running when a Go program ended. A test that called t.Parallel has started, and waits until all serial tests have
 * ended.
 */
import type { Failure } from '../../reports/fingerprint.ts';
import type { GoEvent } from './go-events.ts';
import { parseGoId } from './go-id.ts';

export type TestStart = Extract<GoEvent, { ev: 'start' }>;

export interface OpenTests {
  readonly running: readonly TestStart[];
  /** Started, but not the cause. */
  readonly waiting: readonly TestStart[];
  /** Several ran in parallel, and nothing shows which one ended the program. */
  readonly doubt: boolean;
}

export function openTests(events: readonly GoEvent[], crash: Failure | null): readonly OpenTests[] {
  const folders = new Map<string, Folder>();
  const at = (folder: string) => {
    const known = folders.get(folder) ?? { open: [], parallel: false, blamed: false };
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
      own.blamed ||= event.outcome === 'crashed';
    } else if (event.ev === 'serial-end') at(event.package).parallel = true;
  }
  return [...folders.values()].map((folder) => split(folder, crash));
}

interface Folder {
  open: TestStart[];
  /** The last test has started. */
  parallel: boolean;
  /** A test has reported its own panic. */
  blamed: boolean;
}

function split({ open, parallel, blamed }: Folder, crash: Failure | null): OpenTests {
  if (blamed) return { running: [], waiting: open, doubt: false };
  // Before the mark exactly one test runs: the last that started.
  if (!parallel) return { running: open.slice(-1), waiting: open.slice(0, -1), doubt: false };
  const named = open.filter(({ id }) => new RegExp(`\\.${parseGoId(id).name}(?:\\.| )`).test(crash?.stack ?? ''));
  if (named.length !== 1) return { running: open, waiting: [], doubt: open.length > 1 };
  return { running: named, waiting: open.filter((start) => start !== named[0]), doubt: false };
}
