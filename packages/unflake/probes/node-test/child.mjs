/** Runs the selected tests of one file, or lists its tests. Started by driver.mjs in a process of its own, as `node --test` does. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectInto, file as definitions, pending, tests } from './definitions.mjs';
import { fileLoaded } from './executions.mjs';
import { interceptNodeTest } from './intercept.mjs';
import { lateDefinitions } from './late-definitions.mjs';
import { describeError } from './outcome.mjs';
import { registerInPlace, registerSequence } from './register.mjs';
import { writeEvent } from './stream.mjs';

const [, , file, index] = process.argv;
const job =
  index === undefined ? undefined : JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8')).files[index];
const path = resolve(file);

// The test file sees what `node <file>` would show it, and the tags that identify its child processes.
process.argv.splice(1, process.argv.length - 1, path);
for (const name of Object.keys(process.env)) if (/^UNFLAKE_(?!TAG_)/.test(name)) delete process.env[name];

const inPlace = job?.order === 'natural';
const wanted = new Set(job?.tests);
collectInto(file, (definition) => (inPlace ? registerInPlace(definition, wanted) : undefined));
await interceptNodeTest();
await load();
await lateDefinitions(() => job !== undefined && [...wanted].every((id) => tests.has(id)));
await Promise.all(pending);
if (job === undefined) {
  writeEvent({ ev: 'collected', ids: idsIn(definitions) });
  // Bodies do not run, but the file may have opened handles.
  process.exit();
}
for (const id of wanted) if (!tests.has(id)) writeEvent({ ev: 'problem', text: `missing: no test is called '${id}'` });
if (!inPlace) registerSequence(sequenceOf(job));
fileLoaded();

async function load() {
  try {
    await import(pathToFileURL(path).href);
  } catch (error) {
    const { type, message, stack } = describeError(error);
    writeEvent({
      ev: 'problem',
      text: `${file} could not be loaded: ${type}: ${message}\n${stack ?? ''}`.slice(0, 4000),
    });
    process.exit(1);
  }
}

function sequenceOf({ tests: ids, repeat }) {
  const runs = new Map();
  return Array.from({ length: repeat }, () => ids.filter((id) => tests.has(id))).flatMap((once) =>
    once.map((id, position) => {
      const run = runs.get(id) ?? 0;
      runs.set(id, run + 1);
      return { definition: tests.get(id), run, fresh: position === 0 };
    }),
  );
}

/** In the order of definition, not in that in which asynchronous suites defined them. */
function idsIn({ kind, id, children = [] }) {
  return kind === 'test' ? [id] : children.flatMap(idsIn);
}
