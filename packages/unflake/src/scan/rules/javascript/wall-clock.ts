import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { hasFakeClock } from './fake-clock.ts';

export const wallClock: Rule = {
  id: 'javascript/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument (`now = Date.now()`), or set it in the test: `vi.setSystemTime`, `jest.setSystemTime`, `mock.timers.enable({ apis: ["Date"] })`.',
  find: [
    calls(
      ['Date.now', 'globalThis.Date.now', 'luxon.DateTime.now', 'luxon.DateTime.utc', 'luxon.DateTime.local'],
      (call) => call.args.length === 0 && isReal(call),
    ),
    calls(
      ['Date', 'globalThis.Date', 'dayjs', 'moment', 'moment.utc', 'dayjs.utc'],
      (call) => call.args.length === 0 && isReal(call),
    ),
    calls(
      [
        'Temporal.Now.instant',
        'Temporal.Now.plainDateISO',
        'Temporal.Now.plainDateTimeISO',
        'Temporal.Now.zonedDateTimeISO',
      ],
      isReal,
    ),
  ],
  flags: [
    'const started = Date.now();\n',
    'import dayjs from "dayjs";\nexport const due = () => dayjs().add(1, "day");\n',
    'export function stamp() {\n  return { at: new Date() };\n}\n',
    'const { DateTime } = require("luxon");\nconst now = DateTime.now();\n',
    'test("is fresh", () => {\n  const made = make(new Date().toISOString());\n  expect(made.age).toBe(0);\n});\n',
  ],
  allows: [
    'const epoch = new Date(0);\n',
    'export function isDue(at: number, now = Date.now()) {\n  return at <= now;\n}\n',
    'test("expires", () => {\n  vi.useFakeTimers();\n  const made = Date.now();\n  expect(expired(made)).toBe(false);\n});\n',
    'export class Clock {\n  constructor(readonly Date: { now(): number }) {}\n  read() {\n    const { Date } = this;\n    return Date.now();\n  }\n}\n',
    'const parsed = new Date("2024-05-01T00:00:00Z");\n',
  ],
};

function isReal({ node, file }: { readonly node: Node; readonly file: Parameters<typeof hasFakeClock>[0] }): boolean {
  return !hasFakeClock(file) && !isDefault(node);
}

/** As the default of a parameter it can be given another. */
function isDefault(node: Node): boolean {
  const around = nearest(node, [
    'required_parameter',
    'optional_parameter',
    'assignment_pattern',
    'object_assignment_pattern',
    'statement_block',
  ]);
  return around !== null && !around.is('statement_block');
}
