/** Prompts: tasks that a person can give an assistant with these tools. */
import { UnflakeError } from '../../contract/faults.ts';

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'diagnose_flaky_test',
    title: 'Diagnose this flaky test',
    description:
      'Prove why a test is flaky, explain the cause with its evidence, and propose a fix that can be verified.',
    arguments: [
      { name: 'test', description: 'The test as `list_tests` names it, or a part of its id', required: true },
      { name: 'root', description: 'Folder of the project; by default the one of the service', required: false },
      { name: 'minutes', description: 'Minutes that the diagnosis may take; by default 10', required: false },
    ],
  },
];

export function promptText(name: string, given: Readonly<Record<string, string>>): string {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) throw new UnflakeError('INVALID_INPUT', `there is no prompt \`${name}\``, { prompt: name });
  const missing = prompt.arguments.find((one) => one.required && !given[one.name]);
  if (missing) throw new UnflakeError('INVALID_INPUT', `\`${missing.name}\` is missing`, { argument: missing.name });
  const unknown = Object.keys(given).find((key) => !prompt.arguments.some((one) => one.name === key));
  if (unknown) throw new UnflakeError('INVALID_INPUT', `\`${unknown}\` is not an argument`, { argument: unknown });
  return diagnoseFlakyTest(given);
}

function diagnoseFlakyTest({ test, root, minutes = '10' }: Readonly<Record<string, string>>): string {
  const place = root ? ` and \`root\` ${JSON.stringify(root)}` : '';
  return `The test ${JSON.stringify(test)} sometimes fails. Find out why, by running experiments and not by guessing.

1. Call \`list_tests\` with \`filter\` ${JSON.stringify(test)}${place} to get its exact id. If several tests match, ask me which one is meant.
2. Call \`diagnose\` with that id and \`minutes\` ${minutes}${place}. It runs the suite many times; watch its progress. If it is interrupted, continue with \`resume\` and the id of the case.
3. Read \`result.verdict\` first. Only \`isolated\` is a proven cause. With \`narrowed\`, name the causes that are left and the experiment in \`distinguishedBy\` that would tell them apart. With \`not-reproduced\`, state the bound and what was not tried. With \`broken\`, it is an ordinary bug.
4. Tell me the cause in one sentence, the evidence with its counts, and both commands of \`result.reproduce\`: the one that fails and the one that passes.
5. Open the code that the cause names, propose the smallest change that removes the cause rather than the symptom, and no retry, sleep or longer time-out instead.
6. After the change, run the command of \`result.reproduce.fails\` again and say how often it passed.

Never claim a cause for which there are no runs.`;
}
