/** The tools as clients see them, held against the committed snapshot: changing them is a decision with a version. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SCHEMA_VERSION } from '../../src/contract/versions.ts';
import { describeTools } from '../../src/service/mcp/describe-tools.ts';
import { toolSnapshot } from '../../src/service/mcp/tool-snapshot.ts';
import { PATH_FIELDS, serviceInput } from '../../src/tools/lib/service-input.ts';
import { SERVICE_TOOLS, TOOLS } from '../../src/tools/registry.ts';

const committed = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../docs/contracts/mcp-tools.schema.json', import.meta.url)), 'utf8'),
);

const HOW_TO_BUMP = `the schemas of the tools have changed. If that is meant:
  1. raise SCHEMA_VERSION in packages/unflake/src/contract/versions.ts as docs/stability.md says
     (patch: words only; minor: a new tool, a new optional field, a new field in a result; major: anything gone, renamed or narrower),
  2. npm run build && node scripts/docs/write.mjs,
  3. say it in CHANGELOG.md.`;

test('the snapshot is what the sources generate, and its version is ours', async () => {
  const made = JSON.parse(JSON.stringify(await describeTools(SERVICE_TOOLS)));
  expect(made, HOW_TO_BUMP).toEqual(committed);
  expect(committed.schemaVersion, HOW_TO_BUMP).toBe(SCHEMA_VERSION);
});

test('the package answers with the same snapshot', async () => {
  expect(await toolSnapshot(), HOW_TO_BUMP).toEqual(committed);
});

test('inputs are closed, so that no unknown field is accepted silently', () => {
  for (const { name, inputSchema } of committed.tools)
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
});

test('a service is offered no command, no output file and no terminal format', async () => {
  const fields = committed.tools.flatMap(({ inputSchema }: { inputSchema: { properties: object } }) =>
    Object.keys(inputSchema.properties),
  );
  for (const field of ['rest', 'out', 'format']) expect(fields).not.toContain(field);
  const left = TOOLS.filter((tool) => !SERVICE_TOOLS.includes(tool)).map(({ name }) => name);
  expect(left).toEqual(['env_dist', 'env_with', 'store_status', 'store_migrate', 'store_copy', 'worker', 'demo']);
});

/** Fields that hold a text which is not a path. A new text field stands here or among the paths, which are checked against the allowed folders. */
const NO_PATHS = [
  'commit',
  'reason',
  'owner',
  'until',
  'ticket',
  'branch',
  'run',
  'job',
  'machine',
  'at',
  'status',
  'hunt',
  'shard',
  'test',
  'runner',
  'protocol',
  'launcher',
  'resume',
  'since',
  'tests',
  'changed',
  'failOn',
  'known',
  'query',
  'in',
  'filter',
  'cause',
  'file',
  'sort',
  'case',
  'before',
  'after',
  'tests',
  'since',
  'trial',
  'environment',
  'environments',
  'steps',
];

test('every text field of a request is known to be a path or not', async () => {
  const unknown: string[] = [];
  for (const entry of SERVICE_TOOLS) {
    const tool = await entry.load();
    for (const [field, schema] of Object.entries(serviceInput(tool).shape)) {
      const text = JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input' })).includes('"string"');
      if (text && !NO_PATHS.includes(field) && !(PATH_FIELDS as readonly string[]).includes(field))
        unknown.push(`${entry.name}.${field}`);
    }
  }
  expect(unknown).toEqual([]);
});
