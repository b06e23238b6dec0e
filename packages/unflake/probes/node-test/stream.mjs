/** Writes one event of the stream with one write(2), so that it survives whatever the next line of the test does. */
import { openSync, writeSync } from 'node:fs';

const path = process.env.UNFLAKE_STREAM;
/** Opened for the first event, because a process may be started before its trial. */
let file;
const detectors = process.env.UNFLAKE_DETECTORS === 'on' ? await watched() : undefined;

export function writeEvent(event) {
  if (path !== undefined) {
    file ??= openSync(path, 'a');
    writeSync(file, `${JSON.stringify(event)}\n`);
  }
  if (event.ev === 'start') detectors?.started(event.id);
}

/** Call when a test is over, which may be before its end can be reported. */
export function testIsOver(id) {
  detectors?.ended(id);
}

async function watched() {
  const { default: own } = await import('../javascript/detectors.cjs');
  return own.watch(writeEvent);
}
