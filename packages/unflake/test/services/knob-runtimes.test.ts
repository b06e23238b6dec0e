/** What knobs do to real languages, beyond what one witness shows: clocks and waits, orders and random numbers, with our library and without it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Machine } from '../../src/contract/knob.ts';
import type { Conditions } from '../../src/contract/trial.ts';
import { machineHere } from '../../src/engine/machine.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { effectOf } from '../../src/knobs/index.ts';
import { SETTINGS, scriptRunner, trialOf } from '../unit/engine/sample-trial.ts';

let place: string;
let root: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'runtimes-')));
  root = join(place, 'project');
  mkdirSync(root);
  workspace = openWorkspace({ env: { ...process.env, TZ: 'UTC' }, place: join(place, 'runs') });
});
afterEach(async () => {
  await workspace.close();
  rmSync(place, { recursive: true });
});

// Our library is built into a folder of this file's own.
let cache: string;
let machine: Machine;
let withoutShim: Machine;
let withoutNamespaces: Machine;
beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'runtimes-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  machine = machineHere();
  withoutShim = { ...machine, shim: null };
  withoutNamespaces = { ...machine, offline: null };
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true });
});

/** What a command prints in a trial under these conditions. */
async function printed(argv: readonly [string, ...string[]], conditions: Conditions, on: Machine = machine) {
  const adapter = { ...scriptRunner(() => ''), command: () => ({ argv, env: {}, cwd: root, files: {}, reads: [] }) };
  const subject: Subject = { root, folder: root, adapter, program: ['sh'], settings: SETTINGS, probes: '', suite: [] };
  const { output } = await runTrial(trialOf(), subject, workspace, { effect: effectOf(conditions, on) });
  return (output.stdout + output.stderr).trim();
}

const NEW_YEAR = { date: '2025-12-31T23:59:55' };
const python = (script: string): [string, ...string[]] => ['python3', '-c', script];
const node = (script: string): [string, ...string[]] => [process.execPath, '-p', script];

describe('the date', () => {
  test('changes for Python, for shells and for their child processes', async () => {
    const script =
      'import datetime, time; print(datetime.datetime.now().year, datetime.date.today().year, time.gmtime().tm_year)';
    expect(await printed(python(script), { date: '2031-05-05T10:00:00' })).toBe('2031 2031 2031');
    expect(await printed(['sh', '-c', 'date +%Y-%m-%d; env date +%Y'], { date: '2031-05-05T10:00:00' })).toBe(
      '2031-05-05\n2031',
    );
  });

  test('leaves every kind of wait in Python as long as before, with a future and a past date', async () => {
    const script = `
import queue, threading, time
began = time.monotonic()
time.sleep(.05); threading.Event().wait(.05)
lock = threading.Lock(); lock.acquire(); lock.acquire(timeout=.05)
try: queue.Queue().get(timeout=.05)
except queue.Empty: pass
print(.2 <= time.monotonic() - began < 30)`;
    for (const date of ['2099-07-01T12:00:00', '2001-07-01T12:00:00'])
      expect(await printed(python(script), { date })).toBe('True');
  });

  test('is in the zone of the trial', async () => {
    const now = ['date', '+%Y-%m-%d %z'] as const;
    expect(await printed([...now], { ...NEW_YEAR, tz: 'Pacific/Kiritimati' })).toMatch(/^202(5-12-31|6-01-01) \+1400$/);
    expect(await printed([...now], { ...NEW_YEAR, tz: 'Pacific/Pago_Pago' })).toMatch(/^202(5-12-31|6-01-01) -1100$/);
  });

  test('continues from where it was put, past midnight', async () => {
    const seconds = 'while [ "$(date +%S)" -ge 55 ]; do sleep 0.2; done; date +%Y';
    expect(await printed(['sh', '-c', seconds], NEW_YEAR)).toBe('2026');
  });

  test('without our library is shifted inside Node, also in contexts of their own, and inside Python', async () => {
    const date = { date: '2031-05-05T10:00:00' };
    const years = `[new Date().getFullYear(), new Date(Date.now()).getFullYear(), Date().slice(11, 15), new Date(0).getFullYear(),
      new Date() instanceof Date, require('vm').runInContext('new Date().getFullYear()', require('vm').createContext())].join()`;
    expect(await printed(node(years), date, withoutShim)).toBe('2031,2031,2031,1970,true,2031');
    const script = `
import datetime, time
now = datetime.datetime.now()
print(now.year, datetime.date.today().year, time.strftime('%Y'), time.gmtime(0).tm_year, isinstance(now, datetime.datetime), isinstance(now, datetime.date))`;
    expect(await printed(python(script), date, withoutShim)).toBe('2031 2031 2031 1970 True True');
  });
});

describe('the order of hashes and folders, and the random numbers', () => {
  test('the hash seed decides the order of a set in Python, the same every time', async () => {
    const script = 'print("".join({chr(97 + n) for n in range(20)}))';
    const orders = await Promise.all(['0', '1', '1'].map((hashSeed) => printed(python(script), { hashSeed })));
    expect(orders[1]).toBe(orders[2]);
    expect(orders[0]).not.toBe(orders[1]);
  });

  test('folders are listed to Python in the order of the setting', async () => {
    const script = `
import os
os.makedirs('listed', exist_ok=True)
for name in 'hdbfgace': open('listed/' + name, 'w').close()
print(''.join(os.listdir('listed')), ''.join(entry.name for entry in os.scandir('listed')))`;
    expect(await printed(python(script), { dirOrder: 'sorted' })).toBe('abcdefgh abcdefgh');
    expect(await printed(python(script), { dirOrder: 'reversed' })).toBe('hgfedcba hgfedcba');
  });

  test('a folder in another order can still be removed with all that is in it', async () => {
    const script = 'mkdir -p a/b/c && touch a/1 a/b/2 a/b/c/3 && rm -r a && ls -A';
    expect(await printed(['sh', '-c', script], { dirOrder: 'shuffled-1' })).toBe('');
  });

  test('seeded random numbers are the same twice in Node and in Python, and otherwise for another seed', async () => {
    for (const rng of [node('Math.random()'), python('import random; print(random.random())')]) {
      const drawn = await Promise.all(['1', '1', '2'].map((rngSeed) => printed(rng, { rngSeed })));
      expect(drawn[0]).toBe(drawn[1]);
      expect(drawn[0]).not.toBe(drawn[2]);
    }
  });
});

describe('the seed of random numbers', () => {
  const DRAWS: Readonly<Record<string, [string, ...string[]]>> = {
    'ids and bytes of node:crypto': node(
      '(({ randomUUID, randomBytes, randomInt, webcrypto }) => [randomUUID(), randomBytes(9).toString("hex"), randomInt(2 ** 40), webcrypto.getRandomValues(new Uint32Array(3)), crypto.randomUUID()].join(" "))(require("node:crypto"))',
    ),
    'ids, secrets and new generators of Python': python(
      'import os, random, secrets, uuid; print(uuid.uuid4(), secrets.token_hex(), os.urandom(9).hex(), random.SystemRandom().random(), random.Random().random())',
    ),
    'SecureRandom and new generators of Ruby': [
      'ruby',
      '-rsecurerandom',
      '-e',
      'puts [SecureRandom.uuid, SecureRandom.hex, Random.new.rand, rand].join(" ")',
    ],
    'what a program asks the C library for': ['shuf', '-i', '1-1000'],
  };

  test.each(Object.entries(DRAWS))('decides %s', async (_name, argv) => {
    const [one, same, other] = await Promise.all(['1', '1', '2'].map((rngSeed) => printed(argv, { rngSeed })));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(await printed(argv, { rngSeed: 'as-is' })).not.toBe(await printed(argv, { rngSeed: 'as-is' }));
  });

  test('leaves ids unique within a process, and from one child of a fork to the next', async () => {
    const forks =
      'import os, uuid\nids = []\nfor _ in range(3):\n  r, w = os.pipe()\n  if os.fork() == 0: os.write(w, uuid.uuid4().bytes); os._exit(0)\n  ids.append(os.read(r, 16))\nprint(len(set(ids + [uuid.uuid4().bytes for _ in range(1000)])))';
    expect(await printed(python(forks), { rngSeed: '1' })).toBe('1003');
    const many = 'new Set(Array.from({ length: 1000 }, () => crypto.randomUUID())).size';
    expect(await printed(node(many), { rngSeed: '1' })).toBe('1000');
  });

  test('does not decide the order of hashes, which is another knob', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => printed(python('print(hash("a"))'), { rngSeed: '1' })));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  test('and that of hashes decide the order of a map in Rust, each its own', async () => {
    const code =
      'use std::collections::HashMap; fn main() { let m: HashMap<i32, i32> = (0..30).map(|n| (n, n)).collect(); println!("{:?}", m.keys()); }';
    writeFileSync(join(root, 'map.rs'), code);
    execFileSync('rustc', ['map.rs'], { cwd: root, stdio: 'ignore' });
    const rust = { ...machine, runner: 'cargo-test' };
    const orders = (conditions: Conditions) =>
      Promise.all([1, 2].map(() => printed([join(root, 'map')], conditions, rust)));
    const [one, same] = await orders({ hashSeed: '1' });
    expect(one).toBe(same);
    expect((await orders({ hashSeed: '2' }))[0]).not.toBe(one);
    expect(new Set(await orders({ rngSeed: '1' })).size).toBe(2);
  });
});

describe('a locale that the C library lacks', () => {
  const German = { locale: 'de_DE.UTF-8' };
  const on = (runner: string) => ({ ...machine, runner, locales: ['C', 'C.utf8'] });

  test('has its own commas in Node and in Java', async () => {
    expect(await printed(node('(1234.5).toLocaleString()'), German, on('jest'))).toBe('1.234,5');
    writeFileSync(
      join(root, 'L.java'),
      'class L { public static void main(String[] a) { System.out.print(String.format("%,.1f", 1234.5)); } }',
    );
    expect(await printed(['java', 'L.java'], German, on('maven'))).toContain('1.234,5');
    expect(await printed(['java', 'L.java'], { locale: 'as-is' }, on('maven'))).toContain('1,234.5');
  });

  test('is seen in the variables by Python, whose letters stay UTF-8 and whose call for it does not fail', async () => {
    const script =
      'import locale, os, sys; print(os.environ["LC_ALL"], sys.stdout.encoding, locale.setlocale(locale.LC_ALL, ""))';
    // Where `python3` is the script of a version manager, its shell complains on standard error.
    expect(await printed(python(script), German, on('pytest'))).toMatch(/^de_DE.UTF-8 utf-8 C.UTF-8$/m);
  });

  test('is no reason for a shell to complain', async () => {
    expect(await printed(['bash', '-c', 'echo "$LANG"'], German, on('bats'))).toBe('de_DE.UTF-8');
  });
});

describe('the network', () => {
  const witness = (): [string, ...string[]] => [process.execPath, join(machine.preloads, 'witness', 'network.mjs')];

  test('is refused by our library where there are no namespaces', async () => {
    expect(await printed(witness(), { network: 'off' }, withoutNamespaces)).toBe('loopback');
    expect(await printed(witness(), { network: 'as-is' }, withoutNamespaces)).toBe('loopback outside');
  });

  test('that is refused knows no names but its own', async () => {
    const script =
      'import socket\ntry: print(socket.getaddrinfo("unflake.invalid", 80))\nexcept OSError as e: print(e.errno == socket.EAI_AGAIN)';
    expect(await printed(python(script), { network: 'off' }, withoutNamespaces)).toBe('True');
  });

  test('that is removed leaves the user who they are', async () => {
    expect(await printed(['id', '-u'], { network: 'off' })).toBe(String(process.getuid?.()));
  });
});

describe('folders and limits', () => {
  test('a shared folder of temporary files keeps what a trial left, a private one does not', async () => {
    const script: [string, ...string[]] = ['sh', '-c', 'ls "$TMPDIR"; touch "$TMPDIR/residue"'];
    expect(await printed(script, { tmp: 'shared' })).toBe('');
    expect(await printed(script, { tmp: 'private' })).toBe('');
    expect(await printed(script, { tmp: 'shared' })).toBe('residue');
    expect(await printed(script, {})).toBe('');
  });

  test('memory that is reserved but not used does not count, memory that is used does', async () => {
    const use = (mb: number) =>
      node(`try { Buffer.alloc(${mb} * 1024 * 1024, 1).length } catch (error) { error.message }`);
    expect(await printed(use(64), { memory: '512' })).toBe(String(64 * 1024 * 1024));
    expect(await printed(use(600), { memory: '512' })).toContain('allocation failed');
  });

  test('a leak of file handles meets the limit', async () => {
    const leak = node(
      'let open = 0; try { for (;;) { require("fs").openSync("/dev/null"); open += 1 } } catch (error) { error.code }',
    );
    expect(await printed(leak, { fds: '64' })).toBe('EMFILE');
  });

  test('several knobs at once hold together', async () => {
    const script: [string, ...string[]] = ['sh', '-c', 'umask; ulimit -n; date +%Y; nproc'];
    const conditions = { umask: '077', fds: '128', date: '2031-05-05T10:00:00', network: 'off', cores: '1' };
    expect(await printed(script, conditions)).toBe('0077\n128\n2031\n1');
  });
});

describe.runIf(process.getuid?.() === 0)('another user', () => {
  // The folder of this file's trials is closed to others; a user's folder of temporary files is not.
  beforeEach(() => chmodSync(place, 0o755));

  const refusal =
    'chmod 000 "$TMPDIR/x" 2>/dev/null || { : > "$TMPDIR/x"; chmod 000 "$TMPDIR/x"; }; cat "$TMPDIR/x" 2>/dev/null && echo read || echo refused';

  test('is refused what root may read, and writes to its own folders and streams', async () => {
    for (const user of ['ordinary', 'unprivileged'])
      expect(await printed(['sh', '-c', refusal], { user })).toBe('refused');
    for (const user of ['root', 'as-is']) expect(await printed(['sh', '-c', refusal], { user })).toBe('read');
    const writes = 'echo a > "$HOME/a" && echo b > /dev/stderr && cat "$HOME/a" && id -u';
    expect(await printed(['sh', '-c', writes], { user: 'ordinary' })).toBe('a\n65534\nb');
  });

  test('leaves folders that the next trial finds as its own', async () => {
    const owner: [string, ...string[]] = ['sh', '-c', 'stat -c %u "$HOME" "$TMPDIR" | tr "\\n" " "'];
    expect(await printed(owner, { user: 'ordinary' })).toBe('65534 65534');
    expect(await printed(owner, {})).toBe('0 0');
  });
});

describe('copies', () => {
  test('collide in the folders that they share, and are gone when the trial ends', async () => {
    const script = `mkdir "$TMPDIR/lock" 2>/dev/null && echo first || echo beaten; n=0
      while [ "$(ls "$TMPDIR/arrived" | wc -l)" -lt 3 ] && [ $n -lt 200 ]; do mkdir -p "$TMPDIR/arrived"; : > "$TMPDIR/arrived/$$"; n=$((n + 1)); sleep 0.05; done; ls "$TMPDIR/arrived" | wc -l`;
    const text = await printed(['sh', '-c', script], { copies: '3' });
    expect(text).toMatch(/^(first|beaten)\n(ls:.*\n)?3/);
    const left = execFileSync('sh', ['-c', `grep -lsF "${place}" /proc/[0-9]*/environ | wc -l`], { encoding: 'utf8' });
    expect(left.trim()).toBe('0');
  });
});
