/** Requests made from the tools' own schemas: right ones, nearly right ones, and nonsense. */
import fc from 'fast-check';
import type { ToolDescription } from '../../src/service/http/describe-tool.ts';

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Property = Readonly<Record<string, unknown>>;

/** Words that lead somewhere in the sample project, so that right inputs get far. */
const WORDS = [
  '.',
  'total',
  'latest',
  'c-none',
  'shop.js',
  'shop.test.js',
  'cases.db',
  '..',
  '/',
  'nowhere',
  '0.bats',
  'tests',
];
const text = fc.oneof(
  { arbitrary: fc.constantFrom(...WORDS), weight: 3 },
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** What each field usually is; other words come sometimes. */
const USUAL: Readonly<Record<string, string>> = {
  root: '.',
  store: 'cases.db',
  index: 'index.db',
  config: 'unflake.config.json',
  suite: '.',
  case: 'latest',
};

function usually(name: string, property: Property): fc.Arbitrary<unknown> {
  const any = arbitraryOf(property);
  if (!Object.hasOwn(USUAL, name)) return any;
  return fc.oneof({ arbitrary: fc.constant(USUAL[name]), weight: 6 }, { arbitrary: any, weight: 1 });
}

function arbitraryOf(property: Property): fc.Arbitrary<unknown> {
  if (Array.isArray(property.enum)) return fc.constantFrom(...(property.enum as unknown[]));
  switch (property.type) {
    case 'string':
      return text.filter((value) => value.length >= Number(property.minLength ?? 0));
    case 'integer':
      return fc.integer({
        min: Number(property.minimum ?? -1_000),
        max: Math.min(Number(property.maximum ?? 1_000), 1_000),
      });
    case 'number':
      return fc.double({ min: 0.001, max: Math.min(Number(property.maximum ?? 1_000), 1_000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(property.items as Property), { maxLength: 3 });
    default:
      return fc.jsonValue();
  }
}

const propertiesOf = ({ input }: ToolDescription) => (input.properties ?? {}) as Readonly<Record<string, Property>>;

function rightInput(tool: ToolDescription): fc.Arbitrary<Record<string, unknown>> {
  const required = (tool.input.required ?? []) as string[];
  const fields = Object.fromEntries(
    Object.entries(propertiesOf(tool)).map(([name, property]) => [name, usually(name, property)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** A right input with one thing wrong, or no input at all. */
function wrongInput(tool: ToolDescription): fc.Arbitrary<unknown> {
  const names = Object.keys(propertiesOf(tool));
  const spoiled = fc
    .tuple(
      rightInput(tool),
      fc.oneof(fc.constantFrom('rest', '__proto__', 'constructor', ...names), fc.string()),
      fc.jsonValue(),
    )
    .map(([input, name, value]) => ({ ...input, [name]: value }));
  return fc.oneof({ arbitrary: spoiled, weight: 3 }, fc.jsonValue({ maxDepth: 5 }));
}

const JSON_BODY = { 'content-type': 'application/json' };
const strangeHeaders = fc.record(
  {
    'last-event-id': fc.oneof(fc.constantFrom('k-0.1', 'w-0.2', '.'), fc.stringMatching(/^[!-~]{1,40}$/)),
    'unflake-timeout-ms': fc.oneof(fc.constantFrom('1', '5', '0', '-1'), fc.stringMatching(/^[!-~]{1,20}$/)),
    origin: fc.constantFrom('http://evil.example', 'null', 'http://localhost:6274'),
    authorization: fc.stringMatching(/^[!-~]{1,40}$/),
  },
  { requiredKeys: [] },
);

export function requests(tools: readonly ToolDescription[]): fc.Arbitrary<GeneratedRequest> {
  const tool = fc.constantFrom(...tools);
  const posted = (input: fc.Arbitrary<readonly [ToolDescription, unknown]>, suffix: string) =>
    input.map(([{ name }, body]) => ({
      method: 'POST',
      path: `/tools/${name}${suffix}`,
      headers: JSON_BODY,
      body: JSON.stringify(body),
    }));
  const right = tool.chain((one) => rightInput(one).map((input) => [one, input] as const));
  const wrong = tool.chain((one) => wrongInput(one).map((input) => [one, input] as const));
  const words = fc.webQueryParameters();
  const plain = fc.oneof(
    { arbitrary: posted(right, ''), weight: 6 },
    { arbitrary: posted(wrong, ''), weight: 8 },
    { arbitrary: posted(right, '/stream'), weight: 1 },
    { arbitrary: posted(wrong, '/stream'), weight: 2 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom('/search', '/search/stream', '/status'), words)
        .map(([path, query]) => ({ method: 'GET', path: `${path}?query=total&${query}`, headers: {} })),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        path: fc.oneof(
          fc.webPath().map((path) => `/${path}`),
          fc.constantFrom('/tools', '/tools/search/stream', '/cases/c-none/events', '/tools/%E0%A4%A', '/mcp'),
        ),
        headers: fc.constant({}),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        method: fc.constant('POST'),
        path: tool.map(({ name }) => `/tools/${name}`),
        headers: fc.constantFrom(
          JSON_BODY,
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/json; charset=x' },
        ),
        body: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '{', '[[', '{"root":', `${'['.repeat(100)}`)),
      }),
      weight: 2,
    },
  );
  return fc
    .tuple(plain, fc.oneof({ arbitrary: fc.constant({}), weight: 6 }, strangeHeaders))
    .map(([request, more]) => ({ ...request, headers: { ...request.headers, ...more } }));
}
