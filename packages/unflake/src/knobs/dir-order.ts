/** The order of directory entries. File systems promise none, and each has its own. */
import type { Knob } from '../contract/knob.ts';
import { shimCannot, throughShim } from './preloads.ts';
import { AS_IS, noSetting } from './settings.ts';

/** Runners whose programs list folders through the C library. */
const LANGUAGES = ['cpp', 'java', 'javascript', 'kotlin', 'php', 'python', 'ruby', 'rust', 'shell'];

export const dirOrder = {
  name: 'dirOrder',
  cause: () => ({ family: 'nondeterminism', kind: 'iteration-order' }),
  shape: 'seed',
  provoke: () => ['reversed', 'shuffled-1', 'shuffled-2'],
  draws: () => ['sorted', 'reversed', ...Array.from({ length: 6 }, (_, at) => `shuffled-${at + 1}`)],
  pin: 'sorted',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === AS_IS) return throughShim({}, machine);
    if (!/^(sorted|reversed|shuffled-\d{1,9})$/.test(setting)) {
      throw noSetting('dirOrder', setting, 'sorted, reversed or shuffled-<seed>');
    }
    return throughShim({ UNFLAKE_DIR_ORDER: setting }, machine);
  },
  unavailable: shimCannot,
  reach: () => LANGUAGES.map((language) => ({ rule: `${language}/directory-order`, reaches: ['readdir'], misses: [] })),
  witness: (setting, { preloads }) => ({
    argv: ['node', `${preloads}/witness/dir-order.mjs`],
    prints: inOrder(setting, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']).join(' '),
  }),
} as const satisfies Knob;

/** The same order as in our LD_PRELOAD library. */
function inOrder(setting: string, names: readonly string[]): readonly string[] {
  if (setting === 'reversed') return [...names].reverse();
  const seed = setting.startsWith('shuffled-') ? setting.slice('shuffled-'.length) : null;
  return seed === null ? names : [...names].sort((a, b) => rank(seed + a) - rank(seed + b));
}

/** FNV-1a, then mixed. */
function rank(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
