/**
 * For serve-compare.mjs: what one would write without us. The same framework, and the same `run` of the same tools on the raw body: it
 * reads the same files and stores and writes the same result as JSON. No checks of host, token, input and paths, no limits of size, time
 * and number, no cancellation, no envelope.
 */

import { createAdaptorServer } from '@hono/node-server';
import { systemClock } from '@unflake/testkit/clock';
import { Hono } from 'hono';
import { SERVICE_TOOLS } from '../../packages/unflake/dist/tools/registry.js';

const app = new Hono();
const context = {
  emit: () => {},
  signal: new AbortController().signal,
  clock: systemClock,
  env: process.env,
  cwd: process.cwd(),
  entropy: () => 1,
};
for (const { name, load } of SERVICE_TOOLS) {
  const tool = await load();
  app.post(`/tools/${name}`, async (c) => c.json({ ok: true, result: await tool.run(await c.req.json(), context) }));
}

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ result: { url: `http://127.0.0.1:${server.address().port}` } }));
});
process.on('SIGTERM', () => process.exit(0));
