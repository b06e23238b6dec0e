/**
 * From the start of the process to its first answers over MCP, side by side with a hello-world server on the same SDK. The two take turns, so
 * that a busy machine slows both. Needs the build.
 *
 *   node scripts/bench/mcp-start.mjs [rounds]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 15);
const top = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'unflake-mcp-start-'));
const library = (path) => join(top, 'node_modules', path);
writeFileSync(
  join(place, 'hello.mjs'),
  `import { McpServer } from ${JSON.stringify(library('@modelcontextprotocol/server/dist/index.mjs'))};
import { serveStdio } from ${JSON.stringify(library('@modelcontextprotocol/server/dist/stdio.mjs'))};
import { z } from ${JSON.stringify(library('zod/index.js'))};
serveStdio(() => {
  const server = new McpServer({ name: 'hello', version: '1.0.0' }, { capabilities: { tools: {} } });
  const answer = async ({ name }) => ({ content: [{ type: 'text', text: 'hello ' + name }] });
  server.registerTool('hello', { description: 'Say hello', inputSchema: z.object({ name: z.string() }) }, answer);
  return server;
});
`,
);

const SERVERS = {
  hello: [join(place, 'hello.mjs')],
  unflake: [join(top, 'packages/unflake/bin/unflake.js'), 'mcp', '--quiet'],
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** Milliseconds to the answer to `initialize`, and to the answer to `tools/list` after it. */
async function once(args) {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: place, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => child.on('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (id) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the server ended');
      const message = JSON.parse(value);
      if (message.error) throw new Error(message.error.message);
      if (message.id === id) return performance.now() - began;
    }
  };
  const say = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  say(INITIALIZE);
  const first = await answer(1);
  say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  say({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} });
  const list = await answer(2);
  child.stdin.end();
  await gone;
  return { first, list };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const seen = { hello: [], unflake: [] };
  for (const args of Object.values(SERVERS)) await once(args);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(SERVERS)) seen[name].push(await once(args));
  }
  console.log(`${rounds} rounds each, in turn; load ${loadavg()[0].toFixed(1)}; medians in ms`);
  for (const what of ['first', 'list']) {
    const [hello, ours] = ['hello', 'unflake'].map((name) => median(seen[name].map((one) => one[what])));
    const label = what === 'first' ? 'first answer' : 'tools/list';
    console.log(
      `${label.padEnd(13)} hello ${hello.toFixed(0)}  unflake ${ours.toFixed(0)}  ratio ${(ours / hello).toFixed(2)}`,
    );
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
