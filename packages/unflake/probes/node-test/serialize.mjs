/**
 * A second reporter, which does the work that `node --test` has each file's process do for its parent: it serializes every event between two
 * steps of the test. Without it a trial disturbs short waits less than the runner does. It prints nothing.
 */
import { serialize } from 'node:v8';

// Node imports reporters by their default export.
// biome-ignore lint/correctness/useYield: the output of a reporter is what it yields, and this one has none.
export default async function* serializeEvents(source) {
  // Errors may hold what cannot be serialized.
  for await (const { type, data } of source) serialize({ type, data: { ...data, details: null } });
}
