/** What is the same about a kind of rule in every language: its cause, its weight and its words. Languages add where to look and what to do. */
import type { Language } from '../syntax/language.ts';
import type { Rule } from './rule.ts';

type Shared = Pick<Rule, 'cause' | 'severity' | 'where' | 'message' | 'why'>;
type Own = Pick<Rule, 'fix' | 'find'> & Partial<Pick<Rule, 'where' | 'why' | 'message'>>;

const KINDS = {
  'wall-clock': {
    cause: { family: 'external', kind: 'date' },
    severity: 'note',
    where: 'anywhere',
    message: 'reads the wall clock',
    why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  },
  'name-from-clock': {
    cause: { family: 'nondeterminism', kind: 'collision' },
    severity: 'error',
    where: 'anywhere',
    message: 'names something after the clock or the process',
    why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  },
  'unseeded-dice': {
    cause: { family: 'nondeterminism', kind: 'randomness' },
    severity: 'warning',
    where: 'anywhere',
    message: 'throws dice that nobody has seeded',
    why: 'Every run sees other values; the one that fails cannot be had again.',
  },
  'hash-order': {
    cause: { family: 'nondeterminism', kind: 'iteration-order' },
    severity: 'warning',
    where: 'anywhere',
    message: 'sees the elements of a hash set or map in the order in which they come',
    why: 'The order depends on hash codes and on the number of buckets; another library, or one more element, changes it.',
  },
  'directory-order': {
    cause: { family: 'nondeterminism', kind: 'iteration-order' },
    severity: 'warning',
    where: 'anywhere',
    message: 'takes the files of a directory in the order in which they come',
    why: 'Nothing promises that order: another file system, or a file created earlier, changes it.',
  },
  'sleep-as-synchronisation': {
    cause: { family: 'timing', kind: 'short-wait' },
    severity: 'warning',
    where: 'tests',
    message: 'sleeps and hopes that something has happened meanwhile',
    why: 'On a busy machine the time is too short; on every other it is wasted.',
  },
  'missing-await': {
    cause: { family: 'timing', kind: 'missing-await' },
    severity: 'error',
    where: 'tests',
    message: 'starts work beside the test and does not wait for it',
    why: 'The assertion may come first; and what fails there is lost, or lands on the test that runs next.',
  },
  'thread-left-behind': {
    cause: { family: 'resource-leak', kind: 'threads' },
    severity: 'warning',
    where: 'tests',
    message: 'starts a thread or a process that nobody ends',
    why: 'It lives on beside the tests that follow: it takes processor time, writes to shared state, and may keep the run from ending.',
  },
  'temp-left-behind': {
    cause: { family: 'ordering', kind: 'residue' },
    severity: 'note',
    where: 'tests',
    message: 'makes a temporary file or folder that nobody removes',
    why: 'What one run leaves, the next one finds; and the disk of the machine that runs the tests fills up.',
  },
  'env-left-behind': {
    cause: { family: 'ordering', kind: 'victim' },
    severity: 'error',
    where: 'tests',
    message: 'changes the environment of the process and does not put it back',
    why: 'Every test that runs later in this process sees the change.',
  },
  'fixed-port': {
    cause: { family: 'external', kind: 'port' },
    severity: 'error',
    where: 'tests',
    message: 'listens on a port of its own choosing',
    why: 'Two runs at once, or a program that was there first: one of them gets “Address already in use”.',
  },
  'fixed-temp-path': {
    cause: { family: 'shared-state', kind: 'parallel-collision' },
    severity: 'error',
    where: 'tests',
    message: 'uses a path below the temporary folder that is the same for everybody',
    why: 'Two runs or two users write over each other’s files; and the next run finds what this one left.',
  },
  'real-network': {
    cause: { family: 'external', kind: 'network' },
    severity: 'error',
    where: 'tests',
    message: 'talks to a host on the network',
    why: 'The test fails when the host, the name server or the line is slow or down, or when the answer changes.',
  },
  'float-equality': {
    cause: { family: 'nondeterminism', kind: 'floating-point' },
    severity: 'warning',
    where: 'tests',
    message: 'expects the result of floating-point arithmetic to the last bit',
    why: 'Another order of additions, another compiler or processor gives another last bit.',
  },
  'hidden-retry': {
    cause: { family: 'ordering', kind: 'self-polluter' },
    severity: 'warning',
    where: 'tests',
    message: 'lets a failing test pass all the same',
    why: 'A test that fails now and then is reported as green; the fault behind it, in the test or in the product, stays.',
  },
  'disabled-without-reason': {
    cause: { family: 'ordering', kind: 'victim' },
    severity: 'warning',
    where: 'tests',
    message: 'is switched off and nobody says why',
    why: 'A test that does not run protects nothing, and nobody knows when it may run again.',
  },
  'assertion-free-test': {
    cause: { family: 'timing', kind: 'missing-await' },
    severity: 'note',
    where: 'tests',
    message: 'asserts nothing: it is green whatever happens',
    why: 'Failures of what it starts show up in other tests, or nowhere.',
  },
  'time-zone': {
    cause: { family: 'external', kind: 'time-zone' },
    severity: 'warning',
    where: 'anywhere',
    message: 'reckons in the time zone of the machine',
    why: 'In another zone, or in the hour when summer time begins, the same instant is another hour or another day.',
  },
} as const satisfies Readonly<Record<string, Shared>>;

export type Kind = keyof typeof KINDS;

export const ruleOf = (language: Language, kind: Kind, own: Own): Rule => ({
  id: `${language}/${kind}`,
  ...KINDS[kind],
  ...own,
});
