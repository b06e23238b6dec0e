/** The problems of an input, for people and machines: the field, its value, and what is expected. */
import type { z } from 'zod';
import { didYouMean } from './near-match.ts';

export interface InputProblem {
  /** Dotted path, for example `runners.pytest.args.0`; empty for the input as a whole. */
  readonly field: string;
  /** As JSON, shortened; null if the field is absent. */
  readonly value: string | null;
  readonly expected: string;
}

const MAX_VALUE = 80;

export function inputProblems(issues: readonly z.core.$ZodIssue[], input: unknown): readonly InputProblem[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => problem([...issue.path, key], input, 'no such field'))
      : [problem(issue.path, input, expectation(issue, valueAt(input, issue.path)))],
  );
}

/** One problem as a fragment; `name` returns the caller's spelling of a field, for example as a flag. */
export function problemText({ field, value, expected }: InputProblem, name = (text: string) => `\`${text}\``): string {
  const subject = field === '' ? 'the input' : name(field);
  if (expected === 'no such field') return `${subject} is not a field here`;
  return value === null
    ? `${subject} is missing; expected ${expected}`
    : `${subject} is ${value}; expected ${expected}`;
}

function problem(path: readonly PropertyKey[], input: unknown, expected: string): InputProblem {
  const value = valueAt(input, path);
  return { field: path.map(String).join('.'), value: value === undefined ? null : shown(value), expected };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[String(key)] : undefined), input);
}

function expectation(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return article(issue.expected);
    case 'invalid_value':
      return oneOf(issue.values.map(String), given);
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum);
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function oneOf(values: readonly string[], given: unknown): string {
  const near = typeof given === 'string' ? didYouMean(given, values) : '';
  return values.length === 1 ? values[0]! : `one of ${values.join(', ')}${near}`;
}

function bound(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string')
    return Number(limit) === 1 && word === 'at least' ? 'a non-empty string' : `${word} ${limit} characters`;
  if (origin === 'array') return `${word} ${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}`;
  return `a number of ${word} ${limit}`;
}

function article(type: string): string {
  switch (type) {
    case 'string':
      return 'a string';
    case 'int':
      return 'an integer';
    case 'boolean':
      return 'a boolean';
    case 'array':
    case 'object':
      return `an ${type}`;
    case 'record':
      return 'an object';
    default:
      return `a ${type}`;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
