/** Compiles and runs every example, against the built package, in a project of its own. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltTestkit, builtTestkit } from '../built-testkit.ts';
import { run } from '../run.ts';
import { docExamples, documentExamples, type Example } from './examples.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = join(ROOT, 'packages/testkit/src');

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    rootDir: '.',
    outDir: 'out',
  },
  include: ['*.ts'],
};

let built: BuiltTestkit;
let examples: readonly Example[];

beforeAll(async () => {
  built = await builtTestkit();
  const { project } = built;
  const fixture = join(project, 'tests/fixtures/min-repo/src');
  await mkdir(fixture, { recursive: true });
  await writeFile(join(fixture, 'alpha.js'), '');
  await writeFile(join(fixture, '../README.md'), '');
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  await symlink(join(ROOT, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  examples = [...(await docExamples(SOURCES)), ...(await documentExamples(join(ROOT, 'docs/use/testkit.md')))];
  await Promise.all(examples.map(({ code }, at) => writeFile(join(project, `example-${at}.ts`), code)));
});
afterAll(() => built.remove());

test('every example compiles and runs', async () => {
  const inDocument = examples.filter(({ place }) => place.startsWith('testkit.md')).length;
  expect([examples.length - inDocument, inDocument].every((count) => count >= 15)).toBe(true);
  const { project } = built;
  const compiled = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]);
  const named = compiled.output.replace(/example-(\d+)\.ts/g, (_, at: string) => examples[Number(at)]!.place);
  expect(named).toBe('');
  const programs = examples.map((_, at) => `file://${join(project, 'out', `example-${at}.js`)}`);
  // In one process, one after the other, because starting Node forty times takes longer than all the examples.
  const runAll = `for (const [at, program] of ${JSON.stringify(programs)}.entries()) {
    try { await import(program); } catch (error) { console.error('example', at, error); process.exitCode = 1; }
  }`;
  const env = { UNFLAKE_RUN: join(project, 'run'), NODE_TEST_CONTEXT: undefined };
  const ran = await run(process.execPath, ['--input-type=module', '-e', runAll], { cwd: project, env });
  const failed = ran.output.replace(/^example (\d+)/gm, (_, at: string) => examples[Number(at)]!.place);
  expect(ran.code, failed).toBe(0);
});

test('every exported function and class of a subpath has an example', async () => {
  const withExample = new Set(examples.flatMap(({ code }) => [...code.matchAll(/\b\w+\b/g)].map(([word]) => word)));
  const { exports } = JSON.parse(await readFile(join(SOURCES, '../package.json'), 'utf8')) as { exports: object };
  const without: string[] = [];
  for (const subpath of Object.keys(exports)) {
    const module = (await import(join(SOURCES, `${subpath}.ts`))) as Record<string, unknown>;
    without.push(...Object.keys(module).filter((name) => typeof module[name] === 'function' && !withExample.has(name)));
  }
  expect(without).toEqual([]);
});
