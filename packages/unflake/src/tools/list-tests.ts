/** `unflake list`: the suite's tests in its own order, in the form that `diagnose` accepts. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { quoteWord } from '../text/shell-line.ts';
import { listingWith } from './lib/listing-with.ts';
import { openSuites } from './lib/open-subject.ts';
import { LIST } from './lib/outputs/subject.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { ListResult, SuiteResult } from './lib/tool-results.ts';

export const listTestsTool = defineTool({
  name: 'list_tests',
  command: 'list',
  summary: 'list the tests of the suite, in the order in which the runner runs them',
  examples: [
    { line: 'list', does: 'every test of the project in this folder' },
    { line: 'list --runner pytest --root services/api', does: 'of one runner, in another folder' },
    { line: 'list cart', does: 'those whose id contains `cart`' },
  ],
  input: z.object({
    ...PLACE,
    filter: z.string().min(1).optional().describe('Only tests whose id contains this'),
    runner: z.string().min(1).optional().describe('Runner to use when the project has several'),
    rest: z.array(z.string()).optional().describe('The command to list, for a project whose runner is not known'),
  }),
  output: LIST,
  positionals: ['filter'],
  async run(given, context): Promise<ListResult> {
    context.emit(listingWith(given.runner ?? 'the runner of this project'));
    const suites: SuiteResult[] = [];
    const faults: UnflakeError[] = [];
    for await (const { runner, folder, opened, fault } of openSuites(given, context)) {
      const tests = opened?.subject.suite.filter((id) => given.filter === undefined || id.includes(given.filter));
      suites.push({ runner, folder, tests: tests ?? [], problems: opened?.problems ?? [fault!.message] });
      if (fault !== null) faults.push(fault);
    }
    if (faults.length === suites.length) throw noSuiteLists(suites, faults);
    const [first, ...others] = suites;
    return { ...first!, others };
  },
  exitCode: () => EXIT.done,
});

/** With the code of the first fault, whose hint fits best. */
function noSuiteLists(suites: readonly SuiteResult[], [first]: readonly UnflakeError[]): UnflakeError {
  const lines = suites.map(({ runner, folder, problems }) => {
    const place = folder === '.' ? '' : ` in ${folder}`;
    return `${runner}${place}: ${problems[0]!.split('\n', 1)[0]!.replace(/:$/, '')}`;
  });
  const folders = suites.map(({ folder }) => folder).filter((folder) => folder !== '.');
  const alone = folders[0] === undefined ? [] : [`for one of them alone: unflake list --root ${quoteWord(folders[0])}`];
  return new UnflakeError(first!.code, ['no suite of this project lists its tests:', ...lines, ...alone].join('\n'), {
    ...first!.details,
    suites: suites.map(({ runner, folder, problems }) => ({ runner, folder, problems })),
  });
}
