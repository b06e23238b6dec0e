/** Two texts as a unified diff that `git apply` and `patch` take. Pure. */

const CONTEXT = 3;
/** Beyond this many cells the middle is shown as one change. */
const MAX_TABLE = 4_000_000;
const NO_NEWLINE = '\\ No newline at end of file';

interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const rows = compared(linesOf(before), linesOf(after));
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks(rows), ''].join('\n');
}

/** Each with its line break, so that a last line without one is another line. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compared(a: readonly string[], b: readonly string[]): readonly Row[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const keep = (lines: readonly string[]) => lines.map((text) => ({ mark: ' ' as const, text }));
  return [
    ...keep(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...keep(a.slice(a.length - tail)),
  ];
}

/** By the longest common subsequence. */
function middle(a: readonly string[], b: readonly string[]): readonly Row[] {
  if (a.length * b.length > MAX_TABLE) return [...a.map(minus), ...b.map(plus)];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const rows: Row[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push({ mark: ' ', text: a[i]! });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) {
      rows.push(minus(a[i]!));
      i += 1;
    } else {
      rows.push(plus(b[j]!));
      j += 1;
    }
  }
  return rows;
}

const minus = (text: string): Row => ({ mark: '-', text });
const plus = (text: string): Row => ({ mark: '+', text });

function hunks(rows: readonly Row[]): readonly string[] {
  const changed = rows.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  const groups: [number, number][] = [];
  for (const index of changed) {
    const last = groups.at(-1);
    if (last !== undefined && index - last[1] <= 2 * CONTEXT) last[1] = index;
    else groups.push([index, index]);
  }
  return groups.flatMap(([first, last]) => {
    const from = Math.max(0, first - CONTEXT);
    const own = rows.slice(from, last + CONTEXT + 1);
    const count = (list: readonly Row[], without: Row['mark']) => list.filter(({ mark }) => mark !== without).length;
    const range = (without: Row['mark']) => {
      const lines = count(own, without);
      const start = count(rows.slice(0, from), without) + (lines === 0 ? 0 : 1);
      return lines === 1 ? `${start}` : `${start},${lines}`;
    };
    return [`@@ -${range('+')} +${range('-')} @@`, ...own.flatMap(shown)];
  });
}

function shown({ mark, text }: Row): readonly string[] {
  return text.endsWith('\n') ? [`${mark}${text.slice(0, -1)}`] : [`${mark}${text}`, NO_NEWLINE];
}
