/** `env dist` for people. */
import { plural } from '../../contract/plural.ts';
import { quoteWord } from '../../contract/shell-line.ts';
import type { DistResult } from '../../tools/env-dist.ts';
import { type Look, paint } from '../look.ts';

export function envDistText(result: DistResult, look: Look): string {
  const { green, red, dim } = paint(look);
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
      const made = archives.map(({ name, files }) => `${name} (${plural(files, 'file')})`).join(', ');
      if (problems.length === 0) return lines([`${green('same')}  ${made}`]);
      return lines([
        ...problems.map(({ archive, message }) => `${archive === null ? '' : `${archive}: `}${message}`),
        `${red('not right')}  ${plural(problems.length, 'problem')} in ${made || 'no archive'}`,
      ]);
    }
    default:
      return result satisfies never;
  }
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
