import { expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { fakeOutside } from './fake-host.ts';

async function run(...args: readonly string[]) {
  const outside = fakeOutside();
  const code = await main(['completion', ...args], outside);
  return { code, ...outside.written };
}

test('zsh gets its commands, flags and choices', async () => {
  const { code, out } = await run('zsh');
  expect(code).toBe(0);
  expect(out).toContain('#compdef unflake');
  expect(out).toContain("'brew:Brew a pot of tea'");
  expect(out).toContain("'--pot[Which pot]:value:(clay glass)'");
});

test('fish gets its commands, flags and choices', async () => {
  const { code, out } = await run('fish');
  expect(code).toBe(0);
  expect(out).toContain("-a brew -d 'Brew a pot of tea'");
  expect(out).toContain(
    "complete -c unflake -n '__fish_seen_subcommand_from brew' -l pot -r -f -a 'clay glass' -d 'Which pot'",
  );
});

test('an unknown shell is refused with the known ones', async () => {
  expect(await run('bsh')).toMatchObject({
    code: 2,
    err: expect.stringContaining('`bsh` is not a shell we know; expected one of bash, zsh, fish; did you mean `bash`'),
  });
  expect((await run()).err).toContain('the shell is missing; expected one of bash, zsh, fish');
});

test('its help says how to load it', async () => {
  expect((await run('--help')).out).toContain('source <(unflake completion bash)');
});
