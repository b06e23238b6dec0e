/** Reads the shards that are to be merged: hunts of this store, or the store files of other machines. They must be the parts of one hunt. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TrialRun } from '../../../engine/trial/run-trial.ts';
import type { Store, StoredHunt } from '../../../store/port.ts';
import { closing } from '../closing.ts';
import { openStore } from '../open-store.ts';
import type { ToolContext } from '../tool.ts';
import { badInput } from './bad-input.ts';
import { type HuntRequest, huntRequest } from './hunt-request.ts';

export interface Shard {
  /** As it was given. */
  readonly name: string;
  readonly hunt: StoredHunt;
  readonly request: HuntRequest;
  readonly number: number;
  readonly of: number;
  readonly runs: readonly TrialRun[];
}

/** All shards of one hunt, each once, in the order of their numbers. `root`: of the project, for the caller's own store. */
export async function readShards(
  names: readonly string[],
  store: Store,
  root: string,
  context: ToolContext,
): Promise<readonly Shard[]> {
  const shards: Shard[] = [];
  for (const name of names) {
    const path = resolve(context.cwd, name);
    shards.push(existsSync(path) ? await readFile(name, path, root, context) : await readShard(name, store, name));
  }
  requireOneHunt(shards);
  return shards.toSorted((a, b) => a.number - b.number);
}

async function readFile(name: string, path: string, root: string, context: ToolContext): Promise<Shard> {
  const store = await openStore(root, path, context);
  await using _store = closing(store);
  return await readShard(name, store, 'latest');
}

async function readShard(name: string, store: Store, id: string): Promise<Shard> {
  const hunt = await store.findHunt(id);
  const request = huntRequest(hunt);
  const { of, mine } = request.shards ?? { of: 0, mine: null };
  if (mine === null)
    throw badInput(
      'shards',
      name,
      `${name} is not a shard: it was opened without \`--shard\``,
      'a hunt with `--shard`',
    );
  const runs: TrialRun[] = [];
  for (const { seq } of await store.trials(hunt.id)) {
    const trial = await store.trial(hunt.id, seq);
    if (trial === undefined) continue;
    const { id: _id, atMs: _atMs, ...seen } = trial.result;
    runs.push({ ...seen, command: trial.command, output: trial.output });
  }
  return { name, hunt, request, number: mine, of, runs };
}

/** What all shards of a hunt have in common. */
const SHARED: readonly (readonly [string, (shard: Shard) => unknown])[] = [
  ['the number of shards', ({ of }) => of],
  ['the seed', ({ hunt }) => hunt.seed],
  ['the runner', ({ hunt }) => hunt.runner],
  ['the number of rounds', ({ request }) => request.rounds],
  ['the tests', ({ hunt }) => hunt.suite.join('\n')],
];

function requireOneHunt(shards: readonly Shard[]): void {
  const [first, ...others] = shards;
  for (const other of others)
    for (const [what, of] of SHARED)
      if (of(other) !== of(first!))
        throw badInput(
          'shards',
          other.name,
          `${other.name} and ${first!.name} differ in ${what}`,
          'shards of one hunt',
        );
  for (let number = 1; number <= first!.of; number += 1) {
    const [one, second] = shards.filter((shard) => shard.number === number);
    const name = `shard ${number} of ${first!.of}`;
    if (one === undefined) throw badInput('shards', null, `${name} is missing`, 'all shards of the hunt');
    if (second !== undefined)
      throw badInput('shards', second.name, `${one.name} and ${second.name} are both ${name}`, 'each shard once');
  }
}
