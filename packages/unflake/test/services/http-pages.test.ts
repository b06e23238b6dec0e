/** The dashboard's files over HTTP: what a browser may do with them, and what no path leads to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageRoutes } from '../../src/service/http/pages.ts';
import { codeOf, doorsOfEachTest } from './http-answers.ts';

const transport = doorsOfEachTest();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-pages-'));
  mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'site', 'index.html'), '<!doctype html><title>unflake</title>');
  writeFileSync(join(folder, 'site', 'assets', 'app-1.js'), 'let started;\n'.repeat(100));
  writeFileSync(join(folder, 'site', 'assets', 'notes.txt'), 'not a page');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pages = (more = {}) => transport({ pages: pageRoutes(join(folder, 'site')), ...more });

test('the page is HTML under a policy without inline script, other origins and frames', async () => {
  const response = await pages().ask('/');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<title>unflake</title>');
  const header = (name: string) => response.headers.get(name);
  expect(header('content-type')).toBe('text/html; charset=utf-8');
  expect(header('x-content-type-options')).toBe('nosniff');
  const policy = header('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
});

test('files whose names have a hash are kept by the browser, the page is asked for again', async () => {
  const { ask } = pages();
  expect((await ask('/assets/app-1.js')).headers.get('cache-control')).toContain('immutable');
  const page = await ask('/');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const again = await ask('/', { headers: { 'if-none-match': page.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

test('a browser that reads gzip gets gzip', async () => {
  const { ask } = pages();
  const plain = await (await ask('/assets/app-1.js')).arrayBuffer();
  const zipped = await ask('/assets/app-1.js', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect((await zipped.arrayBuffer()).byteLength).toBeLessThan(plain.byteLength / 2);
});

test.each([
  '/../secret.html',
  '/..%2fsecret.html',
  '/assets/..%2f..%2fsecret.html',
  '/assets/%2e%2e/%2e%2e/secret.html',
  '/assets/notes.txt',
  '/assets',
  '/index.html',
])('%s leads nowhere', async (path) => {
  const response = await pages().ask(path);
  expect(response.status).toBe(404);
  expect(await codeOf(response)).toBe('UNKNOWN_ROUTE');
});

test('the files need no token, because they hold no data; everything else does', async () => {
  const { ask } = pages({ token: 'a-token-of-sixteen' });
  expect((await ask('/')).status).toBe(200);
  expect((await ask('/health')).status).toBe(401);
  expect((await ask('/tools')).status).toBe(401);
});

test('a page of another site gets none of it', async () => {
  const { ask } = pages();
  for (const headers of [
    { origin: 'http://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example' },
  ])
    expect(await codeOf(await ask('/', { headers: headers as never }))).toBe('FORBIDDEN_ORIGIN');
});

test('what is posted to the page is refused with the method that it accepts', async () => {
  const response = await pages().ask('/', { method: 'POST' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET');
});

test('without built pages the path is unknown, as it was', async () => {
  const { ask } = transport({ pages: pageRoutes(join(folder, 'not-built')) });
  expect(await codeOf(await ask('/'))).toBe('UNKNOWN_ROUTE');
});
