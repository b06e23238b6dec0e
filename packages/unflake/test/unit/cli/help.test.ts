import { expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { fakeOutside, SAMPLE_ENTRY } from './fake-host.ts';

test('--help lists the commands without loading a tool', async () => {
  const outside = fakeOutside({ tools: [{ ...SAMPLE_ENTRY, load: () => Promise.reject(new Error('loaded')) }] });
  expect(await main(['--help'], outside)).toBe(0);
  expect(outside.written.out).toMatchInlineSnapshot(`
    "Finds out why a test is flaky: a proven cause, and a command that reproduces the failure.

    Usage: unflake <command> [flags]

    Commands:
      brew                  Brew a pot of tea
      completion            print a completion script for bash, zsh or fish
      help                  show the help of a command

    Flags of every command:
      --root <folder>       Folder of the project; by default the current one
      --store <file>        Where cases and caches are kept; by default in your state folder
      --config <file>       Config file; by default unflake.config.{ts,js,json} in the root
      --json                Print the envelope as JSON on stdout, and nothing else there
      --quiet               No progress on stderr
      --no-color            No colour; also off without a terminal or with NO_COLOR set
      --help                Show this help
      --version             Print the version

    Start with:  unflake list  and then  unflake diagnose <test>
    Help of one command:  unflake <command> --help
    "
  `);
});

test('the help of a command comes from its schema', async () => {
  const outside = fakeOutside();
  expect(await main(['brew', '--help'], outside)).toBe(0);
  expect(outside.written.out).toMatchInlineSnapshot(`
    "Brew a pot of tea.

    Usage: unflake brew <leaf> [flags] [-- rest…]

    Arguments:
      <leaf>                Which leaf (required)
      -- rest…              What the kettle is told

    Flags:
      --minutes <n>         How long it draws (default: 3)
      --pot <clay|glass>    Which pot
      --add <text> …        What goes in beside the leaf
      --warm-pot            Warm the pot first

    Flags of every command:
      --root <folder>       Folder of the project; by default the current one
      --store <file>        Where cases and caches are kept; by default in your state folder
      --config <file>       Config file; by default unflake.config.{ts,js,json} in the root
      --json                Print the envelope as JSON on stdout, and nothing else there
      --quiet               No progress on stderr
      --no-color            No colour; also off without a terminal or with NO_COLOR set
      --help                Show this help

    Examples:
      unflake brew assam --minutes 4
          A strong pot
    "
  `);
});

test('help wins over any other error in the arguments', async () => {
  const outside = fakeOutside();
  expect(await main(['brew', '--minuets', '-h'], outside)).toBe(0);
  expect(outside.written.out).toContain('Usage: unflake brew <leaf> [flags]');
});

test('`help brew` is `brew --help`', async () => {
  const [one, other] = [fakeOutside(), fakeOutside()];
  await main(['help', 'brew'], one);
  await main(['brew', '--help'], other);
  expect(one.written.out).toBe(other.written.out);
});

test('--help after -- belongs to the command that is run, not to us', async () => {
  const outside = fakeOutside();
  await main(['brew', 'assam', '--json', '--quiet', '--', 'kettle', '--help'], outside);
  expect(JSON.parse(outside.written.out).result.input.rest).toEqual(['kettle', '--help']);
});
