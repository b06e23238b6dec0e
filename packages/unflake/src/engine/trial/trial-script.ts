/** A trial's command as one line for a shell, together with the private folders and files that it needs, so that it can be pasted after they are gone. */
import { dirname, join } from 'node:path';
import type { Command } from '../../contract/command.ts';
import { quoteWord, shellLine } from '../../contract/shell-line.ts';

/** Starts with `mkdir` and the files where there are any, and ends with what `shellLine` gives. */
export function trialScript(command: Command): string {
  const { HOME: home, TMPDIR: tmp } = command.env;
  const places = [home, tmp].filter((path): path is string => typeof path === 'string');
  const folder = places[0] === undefined ? undefined : dirname(places[0]);
  const files = folder === undefined ? [] : Object.entries(command.files);
  const paths = files.map(([name]) => dirname(join(folder!, name)));
  const folders = [...new Set([...places, ...paths])].map(quoteWord);
  return [
    ...(folders.length === 0 ? [] : [`mkdir -p ${folders.join(' ')}`]),
    ...files.map(([name, text]) => `printf %s ${quoteWord(text)} > ${quoteWord(join(folder!, name))}`),
    shellLine(command),
  ].join(' && ');
}
