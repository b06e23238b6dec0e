import { hasFakeClock } from '../../semantics/javascript/fake-clock.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
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
