/** What was tried before at a place: the commits that changed its lines, with both states, and those that speak of it. */
import type { HistoricCommit, PlaceHistory } from '../../contract/scan-report.ts';
import type { Git } from './git.ts';
import { LOG_FORMAT, readLineLog } from './line-log.ts';
import { type Lines, linesAtHead } from './lines-at-head.ts';

export interface HistoryQuestion extends Lines {
  readonly file: string;
  /** What messages may call it: the function's name. */
  readonly name: string;
}

const MAX_TOUCHING = 12;
const MAX_NAMING = 5;
/** A state is for reading. */
const MAX_STATE_LINES = 40;
const FLAKINESS = ['flaky', 'flakiness', 'nondeterminis', 'intermittent'];

export async function placeHistory(git: Git, question: HistoryQuestion): Promise<PlaceHistory> {
  const { file, name } = question;
  const diff = await git(['diff-index', '--patch', '--relative', '--no-ext-diff', '--unified=0', 'HEAD', '--', file]);
  if ('why' in diff) return { commits: [], limit: diff.why };
  const lines = linesAtHead(question, diff.text);
  if (lines === null) return { commits: [], limit: 'these lines are in no commit yet' };
  const log = await git([
    'log',
    `-L${lines.line},${lines.endLine}:${file}`,
    '--no-ext-diff',
    `--max-count=${MAX_TOUCHING + 1}`,
    LOG_FORMAT,
  ]);
  if ('why' in log) return { commits: [], limit: log.why };
  const touched = readLineLog(log.text);
  const words = [...(/^\w{4,}$/.test(name) ? [name] : []), ...FLAKINESS];
  const said = await git([
    'log',
    '--regexp-ignore-case',
    '--fixed-strings',
    ...words.map((word) => `--grep=${word}`),
    `--max-count=${MAX_TOUCHING + MAX_NAMING}`,
    LOG_FORMAT,
    '--',
    file,
  ]);
  const known = new Set(touched.map(({ hash }) => hash));
  const naming = 'why' in said ? [] : readLineLog(said.text).filter(({ hash }) => !known.has(hash));
  const commits: readonly HistoricCommit[] = [
    ...touched.slice(0, MAX_TOUCHING).map((commit) => ({ ...commit, how: 'touched' as const, ...shortened(commit) })),
    ...naming.slice(0, MAX_NAMING).map((commit) => ({ ...commit, how: 'named' as const })),
  ];
  return { commits, limit: touched.length > MAX_TOUCHING ? `the newest ${MAX_TOUCHING} commits are shown` : null };
}

function shortened({ before, after, diff }: Pick<HistoricCommit, 'before' | 'after' | 'diff'>) {
  return { before: cut(before), after: cut(after), diff: cut(diff) };
}

function cut(text: string | null): string | null {
  const lines = text?.split('\n') ?? [];
  return lines.length > MAX_STATE_LINES ? [...lines.slice(0, MAX_STATE_LINES), '…'].join('\n') : text;
}
