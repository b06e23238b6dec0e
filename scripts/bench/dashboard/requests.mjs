/** Requests of a client that is no browser, and what a process has used. */
import { readFileSync } from 'node:fs';

/** USER_HZ, which Linux fixes for every architecture. */
const TICKS_PER_SECOND = 100;

export async function post({ url }, tool, input) {
  const answer = await fetch(`${url}/tools/${tool}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  });
  const envelope = await answer.json();
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.result;
}

/** In MB: what it alone has in memory or has swapped out, and all that is mapped for it. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1_000;
  return { own: field('RssAnon') + field('VmSwap'), resident: field('VmRSS') };
}

/** In ms, of the process without its children. */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
