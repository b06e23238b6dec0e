/** Turns a command's arguments into the tool's raw input. The schema validates the values, in callTool. */
import { parseArgs } from 'node:util';
import { UnflakeError } from '../contract/faults.ts';
import { didYouMean } from '../tools/lib/near-match.ts';
import { type Flag, REST_FIELD } from './flags.ts';
import { SWITCHES } from './global-flags.ts';

export type Switches = Readonly<Record<(typeof SWITCHES)[number]['name'], boolean>>;

export interface ReadInput {
  readonly input: Readonly<Record<string, unknown>>;
  readonly switches: Switches;
}

/** A line of output that begins with dashes, such as `--- FAIL: TestTotal (0.00s)`, is not a flag. */
const PASTED = /^(?:-{3,}|--? )/;

export function readInput(args: readonly string[], flags: readonly Flag[], positionals: readonly string[]): ReadInput {
  const options = Object.fromEntries([
    ...flags.map(({ name, kind }) => [name, { type: kind === 'switch' ? 'boolean' : 'string' } as const] as const),
    ...SWITCHES.map(
      ({ name }) => [name, { type: 'boolean', ...(name === 'help' ? { short: 'h' } : {}) } as const] as const,
    ),
  ]);
  // We do the checks of `strict` here, because its messages have no suggestions and not our wording.
  const end = args.indexOf('--');
  const isPasted = (argument: string, at: number) => PASTED.test(argument) && (end < 0 || at < end);
  const ours = args.filter((argument, at) => !isPasted(argument, at));
  const { tokens } = parseArgs({ args: ours, options, strict: false, allowPositionals: true, tokens: true });
  const input: Record<string, unknown> = {};
  const switches = Object.fromEntries(SWITCHES.map(({ name }) => [name, false]));
  const free = args.filter(isPasted);
  const rest: string[] = [];
  const restField = flags.find(({ field }) => field === REST_FIELD);
  let ended = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') ended = true;
    else if (token.kind === 'positional') (ended && restField ? rest : free).push(token.value);
    else if (token.name in switches) switches[token.name] = switchValue(token.rawName, token.value);
    else setFlag(input, knownFlag(token.rawName, token.name, flags), token);
  }
  if (rest.length > 0) input[REST_FIELD] = rest;
  placePositionals(input, free, flags, positionals);
  return { input, switches: switches as Switches };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function knownFlag(rawName: string, name: string, flags: readonly Flag[]): Flag {
  const found = flags.find((flag) => flag.name === name && rawName === `--${name}`);
  if (found) return found;
  const known = [...flags, ...SWITCHES].map((flag) => `--${flag.name}`);
  throw usage(
    rawName,
    null,
    'a flag of this command',
    `${rawName} is not a flag of this command${didYouMean(rawName, known)}`,
  );
}

function setFlag(input: Record<string, unknown>, flag: Flag, { rawName, value, inlineValue }: OptionToken): void {
  if (flag.kind === 'switch') {
    input[flag.field] = switchValue(rawName, value);
    return;
  }
  if (value === undefined || (!inlineValue && /^--?[a-z]/.test(value))) {
    throw usage(flag.field, null, 'a value', `${rawName} needs a value; write ${rawName}=… if it starts with a dash`);
  }
  if (flag.many) {
    input[flag.field] = [...((input[flag.field] as readonly unknown[] | undefined) ?? []), convert(flag, value)];
    return;
  }
  if (flag.field in input) throw usage(flag.field, value, 'one value', `${rawName} is given twice; it takes one value`);
  input[flag.field] = convert(flag, value);
}

function switchValue(rawName: string, value: string | undefined): true {
  if (value !== undefined) throw usage(rawName, value, 'no value', `${rawName} takes no value, and got \`${value}\``);
  return true;
}

function placePositionals(
  input: Record<string, unknown>,
  free: readonly string[],
  flags: readonly Flag[],
  positionals: readonly string[],
): void {
  const left = [...free];
  for (const field of positionals) {
    const flag = flags.find((candidate) => candidate.field === field);
    if (!flag || left.length === 0) continue;
    if (field in input)
      throw usage(field, left[0]!, 'one value', `--${flag.name} is given twice: as a flag and as \`${left[0]}\``);
    input[field] = flag.many ? left.splice(0).map((value) => convert(flag, value)) : convert(flag, left.shift()!);
  }
  if (left.length > 0) {
    const takes = positionals.length === 0 ? 'no arguments' : `only <${positionals.join('> <')}>`;
    throw usage(left[0]!, left[0]!, takes, `\`${left[0]}\` is one argument too many; this command takes ${takes}`);
  }
}

// A value that is not a number stays a string, so that the schema can report it.
function convert(flag: Flag, value: string): unknown {
  return flag.kind === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
}

function usage(field: string, value: string | null, expected: string, message: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field, value, expected }] });
}
