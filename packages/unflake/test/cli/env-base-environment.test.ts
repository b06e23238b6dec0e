/** Trials and commands that start from a copy of an environment, from the command line. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { parseShellLine } from '../../src/text/shell-line.ts';
import { BIN } from '../program.ts';
import { type Answer, diagnosisOf, Place } from './unflake.ts';

const VICTIM = 'shelf.test.js > counts the books';
const POLLUTER = 'shelf.test.js > lends a book';

/** Tests that read and write where the environment is; the second leaves something there that the third does not expect. */
const TESTS = `
const assert = require('node:assert');
const { readdirSync, writeFileSync } = require('node:fs');
const { test } = require('node:test');
const shelf = process.env.TEST_DIR + '/shelf';
test('finds the shelf', () => assert.ok(readdirSync(shelf).includes('first')));
test('lends a book', () => writeFileSync(shelf + '/slip', ''));
test('counts the books', () => assert.deepEqual(readdirSync(shelf), ['first']));
`;

function step(place: Place, name: string, body: string): void {
  const file = join(place.subject, 'test', `${name}.sh`);
  writeFileSync(file, `#!/bin/sh\nset -eu\ncd "$(dirname "$0")"\necho ${name} >>../log\n${body}\n`);
  chmodSync(file, 0o755);
}

function shelfProject(): Place {
  const place = new Place();
  mkdirSync(join(place.subject, 'test'));
  writeFileSync(join(place.subject, 'package.json'), '{ "name": "shelf", "private": true }\n');
  writeFileSync(join(place.subject, 'shelf.test.js'), TESTS);
  step(place, 'foundation', 'mkdir "$TEST_DIR/shelf"');
  step(place, '00-fill', 'echo 1 >"$TEST_DIR/shelf/first"');
  const steps = ['foundation', '00-fill'].map((name) => ({ name, file: `${name}.sh` }));
  const config = { runner: 'node-test', testbed: { suite: 'test', steps } };
  writeFileSync(join(place.subject, 'unflake.config.json'), JSON.stringify(config));
  return place;
}

const log = (place: Place) => readFileSync(join(place.subject, 'log'), 'utf8').trim().split('\n');
const shelf = (place: Place) => readdirSync(join(place.subject, 'test', '.envs', 'after-00-fill', 'shelf')).sort();

describe('a case whose trials start from an environment', () => {
  const place = shelfProject();
  let answer: Answer;
  let diagnosis: Diagnosis;
  beforeAll(async () => {
    answer = await place.run(['diagnose', VICTIM, '--environment', 'after-00-fill', '--json', '--seed', '3']);
    diagnosis = diagnosisOf(answer);
  });
  afterAll(() => place.remove());

  test('finds the polluter, because no trial sees what another has left', () => {
    expect(diagnosis).toMatchObject({ verdict: 'isolated', polluters: [[POLLUTER]] });
    expect(answer.code).toBe(1);
  });

  test('has built the environment once, and not changed it', () => {
    expect(log(place)).toEqual(['foundation', '00-fill']);
    expect(shelf(place)).toEqual(['first']);
  });

  test('prints commands that are read back, run, and do what is said of them', async () => {
    const { fails, passes } = diagnosis.reproduce!;
    expect(await typed(place, fails)).not.toBe(0);
    expect(await typed(place, passes)).toBe(0);
    expect(shelf(place)).toEqual(['first']);
  });

  test('is replayed from the same environment, and shown with it', async () => {
    const { stdout, code } = await place.run(['replay', 'latest', '--json']);
    const { result } = JSON.parse(stdout);
    expect(result).toMatchObject({ recorded: 'failed', seen: ['failed'] });
    expect(result.command).toContain('unflake env with after-00-fill -- ');
    expect(result.command).not.toContain('TEST_DIR');
    expect(code).toBe(1);
  });
});

test('a case ends with a fault if its environment is rebuilt meanwhile', async () => {
  const place = shelfProject();
  const asked = ['diagnose', '--environment', 'after-00-fill', '--runner', 'command', '--json'];
  const meddling = 'rm "$UNFLAKE_SUITE/.envs/after-00-fill/.bats-state/.complete-00-fill"';
  const { stdout } = await place.run([...asked, '--', 'sh', '-c', meddling]);
  place.remove();
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'CASE_CHANGED' } });
});

/** A printed line as a person runs it, with the program that is tested here. */
async function typed(place: Place, line: string): Promise<number> {
  const { argv, env, cwd } = parseShellLine(line);
  const [program, ...args] = argv;
  expect([program, ...args.slice(0, 3)]).toEqual(['unflake', 'env', 'with', 'after-00-fill']);
  const around: NodeJS.ProcessEnv = { ...process.env, XDG_CACHE_HOME: join(place.folder, 'cache') };
  for (const [name, value] of Object.entries(env)) {
    if (value === null) delete around[name];
    else around[name] = value;
  }
  return promisify(execFile)(process.execPath, [BIN, ...args], { cwd, env: around }).then(
    () => 0,
    (error: { code?: number }) => error.code ?? -1,
  );
}

describe('env with', () => {
  const place = shelfProject();
  afterAll(() => place.remove());
  const within = (...words: readonly string[]) => place.run(['env', 'with', 'after-00-fill', '--', ...words]);

  test('runs a command without a shell, in a copy that is removed afterwards, and has its exit status', async () => {
    const script = 'console.log(JSON.stringify([process.env.TEST_DIR, ...process.argv.slice(1)])); process.exit(7)';
    const words = ['$HOME; *', '--json', "it's"];
    const { code, stdout } = await within(process.execPath, '-e', script, '--', ...words);
    const [folder, ...seen] = JSON.parse(stdout) as string[];
    expect(seen).toEqual(words);
    expect(code).toBe(7);
    expect(existsSync(folder!)).toBe(false);
    expect(folder).not.toContain(join(place.subject, 'test', '.envs'));
  });

  test('reports a signal as a shell does', async () => {
    const { code } = await within('sh', '-c', 'kill -KILL $$');
    expect(code).toBe(128 + 9);
  });

  test('gives two concurrent calls a copy each', async () => {
    const both = 'echo $$ >"$TEST_DIR/mine"; ls "$TEST_DIR"; cat "$TEST_DIR/mine"; echo $$';
    const answers = await Promise.all([within('sh', '-c', both), within('sh', '-c', both)]);
    for (const { stdout, code } of answers) {
      const [mine, shown, wrote, own] = stdout.trim().split('\n');
      expect({ code, names: [mine, shown], same: wrote === own }).toEqual({
        code: 0,
        names: ['mine', 'shelf'],
        same: true,
      });
    }
    expect(log(place)).toEqual(['foundation', '00-fill']);
  });

  test('refuses a name that is not an environment to start from, with the valid ones', async () => {
    const { code, stdout } = await place.run(['env', 'with', 'sequential', '--json', '--', 'true']);
    expect(code).toBe(20);
    expect(JSON.parse(stdout).error.details.known).toEqual(['foundation', 'after-00-fill']);
  });

  test('shows the output of the step that could not prepare the environment', async () => {
    const broken = shelfProject();
    step(broken, '00-fill', 'echo the cellar is wet; exit 4');
    const { code, stderr } = await broken.run(['env', 'with', 'after-00-fill', '--', 'true']);
    broken.remove();
    expect(stderr).toContain('the cellar is wet');
    expect(code).toBe(21);
  });

  test('requires a command', async () => {
    expect((await place.run(['env', 'with', 'foundation'])).code).toBe(2);
  });
});
