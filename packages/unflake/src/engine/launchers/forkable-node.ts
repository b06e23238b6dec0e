/** Lets a Node that serves be forked: our native code is loaded into it, because Node alone does not survive a fork. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from '../../contract/command.ts';
import { buildNative } from '../build-native.ts';
import type { Environment } from '../process/inheritable-variables.ts';

/** Forks twice: the first fork waits for a thread of V8 and one of libuv, and ends with a code of its own. */
const TRY = `
const loaded = { exports: {} };
process.dlopen(loaded, process.argv[1]);
const { fork, wait } = loaded.exports;
const endings = [3, 4].map((code) => {
  const child = fork();
  if (child !== 0) return wait(child);
  const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const work = [WebAssembly.compile(module), require('node:fs').promises.readFile('/proc/self/stat')];
  Promise.all(work).then(() => process.exit(code));
  return [];
});
if (endings.length > 0 && endings.every(([code], n) => code === n + 3)) process.exitCode = 7;
`;
const WORKED = 7;
const NOBODY_TO_ASK = 127;
const PATIENCE_MS = 10_000;

let path: string | null | undefined;
let relay: string | null | undefined;

const native = (name: string) => fileURLToPath(new URL(`../../../native/${name}`, import.meta.url));

/** The path of our code; null where it cannot be built or does not work. */
function forkableNode(): string | null {
  path ??= buildNative({
    name: 'fork',
    sources: native('fork'),
    options: ['-O2', '-shared', '-fPIC'],
    libraries: ['-ldl', '-lpthread'],
    works: (built) => {
      const env = { ...process.env, LD_PRELOAD: built };
      const { status } = spawnSync(process.execPath, ['-e', TRY, built], {
        env,
        stdio: 'ignore',
        timeout: PATIENCE_MS,
      });
      return status === WORKED;
    },
  });
  return path;
}

/** The program that is started in the place of a worker that will be a fork, too; null where it cannot be built. */
function relayProgram(): string | null {
  relay ??= buildNative({
    name: 'relay',
    sources: native('relay'),
    headers: [native('fork')],
    options: ['-O2'],
    libraries: [],
    // It has nobody to ask.
    works: (built) => spawnSync(built, { stdio: 'ignore' }).status === NOBODY_TO_ASK,
  });
  return relay;
}

export const canForkNode = (): boolean => forkableNode() !== null;

/** The same command, started so that it can be forked. */
export function asForkable(command: Command, baseEnv: Environment): Command {
  const code = forkableNode();
  if (code === null) return command;
  const others = command.env.LD_PRELOAD === undefined ? baseEnv.LD_PRELOAD : command.env.LD_PRELOAD;
  const preloads = [code, ...(others ? [others] : [])].join(':');
  const paths = { LD_PRELOAD: preloads, UNFLAKE_FORK: code, UNFLAKE_RELAY: relayProgram() };
  return { ...command, env: { ...command.env, ...paths } };
}
