/** What rules ask about a place in the code, in the same words for every language. One file a language answers. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import type { Find, FindCalls } from '../rules/rule.ts';

/** What lets something go, as the texts of patterns. */
export interface Release {
  /** Methods that are called on it. */
  readonly methods: string;
  /** Functions that it is given to. */
  readonly functions?: string;
  /** It does nothing before somebody starts it. */
  readonly onceStarted?: true;
}

type Asks = (place: Node, file: SourceFile) => boolean;

export interface Semantics {
  /** How calls are found where the names that the core sees are not enough; as they are when absent. */
  readonly findCalls?: (find: FindCalls) => readonly Find[];
  /** The function around a place; the test where that is no function; the file where there is neither. */
  readonly functionAround: (place: Node, file: SourceFile) => Node;
  /** The text that a value stands for, through names of the same file; null when that cannot be read. */
  readonly textOf: (value: Node | undefined, file: SourceFile) => string | null;
  /** Likewise a whole number. */
  readonly numberOf: (value: Node | undefined, file: SourceFile) => number | null;
  /** Run by the test itself, one after the other: no stub, no callback, no thread. */
  readonly isStep: Asks;
  /** In a loop that comes back to it. */
  readonly isRepeated: Asks;
  /** A length of time that is written out, in milliseconds. */
  readonly millisecondsOf: (value: Node | undefined, file: SourceFile) => number | null;
  /** A number that comes out of arithmetic. */
  readonly isComputed: Asks;
  /** The value ends up in the name of something. */
  readonly becomesName: Asks;
  /** What a call makes is let go again, or somebody else got it who may do so. */
  readonly isReleased: (made: Node, file: SourceFile, by: Release) => boolean;
  /**
   * A change that outlives its test is put back, or is itself the putting back: `again` matches what changes the same once more, `guards`
   * what around the place restores by itself.
   */
  readonly isRestored: (change: Node, file: SourceFile, again: RegExp, guards?: RegExp) => boolean;
  /** Something depends on the order in which the elements of a listing come. */
  readonly isSeenInOrder: Asks;
  /** A write to what other tests see too, which nobody makes new or puts back. */
  readonly isSharedWrite: Asks;
  /** A test that can hardly fail: neither it nor a function of its file that it calls asserts anything. */
  readonly assertsNothing: Asks;
  /** The id of something that the test has made, and that somebody else has numbered. */
  readonly isAssignedId: Asks;
  /** The test has replaced the clock that is read here. */
  readonly clockIsFaked: Asks;
}
