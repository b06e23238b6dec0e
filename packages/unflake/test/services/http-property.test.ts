/**
 * Whatever is asked of the HTTP transport, it answers in time, with an envelope, and never because of a bug. The long form:
 * UNFLAKE_HTTP_CALLS=10000 npx vitest run --project services packages/unflake/test/services/http-property.test.ts --testTimeout=3600000
 */
import { systemClock } from '@unflake/testkit/clock';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { describeTool } from '../../src/service/http/describe-tool.ts';
import { type HttpService, startHttp } from '../../src/service/http/start-http.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { Place } from '../cli/unflake.ts';
import { type GeneratedRequest, requests } from './http-inputs.ts';

const CALLS = Number(process.env.UNFLAKE_HTTP_CALLS ?? 240);
/** One more than may run, so that some are refused. */
const AT_ONCE = 5;
const SEED = Number(process.env.UNFLAKE_TEST_SEED ?? 1);
/** Far longer than any of these calls takes on a busy machine. */
const HANGS_AFTER_MS = 120_000;

/** Tools that run no tests and remove nothing. */
const READ = [
  'search',
  'build_index',
  'index_status',
  'status',
  'config_status',
  'cases',
  'case',
  'report',
  'env_status',
  'env_graph',
  'env_explain',
  'env_validate',
  'env_helpers',
];

let place: Place;
let service: HttpService;
const bugs: string[] = [];
beforeEach(async () => {
  place = new Place().fixture('victim-one', 'node-test');
  service = await startHttp({
    host: '127.0.0.1',
    port: 0,
    tools: SERVICE_TOOLS.filter(({ name }) => READ.includes(name)),
    roots: [place.subject],
    maxCalls: 4,
    timeoutMs: 60_000,
    token: null,
    names: [],
    origins: ['http://localhost:6274'],
    dashboard: null,
    context: { clock: systemClock, env: { ...process.env, XDG_STATE_HOME: place.folder }, entropy: () => bugs.length },
    log: (line) => void (/\n +at /.test(line) && bugs.push(line)),
  });
});
afterEach(async () => {
  await service.close();
  place.remove();
});

test(`${CALLS} generated calls, seed ${SEED}`, { timeout: Math.max(300_000, CALLS * 1_000) }, async () => {
  const tools = SERVICE_TOOLS.filter(({ name }) => READ.includes(name));
  expect(tools).toHaveLength(READ.length);
  const described = (await Promise.all(tools.map((entry) => entry.load()))).map(describeTool);
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(requests(described), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
      for (const status of await Promise.all(batch.map(answered)))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
    { numRuns: Math.ceil(CALLS / AT_ONCE), seed: SEED, endOnFailure: CALLS > 1_000 },
  );
  if (process.env.UNFLAKE_HTTP_CALLS)
    console.log(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
  expect(bugs).toEqual([]);
  // Enough of them were right to reach the tools.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(CALLS / 20);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(CALLS / 20);
});

async function answered({ method, path, headers, body }: GeneratedRequest): Promise<number> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers,
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const told = `${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 300)} → ${response.status} ${text.slice(0, 600)}`;
  expect(response.status, told).not.toBe(500);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const data = [...text.matchAll(/^data: (.*)$/gm)].map((match) => match[1]!);
    expect(data.length, told).toBeGreaterThanOrEqual(3);
    for (const one of data) checkEnvelope(JSON.parse(one), null, told);
    expect(text).toMatch(/event: done\nid: \S+\ndata: .*\n\n$/);
  } else if (response.status === 204) {
    expect(text).toBe('');
  } else if (path !== '/mcp') {
    checkEnvelope(JSON.parse(text), response.status, told);
  }
  return response.status;
}

interface AnyEnvelope {
  readonly ok: boolean;
  readonly error?: { readonly code: keyof typeof FAULTS };
}

function checkEnvelope(envelope: AnyEnvelope, status: number | null, told: string): void {
  expect(Object.keys(envelope), told).toEqual(envelope.ok ? ['ok', 'result', '_meta'] : ['ok', 'error', '_meta']);
  expect(envelope.error?.code, told).not.toBe('INTERNAL');
  if (status !== null) expect(status, told).toBe(envelope.ok ? 200 : FAULTS[envelope.error!.code].http);
}
