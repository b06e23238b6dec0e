/** Downloads are tried again: one connection that a registry drops must not fail a whole run of the suite. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A registry that restarts, or a mirror that is being written, answers again within a minute. */
const PAUSES_MS = [2_000, 10_000, 30_000];
const MAX_REASON = 200;
/** How apt-get, npm, pip, Maven, Gradle and cargo begin the line that names the cause, or what it holds. */
const NAMES_CAUSE = /^(E:|W: Failed|npm err|ERROR|\[ERROR\]|error)|could not|cannot|timed? ?out|refused/i;

/**
 * The result of the first attempt that succeeds. After every other one line says what failed, why, and when it is tried again.
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} attempt
 * @param {{ pause?: (ms: number) => Promise<unknown>, say?: (line: string) => void }} [outside]
 * @returns {Promise<Result>}
 */
export async function retryDownload(what, attempt, { pause = sleep, say = sayOnStderr } = {}) {
  for (const ms of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      say(`${what} failed and is tried again in ${ms / 1000} s: ${causeIn(error)}`);
    }
    await pause(ms);
  }
  return attempt().catch((error) => {
    throw new Error(`${what} failed ${PAUSES_MS.length + 1} times; the last time:\n${error.message}`, { cause: error });
  });
}

/** Of what a program has said, the line that names the cause. */
function causeIn({ message }) {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  return (lines.slice(1).find((line) => NAMES_CAUSE.test(line.trim())) ?? first).trim().slice(0, MAX_REASON);
}

const sayOnStderr = (line) => void process.stderr.write(`${line}\n`);
