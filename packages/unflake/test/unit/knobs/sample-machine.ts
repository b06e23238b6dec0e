/** A machine that can do everything, for tests of what knobs decide. */
import type { Machine } from '../../../src/contract/knob.ts';

export const ABLE: Machine = {
  platform: 'linux',
  cores: 2,
  firstProcessor: 0,
  root: true,
  runner: null,
  withoutWorkers: null,
  ordinaryUser: null,
  tools: ['cc', 'prlimit', 'setpriv', 'taskset'],
  locales: ['C', 'C.utf8', 'POSIX', 'de_DE.utf8', 'tr_TR.utf8'],
  limits: { files: 4096, memory: null },
  groups: true,
  offline: ['offline'],
  shim: '/cache/shim.so',
  preloads: '/native',
};

/** One that can do nothing but start processes. */
export const BARE: Machine = {
  ...ABLE,
  tools: [],
  locales: [],
  groups: false,
  offline: null,
  shim: null,
};
