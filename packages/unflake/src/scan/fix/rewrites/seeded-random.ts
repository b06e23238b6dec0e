/** A seed for generators that a test makes without one. Only in tests: elsewhere randomness may be meant. */

import { type Edit, type FixPlace, ofKind, type Rewrite, replaced } from '../rewrite.ts';
import { removedImport } from './go-imports.ts';

const DOES = 'gives the generator a seed';

export const pythonSeed: Rewrite = {
  rule: 'python/unseeded-random',
  does: DOES,
  edits: (place) => {
    const call = ofKind(place, 'call');
    const isCreated = /(?:^|\.)(?:Random|default_rng|RandomState)$/.test(call?.field('function')?.text() ?? '');
    const args = call?.field('arguments');
    return isCreated && args?.text() === '()' && isForTests(place) ? [replaced(args, '(0)')] : null;
  },
};

export const javaSeed: Rewrite = {
  rule: 'java/unseeded-random',
  does: DOES,
  edits: (place) => {
    const isCreated = ofKind(place, 'object_creation_expression');
    const args = isCreated?.field('arguments');
    const isSeedable = /(?:^|\.)(?:Random|SplittableRandom)$/.test(isCreated?.field('type')?.text() ?? '');
    return isSeedable && args?.text() === '()' && isForTests(place) ? [replaced(args, '(0)')] : null;
  },
};

export const rustSeed: Rewrite = {
  rule: 'rust/unseeded-random',
  does: DOES,
  edits: (place) => {
    const call = ofKind(place, 'call_expression');
    const type = /^(.*(?:Rng|Pcg\w*|Core))::from_(?:entropy|os_rng)$/.exec(call?.field('function')?.text() ?? '')?.[1];
    return call !== null && type !== undefined && isForTests(place)
      ? [replaced(call, `${type}::seed_from_u64(0)`)]
      : null;
  },
};

export const goSeed: Rewrite = {
  rule: 'go/unseeded-random',
  does: DOES,
  edits: goFixedSeed,
};

function goFixedSeed(place: FixPlace): readonly Edit[] | null {
  const call = ofKind(place, 'call_expression');
  const args = call?.field('arguments');
  const isSource = /\.(?:NewSource|Seed)$/.test(call?.field('function')?.text() ?? '');
  if (!isSource || args == null || args.namedChildren().length !== 1 || !isForTests(place)) return null;
  return [replaced(args, '(1)'), ...removedImport('time', args.text(), place.file)];
}

const isForTests = ({ nodes: [node], file }: FixPlace): boolean => file.isForTests(node);
