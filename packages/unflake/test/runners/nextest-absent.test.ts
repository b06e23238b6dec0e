/** A project of nextest on a machine that does not have it: cargo test takes its place, unless nextest was asked for by name. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cargoProgram } from '../../../../scripts/toolchains/rust.mjs';
import type { DoctorResult } from '../../src/tools/lib/tool-results.ts';
import { Place } from '../cli/unflake.ts';
import { writeFiles } from './small-project.ts';

let place: Place;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  place = new Place();
  await writeFiles(place.subject, {
    '.config/nextest.toml': '[profile.default]\nretries = 2\n',
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': '#[test] fn sells() {}\n',
  });
  // A machine whose cargo has no such command, whatever this one has.
  const bin = join(place.folder, 'bin');
  const cargo = join(bin, 'cargo');
  mkdirSync(bin);
  const words = 'if [ "$1" = nextest ]; then echo "error: no such command: nextest" >&2; exit 101; fi';
  writeFileSync(cargo, `#!/bin/sh\n${words}\nexec "${await cargoProgram()}" "$@"\n`);
  chmodSync(cargo, 0o755);
  env = { PATH: `${bin}:${process.env.PATH}` };
});
afterEach(() => place.remove());

test('its tests are listed by cargo test, and the listing says so', async () => {
  const { code, stdout } = await place.run(['list', '--json', '--quiet'], env);
  const { result } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(result).toMatchObject({ runner: 'cargo-test', tests: ['src/lib.rs::sells'] });
  expect(result.problems).toEqual([expect.stringMatching(/^nextest is not installed: cargo-test runs these tests/)]);
});

test('doctor names what is missing and what takes its place', async () => {
  const { code, stdout } = await place.run(['doctor', '--json', '--quiet'], env);
  const { checks } = (JSON.parse(stdout) as { result: DoctorResult }).result;
  const check = (name: string) => checks.find(({ what }) => what === `runner ${name}`);
  expect(check('nextest')).toMatchObject({
    status: 'missing',
    detail: expect.stringContaining('cargo-test runs its tests instead'),
    fix: 'cargo install --locked cargo-nextest',
  });
  expect(check('cargo-test')).toMatchObject({ status: 'ok' });
  expect(code).toBe(0);
});

test('naming it explicitly reports that it is not installed', async () => {
  const { stdout } = await place.run(['list', '--runner', 'nextest', '--json', '--quiet'], env);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'RUNNER_NOT_INSTALLED' } });
});
