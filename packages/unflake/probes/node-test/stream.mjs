/** Writes one event of the stream with one write(2), so that it survives whatever the next line of the test does. */
import { openSync, writeSync } from 'node:fs';

const path = process.env.UNFLAKE_STREAM;
const file = path === undefined ? undefined : openSync(path, 'a');

export function writeEvent(event) {
  if (file !== undefined) writeSync(file, `${JSON.stringify(event)}\n`);
}
