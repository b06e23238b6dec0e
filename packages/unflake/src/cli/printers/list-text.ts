/** `list` for people: one test id a line and nothing else on stdout, so that a line can be given back to `diagnose`. */
import type { ListResult } from '../../tools/tool-results.ts';

export function listText({ tests, problems }: ListResult): string {
  // A problem must not look like a test; a leading # is no id of any runner we know.
  return [...tests, ...problems.map((problem) => `# not collected: ${problem.replaceAll('\n', '\n#   ')}`)]
    .map((line) => `${line}\n`)
    .join('');
}
