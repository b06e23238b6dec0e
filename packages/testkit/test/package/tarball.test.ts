/** The package as it would be published: its contents, what installing it adds, and that each part works alone. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { assertPatterns, distributionFiles } from '../../src/manifest.ts';
import { type BuiltTestkit, builtTestkit } from '../built-testkit.ts';
import { run } from '../run.ts';

/** The subpaths are an interface: adding one is a decision, removing one a breaking change. */
const SUBPATHS = [
  './channel',
  './clock',
  './concurrency',
  './fixture-repo',
  './manifest',
  './names',
  './normalise',
  './patterns',
  './quarantine',
  './random',
  './until',
];

/** What needs files or processes; everything else must also run in a browser. */
const NODE_ONLY = ['./fixture-repo', './manifest', './names'];

// All eleven subpaths together; what each needs alone is in docs/use/testkit.md.
const MAX_BYTES = 41_000;

let built: BuiltTestkit;
let packed: string;
let project: string;
beforeAll(async () => {
  built = await builtTestkit();
  const home = join(built.project, 'node_modules/@unflake/testkit');
  // As an incremental build leaves it.
  await writeFile(join(home, 'dist/.tsbuildinfo'), '{}');
  project = await mkdtemp(join(tmpdir(), 'unflake-tarball-'));
  const pack = await run('npm', ['pack', '--pack-destination', project, '--loglevel=error'], { cwd: home });
  const name = (await readdir(project)).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack made nothing:\n${pack.output}`);
  packed = join(project, name);
});
afterAll(async () => {
  await built.remove();
  await rm(project, { recursive: true, force: true });
});

test('the subpaths are those that were decided on', async () => {
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as object;
  expect(Object.keys((manifest as { exports: object }).exports)).toEqual(SUBPATHS);
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies']) {
    expect(manifest).not.toHaveProperty(kind);
  }
});

test('the tarball holds the compiled package, with types, and nothing else', async () => {
  await assertPatterns(packed, {
    required: [
      'package.json',
      ...SUBPATHS.flatMap((name) => [`dist/${name.slice(2)}.js`, `dist/${name.slice(2)}.d.ts`]),
    ],
    excluded: ['src/**', 'test/**', '**/*.test.*', '**/.tsbuildinfo', '**/tsconfig*', '**/*.map'],
    singleTop: true,
  });
  for (const file of await distributionFiles(packed))
    expect(file).toMatch(/^package\/(package\.json|README\.md|LICENSE|dist\/)/);
});

test('installing it brings exactly one package', async () => {
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--no-audit', '--no-fund', '--offline', '--loglevel=error'];
  const install = await run('npm', ['install', ...flags, packed], { cwd: project });
  expect(install.code, install.output).toBe(0);
  const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')) as { packages: object };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@unflake/testkit']);
});

describe('each subpath', () => {
  test('imports alone, in a process of its own, and does nothing on import', async () => {
    const programs = SUBPATHS.map(async (subpath) => {
      const program = `
        const before = { ...process.env };
        const globals = Object.getOwnPropertyNames(globalThis).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]);
        const module = await import('@unflake/testkit/${subpath.slice(2)}');
        if (Object.keys(module).length === 0) throw new Error('nothing is exported');
        if (JSON.stringify(before) !== JSON.stringify({ ...process.env })) throw new Error('the environment has changed');
        const after = Object.getOwnPropertyNames(globalThis);
        if (after.length !== globals.length) throw new Error('a global was added');
        for (const [name, value] of globals) {
          if (!Object.is(Object.getOwnPropertyDescriptor(globalThis, name)?.value, value)) throw new Error(name + ' has changed');
        }
        const started = process.getActiveResourcesInfo().filter((kind) => /Timeout|Immediate|Server|Process|Worker/.test(kind));
        if (started.length > 0) throw new Error('started: ' + started);`;
      return {
        subpath,
        ...(await run(process.execPath, ['--input-type=module', '-e', program], { cwd: built.project })),
      };
    });
    for (const { subpath, code, output } of await Promise.all(programs))
      expect(`${subpath} ${code} ${output}`).toBe(`${subpath} 0 `);
  });

  test('that needs neither files nor processes uses nothing of Node', async () => {
    const dist = join(built.project, 'node_modules/@unflake/testkit/dist');
    for (const subpath of SUBPATHS) {
      const uses = [...(await modulesOf(join(dist, `${subpath.slice(2)}.js`)))].filter((name) =>
        name.startsWith('node:'),
      );
      if (NODE_ONLY.includes(subpath)) expect(uses, subpath).not.toEqual([]);
      else expect(uses, subpath).toEqual([]);
    }
  });
});

test(`minified, everything together is below ${MAX_BYTES} bytes`, async () => {
  const all = SUBPATHS.map((name) => `export * from '@unflake/testkit/${name.slice(2)}';`);
  const minified = await bundle('everything', all.join('\n'), ['--minify', '--format=esm', '--platform=node']);
  expect(Buffer.byteLength(minified)).toBeLessThan(MAX_BYTES);
});

test('what needs neither files nor processes runs without Node', async () => {
  const program = `
    import { FakeNetwork } from '@unflake/testkit/channel';
    import { installGlobals, TestClock } from '@unflake/testkit/clock';
    import { interleave } from '@unflake/testkit/concurrency';
    import { normaliseText, times } from '@unflake/testkit/normalise';
    import { assertTimesOut } from '@unflake/testkit/patterns';
    import { quarantine } from '@unflake/testkit/quarantine';
    import { random, seedOf } from '@unflake/testkit/random';
    import { until } from '@unflake/testkit/until';

    globalThis.outcome = (async () => {
      const clock = new TestClock(1000);
      const globals = installGlobals(clock);
      const network = new FakeNetwork({ clock, random: random(seedOf()), link: { latency: 5 } });
      network.send('a', 'b', 'hello');
      const message = await clock.drive(until(() => network.channel('a', 'b').receive(), { clock }));
      globals.uninstall();
      await interleave(async (schedule) => {
        schedule.task('a', (step) => step('once'));
        await schedule.run();
      });
      await assertTimesOut({ clock, phases: [{ name: 'p', within: 5, start: () => clock.sleep(5) }], isTimedOut: () => true });
      quarantine({ issue: '#1', owner: 'us', until: '2099-01-01', reason: 'none' })((name, body) => body())('x', () => {});
      return message + ' at ' + normaliseText('10:00:00', times());
    })();`;
  const code = await bundle('browser', program, ['--format=iife', '--platform=browser']);
  const {
    AbortController,
    clearInterval,
    clearTimeout,
    console,
    MessageChannel,
    performance,
    setInterval,
    setTimeout,
  } = globalThis;
  const web = {
    AbortController,
    clearInterval,
    clearTimeout,
    console,
    MessageChannel,
    performance,
    setInterval,
    setTimeout,
  };
  const context = createContext({ ...web }) as { outcome?: Promise<string> };
  expect(runInContext('typeof process + typeof Buffer + typeof setImmediate', context)).toBe('undefined'.repeat(3));
  runInContext(code, context);
  expect(await context.outcome).toBe('hello at <TIME>');
});

async function bundle(name: string, program: string, flags: readonly string[]): Promise<string> {
  const tools = await npmTools({ esbuild: '0.28.2' });
  const entry = join(built.project, `${name}.mjs`);
  const output = join(built.project, `${name}.bundle.js`);
  await writeFile(entry, program);
  const all = [entry, '--bundle', ...flags, `--outfile=${output}`, '--log-level=error'];
  const bundled = await run(join(tools, 'node_modules/.bin/esbuild'), all);
  expect(bundled.code, bundled.output).toBe(0);
  return readFile(output, 'utf8');
}

/** Every module that a file imports, directly or through our own files. */
async function modulesOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, name] of text.matchAll(/^(?:import|export) .*?'([^']+)';$/gm)) {
    if (name!.startsWith('.')) await modulesOf(join(file, '..', name!), seen);
    else seen.add(name!);
  }
  return seen;
}
