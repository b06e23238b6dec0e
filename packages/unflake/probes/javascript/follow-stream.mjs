/** Follows a stream that other processes write, and returns the tests that have started and not ended. */
import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 16;

export function followStream(path) {
  const open = new Map();
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  let rest = Buffer.alloc(0);
  return () => {
    const file = openSync(path, 'r');
    for (let read = readSync(file, chunk, 0, CHUNK_BYTES, position); read > 0; ) {
      position += read;
      rest = Buffer.concat([rest, chunk.subarray(0, read)]);
      read = readSync(file, chunk, 0, CHUNK_BYTES, position);
    }
    closeSync(file);
    const end = rest.lastIndexOf(10) + 1;
    for (const line of rest.subarray(0, end).toString('utf8').split('\n')) note(line);
    rest = rest.subarray(end);
    return [...open.values()];
  };

  function note(line) {
    if (!line.startsWith('{"ev":"start"') && !line.startsWith('{"ev":"end"')) return;
    const { ev, id, run } = JSON.parse(line);
    if (ev === 'start') open.set(`${run} ${id}`, { id, run });
    else open.delete(`${run} ${id}`);
  }
}
