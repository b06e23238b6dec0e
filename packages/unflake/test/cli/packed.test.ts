/** What people install is complete and small: everything that loads a file works from the tarball. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultPage } from '../../src/cli/printers/fault-text.ts';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { FAULTS } from '../../src/contract/faults.ts';
import { rulePage } from '../../src/scan/report/rule-page.ts';
import { RULES } from '../../src/scan/rules/index.ts';
import { SUITE_RULES } from '../../src/scan/suite/rules/index.ts';
import { REPORT_FORMATS, SCAN_FORMATS } from '../../src/tools/lib/tool-results.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { once as madeOnce } from '../contract/once.ts';
import { PackedInstall } from './packed-install.ts';
import { SAMPLES } from './packed-samples.ts';
import { huntWithWorker } from './packed-worker.ts';
import { ACTION, runAction } from './run-action.ts';

/** Without the grammars, which are one file for every language that `scan` reads. */
const MAX_BYTES = 12_000_000;
const GRAMMAR = /\/tree-sitter-[^/]+\.wasm$/;
const VICTIM = 'shop.test.js > totals the cart';

const packed = new PackedInstall();
const { project, installed } = packed;
beforeAll(() => packed.install());
afterAll(() => packed.remove());

test.each([
  ['for all', packed.forAll],
  ['in a project', packed.inProject],
])('installed %s, it checks the machine and lists', async (_where, unflake) => {
  expect(await packed.run(unflake, ['doctor'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('node-test'),
  });
  expect((await packed.run(unflake, ['list', '--quiet'])).stdout).toContain(VICTIM);
});

test('the demo isolates its polluter and leaves an HTML report', async () => {
  const { code, stdout } = await packed.unflake('demo', '--seed', '11', '--json', '--quiet', '--out', 'demo.html');
  const { ok, result } = JSON.parse(stdout) as { ok: boolean; result: { record: { diagnosis: Diagnosis } } };
  expect(ok).toBe(true);
  expect(result.record.diagnosis).toMatchObject({
    verdict: 'isolated',
    polluters: [['cart.test.js > catalogue > adopts the tax rate of the country']],
  });
  expect(code).toBe(0);
  expect(readFileSync(join(project, 'demo.html'), 'utf8')).toMatch(/^<!doctype html>/i);
});

test('a diagnosis is stored, reported in every format, and replayed', async () => {
  const { stdout } = await packed.unflake('diagnose', VICTIM, '--seed', '77', '--json', '--quiet');
  expect(JSON.parse(stdout).result).toMatchObject({
    verdict: 'isolated',
    polluters: [['shop.test.js > shows the banner']],
  });
  const { caseId } = JSON.parse(stdout).result;
  expect((await packed.unflake('cases')).stdout).toContain(caseId);
  expect((await packed.unflake('case', caseId)).stdout).toContain(caseId);
  for (const format of REPORT_FORMATS) {
    const report = await packed.unflake('report', caseId, '--format', format);
    expect(report, format).toMatchObject({ stderr: '', stdout: expect.stringContaining('totals the cart') });
  }
  expect((await packed.unflake('replay', caseId, '--quiet')).stdout).toContain('totals the cart');
});

/** A file for each grammar in one folder, read by one run. */
const scanned = madeOnce(async () => {
  for (const [grammar, [file, text]] of Object.entries(SAMPLES)) {
    mkdirSync(join(packed.place, 'scan', grammar), { recursive: true });
    writeFileSync(join(packed.place, 'scan', grammar, file), text);
  }
  const { stdout } = await packed.run(packed.forAll, ['scan', '--json', '--quiet'], {
    cwd: join(packed.place, 'scan'),
  });
  return JSON.parse(stdout).result as {
    findings: { file: string; rule: string }[];
    problems: unknown[];
    rules: { id: string; page: string }[];
  };
});

test.each(Object.entries(SAMPLES))('scan reads %s', async (grammar, [file]) => {
  const { findings, problems, rules } = await scanned();
  expect(problems).toEqual([]);
  const found = findings.filter((finding) => finding.file === `${grammar}/${file}`);
  expect(found).not.toEqual([]);
  // Every finding has its page.
  const page = rules.find(({ id }) => id === found[0]!.rule)!.page;
  expect(existsSync(join(installed, page.split('#')[0]!))).toBe(true);
});

test('scan writes every format, with an index and without', async () => {
  for (const format of SCAN_FORMATS)
    expect(await packed.unflake('scan', '--format', format, '--quiet'), format).toMatchObject({ stderr: '' });
  expect(await packed.unflake('index', '--quiet')).toMatchObject({ code: 0, stderr: '' });
  expect((await packed.unflake('search', 'total', '--quiet')).stdout).toContain('shop.test.js');
});

test('serve answers over HTTP, with events', async () => {
  const service = packed.start('serve', '--port', '0', '--json', '--quiet');
  try {
    const [line] = await once(service.stdout!, 'data');
    const { url } = JSON.parse(String(line)).result;
    const listed = await fetch(`${url}/tools/list_tests`, { method: 'POST' });
    expect(await listed.json()).toMatchObject({ ok: true, result: { tests: expect.arrayContaining([VICTIM]) } });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toHaveProperty('paths');
    const page = await (await fetch(url)).text();
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)![1];
    expect((await fetch(`${url}/${script}`)).headers.get('content-type')).toContain('javascript');
    const asked = { method: 'POST', body: '{"query":"total"}', headers: { 'content-type': 'application/json' } };
    expect(await (await fetch(`${url}/search/stream`, asked)).text()).toContain('event: done');
  } finally {
    const ended = once(service, 'close');
    service.kill('SIGTERM');
    await ended;
  }
});

test('mcp offers every tool and answers', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const { env } = packed;
  await client.connect(
    new StdioClientTransport({ command: packed.forAll, args: ['mcp', '--quiet'], cwd: project, env }),
  );
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(SERVICE_TOOLS.map(({ name }) => name).sort());
    const answer = await client.callTool({ name: 'list_tests', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ ok: true, result: { tests: expect.arrayContaining([VICTIM]) } });
  } finally {
    await client.close();
  }
});

test('a worker runs the trials of a hunt', async () => {
  const { hunt, worker } = await huntWithWorker(packed);
  expect(hunt.stderr).toContain('the trials run on 1 worker');
  expect(hunt.stdout).toContain('hunt h-');
  expect(worker.trials).toBeGreaterThan(0);
});

test('the library for BATS is where it is said to be', async () => {
  const { stdout } = await packed.unflake('env', 'helpers');
  expect(existsSync(stdout.trim())).toBe(true);
});

test('every module loads, and the contract is there for those who import it', async () => {
  const modules = packed.files().flatMap(([path]) => (/^dist\/.*\.js$/.test(path) ? [join(installed, path)] : []));
  const script = `for (const path of ${JSON.stringify(modules)}) await import(path);
    const { FAULTS } = await import('unflake/contract');
    console.log(Object.keys(FAULTS).length > 0);`;
  expect(await packed.run(process.execPath, ['--input-type=module', '-e', script])).toEqual({
    code: 0,
    stdout: 'true\n',
    stderr: '',
  });
});

test('a fault names a page that is there', async () => {
  const { code, stderr } = await packed.unflake('diagnose', 'pours the coffee', '--quiet');
  expect(code).not.toBe(0);
  expect(existsSync(join(installed, /docs\/faults\/\S+\.md/.exec(stderr)![0]))).toBe(true);
});

test('every page that a fault, a hint or a finding names can be opened', () => {
  const named = [
    ...Object.entries(FAULTS).flatMap(([code, { hint }]) => [faultPage(code), ...(hint.match(/docs\/\S+\.md/g) ?? [])]),
    ...[...RULES, ...SUITE_RULES].map(({ id }) => rulePage(id)),
  ];
  expect(named.filter((page) => !existsSync(join(installed, page.split('#')[0]!)))).toEqual([]);
});

test('every link of a page leads to a page that is there', () => {
  const pages = packed.files().flatMap(([path]) => (/^(?:README|docs\/.*)\.md$/.test(path) ? [path] : []));
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(installed, page), 'utf8').replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)/g)].map((match) => match[1]!);
    return targets
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(installed, dirname(page), target)))
      .map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('the action installs a tarball, diagnoses, and adds a report to the summary', async () => {
  const { code, stdout, outputs, summary } = await runAction(packed, 'diagnose', {
    package: packed.tarball,
    command: 'diagnose',
    // Too few trials for a cause, and enough for a report.
    arguments: `${VICTIM}\n--trials=3\n`,
  });
  expect({ code, exit: outputs['exit-code'] }).toEqual({ code: 0, exit: '3' });
  expect(stdout).toContain(VICTIM);
  expect(readFileSync(outputs.output!, 'utf8')).toBe(stdout);
  expect(summary).toContain('totals the cart');
});

test('the action fails with an exit code that is not allowed, and runs nothing that an input says', async () => {
  const hostile = '$(touch hostile); `touch hostile`; "\'';
  const { code, stderr } = await runAction(packed, 'hostile', {
    package: packed.tarball,
    command: 'diagnose',
    arguments: hostile,
  });
  expect(code).toBe(4);
  expect(stderr).toContain('UNKNOWN_TEST');
  expect(existsSync(join(project, 'hostile'))).toBe(false);
  expect(ACTION.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
});

test('it is small: no types except those of the contract, nothing for other systems, no source maps', () => {
  const files = packed.files();
  const others = files.filter(([path]) => !GRAMMAR.test(path));
  expect(files.length - others.length).toBe(Object.keys(SAMPLES).length);
  expect(others.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(MAX_BYTES);
  const native = others.flatMap(([path]) => /prebuilds\/(.+)\/.+\.(\w+)\.node$/.exec(path)?.slice(1).join(' ') ?? []);
  expect(native.sort()).toEqual(['linux-arm64 glibc', 'linux-x64 glibc']);
  const unwanted = /\.map$|tsbuildinfo|\.d\.[cm]?ts$/;
  const paths = others.map(([path]) => path).filter((path) => unwanted.test(path));
  expect(paths.filter((path) => !/^dist\/contract\/[^/]+\.d\.ts$/.test(path))).toEqual([]);
  // What is bundled and never called: pg-boss reads timetables with it.
  const licences = readFileSync(join(installed, 'LICENSES-OF-DEPENDENCIES.txt'), 'utf8');
  expect(licences).toMatch(/^pg-boss \d/m);
  expect(licences).not.toMatch(/^(?:luxon|cron-parser) \d/m);
});

test('pages and licences are there, also of what is in the bundle', () => {
  const paths = packed.files().map(([path]) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['README.md', 'LICENSE', 'docs/rules/README.md', 'dist/contract/index.d.ts']),
  );
  const licences = readFileSync(join(installed, 'LICENSES-OF-DEPENDENCIES.txt'), 'utf8');
  for (const name of [
    '@hono/node-server',
    '@modelcontextprotocol/server',
    'hono',
    'preact',
    'saxes',
    'tap-parser',
    'yaml',
    'zod',
  ])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  const folders = paths.flatMap((path) => /^(node_modules\/(?:@[^/]+\/)?[^/.]+)\/package\.json$/.exec(path)?.[1] ?? []);
  expect(folders.filter((folder) => !paths.includes(`${folder}/LICENSE`))).toEqual([]);
});
