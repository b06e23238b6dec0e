/** The bash script in a real bash: it is sourced, and asked what it would complete. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { fakeOutside } from '../unit/cli/fake-host.ts';

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const outside = fakeOutside();
  await main(['completion', 'bash'], outside);
  const asked = words.map((word) => `'${word}'`).join(' ');
  const script = `${outside.written.out}
COMP_WORDS=(unflake ${asked}); COMP_CWORD=${words.length}
_unflake
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const answer = execFileSync('bash', ['--noprofile', '--norc', '-u', '-c', script], { encoding: 'utf8' });
  return answer.split('\n').filter((line) => line !== '');
}

test('the commands are completed', async () => {
  expect(await complete('')).toEqual(['brew', 'completion', '--help', '--version']);
  expect(await complete('br')).toEqual(['brew']);
});

test('the flags of the command are completed, also after a flag with a value', async () => {
  expect(await complete('brew', '--mi')).toEqual(['--minutes']);
  expect(await complete('brew', '--minutes', '4', '--wa')).toEqual(['--warm-pot']);
  expect(await complete('brew', '--js')).toEqual(['--json']);
});

test('the choices of a flag are completed', async () => {
  expect(await complete('brew', '--pot', '')).toEqual(['clay', 'glass']);
  expect(await complete('brew', '--pot', 'g')).toEqual(['glass']);
});

test('a free value is left to the shell, and the shells are completed', async () => {
  expect(await complete('brew', '--root', '')).toEqual([]);
  expect(await complete('completion', 'z')).toEqual(['zsh']);
});

test('a command after a global flag is still found', async () => {
  expect(await complete('--json', 'brew', '--po')).toEqual(['--pot']);
});
