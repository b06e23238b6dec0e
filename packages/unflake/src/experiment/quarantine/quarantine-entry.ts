/** One known flaky test that does not fail a job, with its reason, its owner and its end. */
import { canBeSameFile } from '../../contract/reported-file.ts';

export interface QuarantineEntry {
  readonly test: string;
  readonly reason: string;
  readonly owner: string;
  readonly ticket?: string | undefined;
  /** First and last day, as YYYY-MM-DD in UTC. */
  readonly since: string;
  readonly until: string;
  /** Id of the case that diagnosed it. */
  readonly case?: string | undefined;
}

export interface QuarantineCaps {
  /** Entries in all. */
  readonly total: number;
  readonly perOwner: number;
  /** From the first to the last day. */
  readonly days: number;
}

/** Names whose equality means the same test, however it is written. */
export interface TestName {
  readonly file: string;
  readonly words: string;
}

const DAY_MS = 86_400_000;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Its last day still counts. */
export const isExpired = ({ until }: Pick<QuarantineEntry, 'until'>, today: string): boolean => until < today;

/** What the list as a whole breaks, as sentences. */
export function brokenCaps(
  entries: readonly QuarantineEntry[],
  { total, perOwner, days }: QuarantineCaps,
): readonly string[] {
  const byOwner = new Map<string, number>();
  for (const { owner } of entries) byOwner.set(owner, (byOwner.get(owner) ?? 0) + 1);
  return [
    ...(entries.length > total ? [`${entries.length} tests are in quarantine, and at most ${total} may be`] : []),
    ...[...byOwner]
      .filter(([, count]) => count > perOwner)
      .map(([owner, count]) => `${owner} has ${count} tests in quarantine, and may have at most ${perOwner}`),
    ...entries
      .filter(({ since, until }) => daysBetween(since, until) > days)
      .map(
        ({ test, since, until }) =>
          `${test}: ${daysBetween(since, until)} days are more than the ${days} that are allowed (${since} to ${until})`,
      ),
  ];
}

/**
 * True if the entry stands for the test. An entry without a file stands for the test of that name in any file, and one without parameters
 * for all parameters.
 */
export function covers(entry: TestName, test: TestName): boolean {
  return canBeSameFile(entry.file, test.file) && coveringWords(test).includes(entry.words);
}

/** Words of the entries that can stand for the test: its own, and those without its parameters. */
export function coveringWords({ words }: TestName): readonly string[] {
  const [, plain] = /^(.*?)\[[\s\S]*\]$/.exec(words) ?? [];
  return plain === undefined ? [words] : [words, plain];
}
