import { calls, type Rule } from '../rule.ts';
import { holderOf, letGo } from './held.ts';

const ENDS = /^(?:terminate|kill|disconnect|destroy|close|shutdown|stop|cancel|abort|end)$/;
const WAITS = /^(?:once|finished|killTree|kill|terminate|treeKill|waitForExit|exited|untilExit|close|stop)$/i;

export const threadLeftBehind: Rule = {
  id: 'javascript/thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a process or a worker that nobody ends',
  why: 'It lives on beside the tests that follow: it keeps ports and files, takes processor time, and may keep the runner from ending.',
  fix: 'End it where failures pass too: `t.after(() => child.kill())`, `afterEach(() => worker.terminate())`; then wait for `exit`.',
  find: [
    calls(
      [
        'child_process.spawn',
        'child_process.fork',
        'worker_threads.Worker',
        'cross-spawn',
        'cross-spawn.spawn',
        'cluster.fork',
      ],
      ({ node, file }) => {
        const holder = holderOf(node);
        if (holder.kind === 'elsewhere') return false;
        if (/\.on(?:ce)?\(\s*["'](?:exit|close)["']/.test(node.parent()?.parent()?.text() ?? '')) return false;
        if (holder.kind === 'nobody') return true;
        if (new RegExp(`\\b${holder.name}\\.on(?:ce)?\\(\\s*["'](?:exit|close)["']`).test(file.text)) return false;
        return !letGo(node, holder.name, file, ENDS, WAITS);
      },
    ),
  ],
  flags: [
    'import { spawn } from "node:child_process";\ntest("serves", async () => {\n  const child = spawn("node", ["server.js"]);\n  expect(await ping()).toBe(true);\n});\n',
    'import { Worker } from "node:worker_threads";\ntest("adds", async () => {\n  const worker = new Worker("./add.js");\n  worker.postMessage([1, 2]);\n  expect(await answer()).toBe(3);\n});\n',
    'const cp = require("child_process");\nbefore(() => {\n  cp.fork("./fixture.js");\n});\n',
    'import { spawn } from "node:child_process";\nlet server;\nbeforeAll(() => {\n  server = spawn("node", ["server.js"]);\n});\ntest("serves", async () => {\n  expect(await ping()).toBe(true);\n});\n',
  ],
  allows: [
    'import { spawn } from "node:child_process";\ntest("serves", async (t) => {\n  const child = spawn("node", ["server.js"]);\n  t.after(() => child.kill());\n  expect(await ping()).toBe(true);\n});\n',
    'import { spawn } from "node:child_process";\nimport { once } from "node:events";\ntest("exits", async () => {\n  const child = spawn("node", ["-v"]);\n  const [code] = await once(child, "exit");\n  expect(code).toBe(0);\n});\n',
    'import { Worker } from "node:worker_threads";\nlet worker;\nbeforeEach(() => {\n  worker = new Worker("./add.js");\n});\nafterEach(() => worker.terminate());\n',
    'import { spawn } from "node:child_process";\nconst started = [];\nfunction start(name) {\n  const child = spawn(name);\n  started.push(child);\n  return child;\n}\n',
    {
      file: 'src/daemon.ts',
      text: 'import { spawn } from "node:child_process";\nexport function launch() {\n  const child = spawn("agent");\n  child.unref();\n}\n',
    },
  ],
};
