/** Parses what Go prints about failed tests: a line per test, with its log indented below. */
export interface FailureBlock {
  readonly name: string;
  readonly message: string;
}

const HEAD = /^--- FAIL: (\S+) \(\d+(?:\.\d+)?s\)$/;
const INDENT = '    ';

/** In the order of the output; subtests belong to the block of their parent. */
export function failureBlocks(output: string): readonly FailureBlock[] {
  const blocks: { name: string; lines: string[] }[] = [];
  let open: { name: string; lines: string[] } | undefined;
  for (const line of output.split('\n')) {
    // Output of a test without a line break comes before the heading.
    const name = HEAD.exec(line.slice(Math.max(0, line.indexOf('--- FAIL: '))))?.[1];
    if (name !== undefined && !line.startsWith(INDENT)) {
      open = { name, lines: [] };
      blocks.push(open);
    } else if (open !== undefined && line.startsWith(INDENT)) open.lines.push(line.slice(INDENT.length));
    else open = undefined;
  }
  return blocks.map(({ name, lines }) => ({ name, message: lines.map(withoutDuration).join('\n').trim() }));
}

function withoutDuration(line: string): string {
  return line.replace(/^(\s*--- FAIL: \S+) \(\d+(?:\.\d+)?s\)$/, '$1');
}
