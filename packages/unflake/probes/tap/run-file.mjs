/** Runs one file as tap would, and returns its output and how it ended. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NOTE = fileURLToPath(new URL('./note-drained.cjs', import.meta.url));
const STREAM = process.env.UNFLAKE_STREAM;
let files = 0;

export function runFile(file, { nodeOptions, testArgs, env }, root) {
  files += 1;
  const drained = `${STREAM}.drained-${files}`;
  const args = [`--require=${NOTE}`, ...nodeOptions(file), resolve(root, file), ...testArgs];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...ownEnvironment(), UNFLAKE_TAP_DRAINED: drained, ...Object.fromEntries(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
      process[name].write(text);
    });
  }
  return new Promise((go, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      const isDrained = existsSync(drained);
      rmSync(drained, { force: true });
      go({ ...said, code, signal, drained: isDrained });
    });
  });
}

/** tap puts its settings for the files into the environment. Ours are removed; the tags identify the processes. */
function ownEnvironment() {
  const entries = Object.entries(process.env).filter(([name]) => !/^UNFLAKE_(?!TAG_)/.test(name));
  return { ...Object.fromEntries(entries), TAP: '1', TAP_BAIL: '0', TAP_JOBS: '1', TAP_DIAG: '1' };
}
