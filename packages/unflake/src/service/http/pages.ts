/**
 * The dashboard as static files. Every file is read at the start, so a request names a key of a table and never a path of the disk.
 * The pages hold no data: they call this service like any other client.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Route } from './route.ts';

/** Written by the build of packages/dashboard. */
export const DASHBOARD = fileURLToPath(new URL('../../../dashboard', import.meta.url));

/** Nothing from elsewhere, nothing inline, no text that becomes markup. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Files in this folder have a hash of their content in their name. */
const HASHED = /^assets\//;

/** The routes of the files in `folder`; none where it was not built. `opened` is called whenever somebody opens the pages. */
export function pageRoutes(folder: string, opened: () => void = () => {}): readonly Route[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => typeOf(name) !== undefined && statSync(join(folder, name)).isFile())
    .sort();
  return names.map((name) => {
    const file = readFile(folder, name);
    if (name !== 'index.html') return { method: 'GET', path: `/${name}`, run: (c) => answer(file, c.req.raw) };
    const run: Route['run'] = (c) => {
      opened();
      return answer(file, c.req.raw);
    };
    return { method: 'GET', path: '/', run };
  });
}

interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

function readFile(folder: string, name: string): PageFile {
  const bytes = new Uint8Array(readFileSync(join(folder, name)));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': typeOf(name)!,
    'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'accept-encoding',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  return { bytes, zipped: new Uint8Array(gzipSync(bytes)), etag, headers };
}

function answer({ bytes, zipped, etag, headers }: PageFile, request: Request): Response {
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return new Response(bytes, { headers });
  return new Response(zipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
}

const typeOf = (name: string): string | undefined => TYPES[name.slice(name.lastIndexOf('.') + 1)];
