/** The OpenAPI description: the copy in docs is current, generated from the source, and matches the responses of the transport. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { SCHEMA_VERSION } from '../../src/contract/versions.ts';
import { openApi } from '../../src/service/http/openapi.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { openDoor } from './http-transport.ts';

const FILE = fileURLToPath(new URL('../../../../docs/contracts/openapi.json', import.meta.url));
const HOW = `the HTTP contract has changed. If that is meant: raise SCHEMA_VERSION in contract/versions.ts as docs/stability.md says, then
npm run build && node scripts/docs/write.mjs`;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let made: Document;
beforeAll(async () => {
  made = JSON.parse(JSON.stringify(await openApi(SERVICE_TOOLS))) as Document;
});

test('docs/contracts/openapi.json is what the source generates', () => {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  expect(made, HOW).toEqual(kept);
  expect(kept.info.version).toBe(SCHEMA_VERSION);
});

test('every tool has its routes, and no operation has the name of another', () => {
  for (const { name } of SERVICE_TOOLS) {
    expect(Object.keys(made.paths[`/tools/${name}`] ?? {})).toEqual(['post', 'get']);
    expect(Object.keys(made.paths[`/tools/${name}/stream`] ?? {})).toEqual(['post', 'get', 'delete']);
  }
  for (const path of [
    '/health',
    '/status',
    '/status/stream',
    '/search',
    '/search/stream',
    '/tools',
    '/openapi.json',
    '/cases/{id}/events',
    '/hunts/{id}/events',
    '/running',
    '/running/{id}',
  ])
    expect(made.paths).toHaveProperty([path]);
  const ids = Object.values(made.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every reference resolves, and every schema is valid', () => {
  const text = JSON.stringify(made);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', ...made });
  const targets = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map((match) => match[1]!));
  expect(targets.size).toBeGreaterThan(SERVICE_TOOLS.length);
  for (const target of targets) {
    const found = target
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], made);
    expect(found, target).toBeDefined();
  }
  for (const name of Object.keys(made.components.schemas))
    expect(ajv.getSchema(`openapi#/components/schemas/${name}`), name).toBeDefined();
});

test('responses match the description, for valid and invalid requests', async () => {
  const { ask, post } = openDoor();
  const document = (await (await ask('/openapi.json')).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', ...document });
  const schemaAt = (path: string, method: string) =>
    ajv.getSchema(
      `openapi#/paths/${path.replaceAll('/', '~1')}/${method}/responses/200/content/application~1json/schema`,
    )!;
  const fault = ajv.getSchema('openapi#/components/schemas/Fault')!;
  for (const [path, method, answer] of [
    ['/health', 'get', await ask('/health')],
    ['/tools', 'get', await ask('/tools')],
    ['/tools/search', 'get', await ask('/tools/search')],
    ['/tools/search', 'post', await post('/tools/search', { query: 'x' })],
    ['/search', 'get', await ask('/search?query=x')],
  ] as const) {
    const check = schemaAt(path, method);
    expect(check(await answer.json()), `${method} ${path}: ${JSON.stringify(check.errors)}`).toBe(true);
  }
  for (const answer of [
    await ask('/nothing'),
    await post('/tools/search', {}),
    await post('/tools/bug', {}),
    await ask('/health', { method: 'PUT' }),
  ]) {
    expect(fault(await answer.json()), JSON.stringify(fault.errors)).toBe(true);
  }
  expect(document.components.schemas.FaultCode).toEqual({ type: 'string', enum: Object.keys(FAULTS) });
});
