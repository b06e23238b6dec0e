/**
 * Which tests an answer is about, and in which order. The store selects by status and name, and orders by what it has in columns; everything else is
 * looked for in what is known of all tests, so that each kind of store answers alike.
 */
import type { QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryPage, HistoryQuery, HistoryStore, HistoryTest } from '../../../store/history-port.ts';
import { assessmentOf } from './assess-tests.ts';
import { diagnosedOf, entryFinder } from './history-rows.ts';
import type { HistorySort } from './results.ts';

export interface TestSelection {
  readonly status: readonly string[] | null;
  readonly filter: string | null;
  /** A family or a kind; `null` for any. */
  readonly cause: string | null;
  readonly owner: string | null;
  readonly file: string | null;
  readonly branch: string | null;
  /** The beginning of its hash. */
  readonly commit: string | null;
  readonly sort: HistorySort;
  readonly limit: number;
  readonly offset: number;
}

/** One query for most projects; of larger ones, what was not selected is given up again. */
const TESTS_AT_ONCE = 10_000;

/** `diagnosed`: names of tests with a case, as the store of cases has them. */
export async function selectTests(
  history: HistoryStore,
  selection: TestSelection,
  quarantine: readonly QuarantineEntry[],
  diagnosed: () => Promise<readonly string[]>,
): Promise<HistoryPage> {
  const { status, filter, limit, offset } = selection;
  const order = storeOrder(selection);
  if (order !== null) return await history.page({ status, contains: filter, order, limit, offset });
  const entryOf = entryFinder(quarantine);
  const { cause } = selection;
  const found: HistoryTest[] = [];
  for await (const test of cause === null
    ? allTests(history, filter)
    : await diagnosedAs(history, cause, await diagnosed()))
    if (matches(test, entryOf(test), selection)) found.push(test);
  const tests = found.toSorted(ORDERS[selection.sort]);
  return { tests: tests.slice(offset, offset + limit), total: tests.length };
}

/** Null where the store cannot answer by itself. `quarantined` is what the file of the project says, so it cannot select by it. */
function storeOrder(selection: TestSelection): NonNullable<HistoryQuery['order']> | null {
  const { status, cause, owner, file, branch, commit, sort } = selection;
  const isPlain = [cause, owner, file, branch, commit].every((one) => one === null);
  if (!isPlain || status?.includes('quarantined') === true) return null;
  return sort === 'hurt' || sort === 'name' || sort === 'last-seen' ? sort : null;
}

/** Those whose newest diagnosis names the cause. */
async function diagnosedAs(
  history: HistoryStore,
  cause: string,
  names: readonly string[],
): Promise<readonly HistoryTest[]> {
  const found = new Map<number, HistoryTest>();
  for (const name of new Set(names)) {
    const test = await history.byName(historyNameOfId(name));
    if (test === null || found.has(test.key)) continue;
    if (isCause(diagnosedOf(await history.provoked(test.key))?.says ?? '', cause)) found.set(test.key, test);
  }
  return [...found.values()];
}

async function* allTests(history: HistoryStore, contains: string | null): AsyncGenerator<HistoryTest> {
  for (let offset = 0; ; offset += TESTS_AT_ONCE) {
    const { tests } = await history.page({ status: null, contains, limit: TESTS_AT_ONCE, offset });
    yield* tests;
    if (tests.length < TESTS_AT_ONCE) return;
  }
}

function matches(test: HistoryTest, entry: QuarantineEntry | null, selection: TestSelection): boolean {
  const { status, filter, owner, file, branch, commit } = selection;
  const own = entry === null ? [] : ['quarantined'];
  if (status !== null && ![...own, test.assessed?.status ?? 'healthy'].some((one) => status.includes(one)))
    return false;
  if (filter !== null && !contains(test.id, filter)) return false;
  if (owner !== null && entry?.owner !== owner) return false;
  if (file !== null && !contains(test.file, file)) return false;
  const { failedOn = [], failedCommits = [] } = assessmentOf(test.assessed) ?? {};
  if (commit !== null && !failedCommits.some((one) => one.startsWith(commit))) return false;
  return branch === null || failedOn.includes(branch);
}

/** `isolated: ordering / victim` is of the cause `ordering` and of `victim`. */
function isCause(says: string, cause: string): boolean {
  const [, told = ''] = says.split(': ');
  return told === cause || told.split(' / ').includes(cause);
}

/** As databases compare: letters of both cases are equal. */
const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

type Order = (a: HistoryTest, b: HistoryTest) => number;

const byName: Order = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const most =
  (of: (test: HistoryTest) => number): Order =>
  (a, b) =>
    of(b) - of(a) || byName(a, b);
const failuresOf = (test: HistoryTest) => assessmentOf(test.assessed)?.failures ?? 0;
const runsOf = (test: HistoryTest) => assessmentOf(test.assessed)?.runs ?? test.runs;

const ORDERS: Readonly<Record<HistorySort, Order>> = {
  hurt: most(({ assessed }) => assessed?.hurt ?? 0),
  name: byName,
  failures: most(failuresOf),
  runs: most(runsOf),
  rate: most((test) => (runsOf(test) === 0 ? 0 : failuresOf(test) / runsOf(test))),
  'last-seen': most(({ lastSeenMs }) => lastSeenMs),
};
