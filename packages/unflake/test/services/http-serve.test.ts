/** `unflake serve` as people start it: with curl, with a diagnosis that is cancelled or cut, and to its end. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveCommand } from '../../src/cli/serve.ts';
import { type Answer, Place } from '../cli/unflake.ts';
import { fakeOutside } from '../unit/cli/fake-host.ts';

const SOON = { within: 120_000, every: 10 };
const DIAGNOSE = { test: 'totals the cart', seed: 77 };
const ISOLATED = { verdict: 'isolated', polluters: [['shop.test.js > shows the banner']] };

let place: Place;
let runs: string;
beforeEach(() => {
  place = new Place().fixture('victim-one', 'node-test');
  runs = join(place.folder, 'runs');
  writeFileSync(runs, '');
  // Each process that runs the victim says so, outside the subject.
  const file = join(place.subject, 'shop.test.js');
  const said = `require('node:fs').appendFileSync(${JSON.stringify(runs)}, 'x');`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace("test('totals the cart', () => {", (line) => `${line}\n  ${said}`),
  );
});
afterEach(async () => {
  for (const service of started.splice(0)) {
    service.kill('SIGKILL');
    await service.ended;
  }
  await until(() => descendants().length === 0, SOON);
  place.remove();
});

const victimRuns = () => readFileSync(runs, 'utf8').length;

interface Service {
  readonly url: string;
  readonly token: string | null;
  readonly pid: number;
  readonly ended: Promise<Answer>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

const started: Service[] = [];

async function serve(...flags: readonly string[]): Promise<Service> {
  const { child, answer } = place.start(['serve', '--port', '0', '--json', ...flags]);
  const line = await Promise.race([
    new Promise<string>((resolve) => child.stdout!.once('data', resolve)),
    answer.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  const { result } = JSON.parse(line);
  const service = { ...result, pid: child.pid!, ended: answer, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  started.push(service);
  return service;
}

const post = (url: string, body: unknown, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, ...init });

/** Processes whose environment names this place, other than the services; zombies have none. */
function descendants(): readonly string[] {
  return readdirSync('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && !started.some(({ pid }) => pid === Number(name)) && Number(name) !== process.pid,
    )
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(place.folder);
      } catch (error) {
        if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
    });
}

interface Case {
  readonly caseId: string;
  readonly trials: number;
}

/** Reads events until this many trials were reported, replayed ones included. */
async function trialsTold(response: Response, count: number): Promise<number> {
  let text = '';
  const told = () => text.match(/"type":"trial-finished"/g)?.length ?? 0;
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(piece);
    if (told() >= count) break;
  }
  return told();
}

const curl = async (...args: readonly string[]) => (await promisify(execFile)('curl', ['-sS', ...args])).stdout;

test('curl gets envelopes and events', async () => {
  const { url } = await serve();
  expect(JSON.parse(await curl(`${url}/health`))).toMatchObject({ ok: true, result: { status: 'ok' } });
  const found = JSON.parse(await curl(`${url}/search?query=total&in=text&most=1`));
  expect(found).toMatchObject({ ok: true, result: { query: 'total', hits: [{ what: 'text' }] } });
  const status = await curl('-o', '/dev/null', '-w', '%{http_code}', `${url}/nothing`);
  expect(status).toBe('404');
  const events = await curl(
    '-N',
    '-d',
    '{"query":"promo"}',
    '-H',
    'content-type: application/json',
    `${url}/search/stream`,
  );
  expect([...events.matchAll(/^event: (\w+)$/gm)].map((match) => match[1])).toEqual(['start', 'result', 'done']);
  const listed = JSON.parse(await curl('-X', 'POST', `${url}/tools/list_tests`));
  expect(listed.result.tests).toContain('shop.test.js > totals the cart');
});

test('requests cannot leave the allowed folders or bring a command', async () => {
  const { url } = await serve();
  const outside = (await (await post(`${url}/tools/cases`, { root: '/' })).json()) as never;
  expect(outside).toMatchObject({ ok: false, error: { code: 'FORBIDDEN_ROOT' } });
  const command = await post(`${url}/tools/diagnose`, {
    runner: 'command',
    rest: ['touch', join(place.folder, 'touched')],
  });
  expect([command.status, await command.json()]).toMatchObject([403, { error: { code: 'COMMAND_NOT_ALLOWED' } }]);
  expect(readdirSync(place.folder)).not.toContain('touched');
  // A config file is loaded as a program; any other file of the project is none.
  const program = await post(`${url}/tools/config_status`, { config: 'shop.test.js' });
  expect(await program.json()).toMatchObject({
    ok: false,
    error: { code: 'COMMAND_NOT_ALLOWED', details: { field: 'config' } },
  });
  expect(victimRuns()).toBe(0);
});

describe('a diagnosis', () => {
  test('that is cut by its client and then by kill -9 leaves no process and loses nothing, and runs to its end when resumed', async () => {
    const first = await serve();
    const client = new AbortController();
    const cut = post(`${first.url}/tools/diagnose`, DIAGNOSE, { signal: client.signal }).catch(() => 'hung up');
    await until(() => victimRuns() >= 2 && descendants().length > 0, SOON);
    client.abort();
    expect(await cut).toBe('hung up');
    await until(() => descendants().length === 0, SOON);

    const told = await trialsTold(await post(`${first.url}/tools/diagnose/stream`, { resume: 'latest' }), 4);
    first.kill('SIGKILL');
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });
    await until(() => descendants().length === 0, SOON);

    const second = await serve();
    const { result } = (await (await post(`${second.url}/tools/cases`, {})).json()) as { result: { cases: Case[] } };
    expect(result.cases).toHaveLength(1);
    const [{ caseId, trials }] = result.cases as [Case];
    expect(trials).toBeGreaterThanOrEqual(told);
    const before = victimRuns();
    const resumed = await post(`${second.url}/tools/diagnose`, { resume: caseId });
    const { result: diagnosis } = (await resumed.json()) as { result: { caseId: string; cost: { trials: number } } };
    expect(diagnosis).toMatchObject({ caseId, ...ISOLATED });
    // The recorded trials were replayed, not run; the reproduction is run some times beside them.
    expect(victimRuns() - before).toBeLessThanOrEqual(diagnosis.cost.trials - trials + 20);
  });

  test('is cancelled by SIGTERM: its client gets an answer, no process stays, and the service exits with 0', async () => {
    const service = await serve();
    const answer = post(`${service.url}/tools/diagnose`, DIAGNOSE);
    await until(() => victimRuns() >= 2, SOON);
    service.kill('SIGTERM');
    expect(await (await answer).json()).toMatchObject({
      ok: false,
      error: { code: 'CANCELLED', details: { caseId: expect.stringMatching(/^c-/) } },
    });
    const { code, stderr } = await service.ended;
    expect({ code, left: descendants() }).toEqual({ code: 0, left: [] });
    expect(stderr).toMatch(/POST \/tools\/diagnose 499 \d+ ms/);
  });
});

test('outside the loopback a token is created, named and required, and can be read only in its file', async () => {
  const { url, token: file, kill, ended } = await serve('--host', '0.0.0.0');
  const local = url.replace('0.0.0.0', '127.0.0.1');
  expect(file).toBe(join(place.folder, 'state', 'unflake', 'token'));
  expect(statSync(file!).mode & 0o777).toBe(0o600);
  const token = readFileSync(file!, 'utf8').trim();
  expect((await fetch(`${local}/health`)).status).toBe(401);
  expect((await fetch(`${local}/health`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  kill('SIGTERM');
  const { stdout, stderr } = await ended;
  expect(stdout + stderr).not.toContain(token);
});

test('a second Ctrl-C exits at once', async () => {
  const outside = fakeOutside();
  const ended = serveCommand.open(['--port', '0', '--allow', place.subject], { ...outside, env: {} });
  await until(() => outside.written.out.includes('listening on http://127.0.0.1:'), SOON);
  outside.pressCtrlC();
  expect(outside.exits).toEqual([]);
  outside.pressCtrlC();
  expect(outside.exits).toEqual([130]);
  expect(await ended).toBe(0);
});

test.each([
  [['--port', 'high'], 'INVALID_INPUT', 2],
  [['--port', '0', '--allow', 'nowhere'], 'ROOT_NOT_FOUND', 16],
  [['--port', '0', '--host', '203.0.113.7', '--token-file', 'token'], 'ADDRESS_NOT_FREE', 39],
])('%j is refused as %s', async (flags, code, exit) => {
  const answer = await place.run(['serve', ...flags, '--json']);
  expect(JSON.parse(answer.stdout)).toMatchObject({ ok: false, error: { code } });
  expect(answer.code).toBe(exit);
});
