/** A trial's command as one line for a shell, together with the private folders and files that it needs, so that it can be pasted after they are gone. */
import { dirname, join } from 'node:path';
import type { Command } from '../../contract/command.ts';
import { quoteWord, shellLine } from '../../text/shell-line.ts';
import { ABSENT } from '../knobs/apply-effect.ts';

/** Starts with `mkdir` and the files where there are any, and ends with what `shellLine` gives. */
export function trialScript(command: Command): string {
  const { HOME: home, TMPDIR: tmp } = command.env;
  const places = [home, tmp].filter((path): path is string => typeof path === 'string');
  const folder = folderOf(places);
  const files = folder === undefined ? [] : Object.entries(command.files);
  const paths = files.map(([name]) => dirname(join(folder!, name)));
  const folders = [...new Set([...places.filter((path) => !path.endsWith(ABSENT)), ...paths])].map(quoteWord);
  return [
    ...(folders.length === 0 ? [] : [`mkdir -p ${folders.join(' ')}`]),
    ...files.map(([name, text]) => `printf %s ${quoteWord(text)} > ${quoteWord(join(folder!, name))}`),
    shellLine(command),
  ].join(' && ');
}

/** The trial's own folder; a condition may have moved its home or its temporary files to somewhere deeper, or out of it. */
function folderOf(places: readonly string[]): string | undefined {
  const own = places.map((path) => /^.*\/trial-\d+(?=\/)/.exec(path)?.[0]).find((path) => path !== undefined);
  return own ?? (places[0] === undefined ? undefined : dirname(places[0]));
}
