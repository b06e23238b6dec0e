/** What a test must not leave behind: processes with the tag of this run, and files in its temporary folder. */
import { readdirSync, readFileSync } from 'node:fs';

/** Caches that tools keep in the temporary folder for their next run: compiled code, Jest's cache, the testkit's register of names. */
const KEPT = /^(v8-compile-cache|node-compile-cache|jest_|unflake-runs-)/;
/** A browser or a database that was asked to end needs seconds for it on a busy machine; what was left behind is still there afterwards. */
const PATIENCE_MS = 30_000;

/** One sentence per leftover; a leftover process is killed. */
export async function leftovers({ tag, temporary }) {
  const found = [];
  const deadline = performance.now() + PATIENCE_MS;
  let alive = tagged(tag);
  // unflake-allow fixed-timeout-poll: what is not gone by then is reported as left behind
  while (alive.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    alive = tagged(tag);
  }
  for (const { pid, words } of alive) {
    found.push(`process left behind: ${words}`);
    process.kill(pid, 'SIGKILL');
  }
  for (const name of readdirSync(temporary).sort()) if (!KEPT.test(name)) found.push(`file left behind: ${name}`);
  return found;
}

function tagged(tag) {
  const found = [];
  for (const entry of readdirSync('/proc').sort()) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(`${tag}=1`)) continue;
      const words = readFileSync(`/proc/${entry}/cmdline`, 'latin1').split('\0').join(' ').trim();
      if (words !== '') found.push({ pid: Number(entry), words: words.slice(0, 200) });
    } catch (error) {
      if (!['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) throw error;
    }
  }
  return found;
}
