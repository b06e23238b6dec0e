/** The outcome of one file, from its TAP and its exit. */

const TEXT_LIMIT = 8000;
const POINT = /^( *)(not )?ok\b(?: \d+)?(?: - )?(.*)$/;
const DIRECTIVE = / # (SKIP|TODO)\b.*$/i;
const TIME = / # time=\S+$/;

/** @returns {{ outcome: string, error?: { type: string, message: string, stack?: string } }} */
export function outcomeOf({ code, signal, stdout, stderr, drained }) {
  const points = pointsIn(stdout.split('\n'));
  const own = points.filter(({ depth }) => depth === 0);
  const failure = points.find(({ failed }) => failed);
  const plan = /^1\.\.\d+(.*)$/m.exec(stdout);
  const crashed = (words) => ({
    outcome: 'crashed',
    error: { type: 'crashed', message: `${words}\n${stderr}`.trim().slice(-TEXT_LIMIT) },
  });
  if (signal !== null) return crashed(`the process was ended by ${signal}`);
  if (failure?.name.startsWith('test unfinished') && !drained)
    return crashed('the process was ended before the test was');
  if (plan === null) return crashed(`the process ended with exit code ${code} before its tests did`);
  if (failure !== undefined && code !== 0)
    return { outcome: failure.name === 'timeout!' ? 'timed-out' : 'failed', error: errorOf(failure) };
  if (code !== 0) return crashed(`the process ended with exit code ${code}, and no test failed`);
  return { outcome: own.every(({ skipped }) => skipped) ? 'skipped' : 'passed' };
}

/** The line of a subtest comes after its contents, so that the first failure is the original one. */
function pointsIn(lines) {
  return lines.flatMap((line, index) => {
    const [, indent, not, rest] = POINT.exec(line) ?? [];
    // A subtest that was buffered has its line before its contents.
    if (indent === undefined || rest.endsWith(' {')) return [];
    const directive = DIRECTIVE.exec(rest)?.[1].toUpperCase();
    const name = rest.replace(DIRECTIVE, '').replace(TIME, '');
    const skipped = directive !== undefined;
    return [
      {
        depth: indent.length,
        name,
        skipped,
        failed: not !== undefined && !skipped,
        details: detailsAt(lines, index, indent),
      },
    ];
  });
}

/** The block below a test point, by key. */
function detailsAt(lines, index, indent) {
  const details = {};
  if (lines[index + 1] !== `${indent}  ---`) return details;
  let key;
  for (const line of lines.slice(index + 2)) {
    if (line === `${indent}  ...`) break;
    const text = line.slice(indent.length + 2);
    const [, name, value] = /^(\w+):(?: (.*))?$/.exec(text) ?? [];
    if (name !== undefined) {
      key = name;
      details[key] = value === undefined || value === '|' || value === '>' ? [] : [value];
    } else if (key !== undefined) details[key].push(text.replace(/^ {2}/, ''));
  }
  return details;
}

function errorOf({ name, details: { type, stack = [], at: _at, source: _source, ...details } }) {
  const more = Object.entries(details).map(([key, lines]) => `${key}: ${lines.join('\n')}`);
  const message = [name, ...more].join('\n').slice(0, TEXT_LIMIT);
  const frames = stack.filter(Boolean).map((line) => `    at ${line}`);
  return {
    type: type?.[0] ?? 'AssertionError',
    message,
    ...(frames.length > 0 && { stack: [`${name}`, ...frames].join('\n') }),
  };
}
