/**
 * Measures the time from process start to the first responses over MCP, next to a hello-world server on the same SDK. The two alternate,
 * each first in every other round, so that a busy machine slows both. The goal is at most twice as long. Needs the build.
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

/** Milliseconds to the response to `initialize`, and then to `tools/list`. */
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

const AIM = 2;
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];

try {
  const seen = { hello: [], unflake: [] };
  for (const args of Object.values(SERVERS)) await once(args);
  for (let round = 0; round < rounds; round += 1) {
    const order = Object.entries(SERVERS);
    if (round % 2 === 1) order.reverse();
    for (const [name, args] of order) seen[name].push(await once(args));
  }
  console.log(`${rounds} rounds each, in turn; load ${loadavg()[0].toFixed(1)}; ms`);
  for (const [what, label] of [
    ['first', 'first answer'],
    ['list', 'tools/list'],
  ]) {
    for (const [share, name] of [
      [0.25, 'lower quartile'],
      [0.5, 'median'],
    ]) {
      const [hello, ours] = ['hello', 'unflake'].map((one) =>
        quantile(
          seen[one].map((taken) => taken[what]),
          share,
        ),
      );
      const ratio = ours / hello;
      const kept = ratio <= AIM ? 'kept' : 'missed';
      console.log(
        `${label.padEnd(13)} ${name.padEnd(15)} hello ${hello.toFixed(0)}  unflake ${ours.toFixed(0)}  ratio ${ratio.toFixed(2)} (aim ${AIM}: ${kept})`,
      );
    }
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
