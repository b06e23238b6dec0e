/** A failure's message with what differs in it: the lines that the tool marked, and the two values that it compared. */

export interface MessageLine {
  readonly kind: 'same' | 'minus' | 'plus';
  readonly text: string;
}

/** Each value in three parts, of which the middle one differs. */
export interface ComparedValues {
  readonly expected: SplitValue;
  readonly received: SplitValue;
}

export type SplitValue = readonly [before: string, differs: string, after: string];

/** Pairs of values as test tools write them; the names say which is which. */
const PAIRS: readonly RegExp[] = [
  // Jest, Vitest, Playwright.
  /Expected(?: \w+)?:[ \t]*(?<expected>.+)\n\s*Received(?: \w+)?:[ \t]*(?<received>.+)/,
  // RSpec, testify, minitest.
  /expected:?[ \t]+(?<expected>.+?)\n\s*(?:got|actual)[ \t]*:[ \t]*(?<received>.+)/i,
  // JUnit.
  /expected: ?<(?<expected>.*?)> but was: ?<(?<received>.*?)>/,
  // Chai and the matchers of Vitest.
  /expected (?<received>.+?) to (?:be|equal|strictly equal|deeply equal) (?<expected>.+?)(?: \/\/ .+)?$/m,
  // pytest and node:assert.
  /\bassert (?<received>[^\n]+?) == (?<expected>[^\n]+)$/m,
  // In an attribute of JUnit XML, the explanation and the values stand in one line.
  /^(?:AssertionError[^\n]*: |[^\n]*\bExpected values to be [\w ]+:)?(?<received>[^\n]+?) (?:!==|!=) (?<expected>[^\n]+)$/m,
];

/** As long a value is not read at a glance; the whole message is below it. */
const MAX_VALUE = 400;

export function comparedValues(message: string): ComparedValues | null {
  for (const pair of PAIRS) {
    const { expected, received } = pair.exec(message)?.groups ?? {};
    if (expected === undefined || received === undefined) continue;
    if (expected.length > MAX_VALUE || received.length > MAX_VALUE) return null;
    return split(expected.trim(), received.trim());
  }
  return null;
}

/** Marked only where the tool shows both sides, so that a list with dashes is none. */
export function messageLines(message: string): readonly MessageLine[] {
  const lines = message.split('\n').map((text) => ({ kind: kindOf(text), text }) as const);
  const has = (kind: MessageLine['kind']) => lines.some((line) => line.kind === kind);
  if (has('minus') && has('plus')) return lines;
  return lines.map(({ text }) => ({ kind: 'same', text }));
}

/** `+ actual - expected` and `--- a` say what the marks mean. */
function kindOf(line: string): MessageLine['kind'] {
  const [, mark] = /^\s*(?:E\s+)?([-+])(?![-+])(?! actual - expected)(?! expected \+ actual)(?=\s|\S)/.exec(line) ?? [];
  if (mark === undefined) return 'same';
  return mark === '-' ? 'minus' : 'plus';
}

function split(expected: string, received: string): ComparedValues {
  const most = Math.min(expected.length, received.length);
  let start = 0;
  while (start < most && expected[start] === received[start]) start += 1;
  let end = 0;
  while (end < most - start && expected.at(-1 - end) === received.at(-1 - end)) end += 1;
  const parts = (text: string): SplitValue => [
    text.slice(0, start),
    text.slice(start, text.length - end),
    text.slice(text.length - end),
  ];
  return { expected: parts(expected), received: parts(received) };
}
