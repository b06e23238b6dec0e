/**
 * What a tool is: one thing unflake does, with one input schema that feeds flags, MCP input and HTTP body alike. How a call becomes an
 * envelope is in envelope.ts; which tools there are is in registry.ts.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { z } from 'zod';
import type { Emit } from '../../contract/events.ts';

/** What the host gives a tool. A tool takes nothing else from its surroundings. */
export interface ToolContext {
  readonly emit: Emit;
  /** Aborted when the caller wants the best result so far. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** When the user asked, in milliseconds of `clock.nanoTime`; absent: when the tool is called. */
  readonly beganAtMs?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; relative paths in an input start here. */
  readonly cwd: string;
  /** A fresh 32-bit number, for ids and for a seed that nobody gave. */
  readonly entropy: () => number;
}

export interface Example {
  /** What follows `unflake `. */
  readonly line: string;
  readonly does: string;
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape, Result = unknown> {
  /** In snake_case, as MCP shows it. */
  readonly name: string;
  /** As the command line shows it. */
  readonly command: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  /** Every field carries `.describe`; fields are flat, so that each can be a flag. */
  readonly input: z.ZodObject<Shape>;
  /** Of what `run` answers. JSON Schema for clients is made from it; tests hold results against it. */
  readonly output: z.ZodType<NoInfer<Result>>;
  /** Fields that the command line takes by position, in order; the last may be an array. What follows `--` goes to a field `rest`. */
  readonly positionals: readonly (keyof Shape & string)[];
  /** By field, values that have a new name: old name to current one. */
  readonly renamedValues?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fields that only say what a terminal is shown, or which file the command line writes. A service does not have them. */
  readonly onlyTerminal?: readonly (keyof Shape & string)[];
  run(input: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<Result>;
  exitCode(result: Result): number;
}

/** A tool with unknown input and result types: what the registry holds and the transports call. Every `Tool` is one. */
export interface AnyTool extends Omit<Tool<z.ZodRawShape, unknown>, 'run' | 'exitCode' | 'input' | 'output'> {
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** Only with what `input` has checked. */
  run(input: never, context: ToolContext): Promise<unknown>;
  /** Only with what `run` has answered. */
  exitCode(result: never): number;
}

/** Infers the input from the schema and the result from `run`. */
export function defineTool<Shape extends z.ZodRawShape, Result>(tool: Tool<Shape, Result>): Tool<Shape, Result> {
  return tool;
}
