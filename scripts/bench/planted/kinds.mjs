/**
 * The kinds of planted defects: the names of the tests in every language, and the right results. Titles and names are those of ordinary
 * tests: nothing in them reveals the defect.
 */

/** Orders of tests that share state: it fails there, a third test cleans up in between, or the polluter comes last. */
const ORDERS = [
  ['polluter', 'victim'],
  ['polluter', 'cleaner', 'victim'],
  ['victim', 'polluter'],
];

/** Every right result names the victim's cause, and the polluter if the cause is order. */
export const KINDS = {
  'module-state': {
    stem: 'layout',
    titles: {
      polluter: 'accepts a wider indent',
      cleaner: 'goes back to the usual indent',
      victim: 'indents by two spaces',
    },
    orders: ORDERS,
    causes: ['ordering/victim'],
  },
  cache: {
    stem: 'aliases',
    titles: {
      polluter: 'prefers a given alias',
      cleaner: 'reads the table again',
      victim: 'resolves a text file',
    },
    orders: ORDERS,
    causes: ['ordering/victim'],
  },
  zone: {
    stem: 'stamps',
    titles: { victim: 'prints the day of a stamp' },
    causes: ['external/time-zone'],
    knobs: ['tz'],
  },
  'month-end': {
    stem: 'billing',
    titles: { victim: 'bills again in the following month' },
    causes: ['external/date'],
    knobs: ['date'],
  },
  port: {
    stem: 'status',
    titles: { polluter: 'serves the status page', victim: 'answers a health check' },
    orders: [ORDERS[0], ORDERS[2]],
    causes: ['ordering/victim', 'external/port', 'shared-state/parallel-collision', 'resource-leak/handles'],
  },
  'short-wait': {
    stem: 'digests',
    titles: { victim: 'finishes a batch in the background' },
    causes: ['timing/short-wait'],
  },
  'missing-await': {
    stem: 'journal',
    titles: { victim: 'writes an entry to the journal' },
    causes: ['timing/missing-await', 'timing/short-wait', 'shared-state/data-race'],
  },
  'hash-order': {
    stem: 'labels',
    titles: { victim: 'joins the labels of an entry' },
    causes: ['nondeterminism/iteration-order'],
  },
  random: {
    stem: 'quoting',
    titles: { victim: 'quotes any family name' },
    causes: ['nondeterminism/randomness'],
  },
  'leftover-file': {
    stem: 'history',
    titles: { polluter: 'remembers the last search', victim: 'starts with an empty history' },
    orders: [ORDERS[0], ORDERS[2]],
    causes: ['ordering/residue', 'ordering/victim'],
  },
  environment: {
    stem: 'palette',
    titles: { victim: 'colours a warning' },
    causes: ['external/environment'],
    knobs: ['environment'],
  },
  'environment-leak': {
    stem: 'width',
    titles: {
      polluter: 'takes the width from the environment',
      cleaner: 'ignores a width that is unset',
      victim: 'wraps at eighty columns',
    },
    orders: ORDERS,
    causes: ['ordering/victim'],
  },
  locale: {
    stem: 'amounts',
    titles: { victim: 'formats an amount' },
    causes: ['external/locale'],
    knobs: ['locale'],
  },
};

/** Names of files that sort in this order. */
export const PLACES = ['basics', 'forms', 'rules'];
