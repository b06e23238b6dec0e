/** What a worker process of Vitest loads before it knows its tests, and the variables that matter to it then. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const IMPORT = /^import (?:.* from )?['"](\.[^'"]+)['"];$/gm;

/** What the script imports, except what needs the channel to Vitest's main process. */
export async function loadAhead(script) {
  for (const [, name] of readFileSync(script, 'utf8').matchAll(IMPORT)) {
    const path = join(dirname(script), name);
    if (!readFileSync(path, 'utf8').includes('process.send')) await import(pathToFileURL(path).href);
  }
}

/** Writes the names of the variables that are read meanwhile. This process is good for nothing else, because modules keep what they read from. */
export async function noteVariables(script, file) {
  const names = new Set();
  const noting =
    (read) =>
    (env, ...words) => {
      for (const name of words.length > 0 ? [words[0]] : Object.keys(env))
        if (typeof name === 'string') names.add(name);
      return read(env, ...words);
    };
  const { get, has, getOwnPropertyDescriptor, ownKeys } = Reflect;
  process.env = new Proxy(process.env, {
    get: noting((env, name) => get(env, name)),
    has: noting(has),
    getOwnPropertyDescriptor: noting(getOwnPropertyDescriptor),
    ownKeys: noting(ownKeys),
  });
  await loadAhead(script);
  writeFileSync(file, JSON.stringify([...names].sort()));
}
