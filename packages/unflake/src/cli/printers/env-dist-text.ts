/** `env dist` for people. */
import { plural } from '../../text/plural.ts';
import { quoteWord } from '../../text/shell-line.ts';
import type { DistResult } from '../../tools/env-dist.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function envDistText(result: DistResult, style: TerminalStyle): string {
  const { green, red, dim } = paint(style);
  switch (result.state) {
    case 'refused':
      return lines([`${red('refused')}  ${result.why}`, ...result.files.map((file) => `  ${file}`)]);
    case 'failed': {
      const { build, command, run } = result;
      const output = `${run.stdout}${run.stderr}`.trimEnd();
      return lines([
        `${red('failed')}  ${command.argv.map(quoteWord).join(' ')} (${build === 'clean' ? 'clean checkout' : 'after the other targets'})`,
        ...(output === '' ? [] : output.split('\n').map((line) => dim(`  │ ${line}`))),
      ]);
    }
    case 'checked': {
      const { archives, problems } = result;
      const archiveList = archives.map(({ name, files }) => `${name} (${plural(files, 'file')})`).join(', ');
      if (problems.length === 0) return lines([`${green('same')}  ${archiveList}`]);
      return lines([
        ...problems.map(({ archive, message }) => `${archive === null ? '' : `${archive}: `}${message}`),
        `${red('not right')}  ${plural(problems.length, 'problem')} in ${archiveList || 'no archive'}`,
      ]);
    }
    default:
      return result satisfies never;
  }
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
