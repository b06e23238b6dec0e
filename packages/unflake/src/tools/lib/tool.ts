/**
 * A tool is one thing that unflake does, with one input schema for flags, MCP input and HTTP body. envelope.ts turns a call into an
 * envelope; registry.ts lists the tools.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { z } from 'zod';
import type { Emit } from '../../contract/events.ts';

/** What the host passes to a tool. A tool uses nothing else from its surroundings. */
export interface ToolContext {
  readonly emit: Emit;
  /** Aborted when the caller wants the best result so far. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** When the user started the call, in milliseconds of `clock.nanoTime`; absent: when the tool is called. */
  readonly beganAtMs?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; relative paths in an input are relative to it. */
  readonly cwd: string;
  /** A fresh 32-bit number, for ids and for a default seed. */
  readonly entropy: () => number;
}

export interface Example {
  /** The words after `unflake `. */
  readonly line: string;
  readonly does: string;
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape, Result = unknown> {
  /** In snake_case, for MCP. */
  readonly name: string;
  /** For the command line. */
  readonly command: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  /** Every field carries `.describe`; fields are flat, so that each can be a flag. */
  readonly input: z.ZodObject<Shape>;
  /** The schema of the result. JSON Schema for clients is generated from it; tests validate results against it. */
  readonly output: z.ZodType<NoInfer<Result>>;
  /** Positional fields of the command line, in order; the last may be an array. What follows `--` goes to a field `rest`. */
  readonly positionals: readonly (keyof Shape & string)[];
  /** By field, values that were renamed: old to current. */
  readonly renamedValues?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fields that only affect what a terminal shows, or which file the command line writes. A service does not have them. */
  readonly onlyTerminal?: readonly (keyof Shape & string)[];
  /** It works until it is told to stop, which is then no interruption. */
  readonly endsWhenStopped?: true;
  run(input: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<Result>;
  exitCode(result: Result): number;
}

/** A tool with unknown input and result types: the type in the registry, which the transports call. Every `Tool` is one. */
export interface AnyTool extends Omit<Tool<z.ZodRawShape, unknown>, 'run' | 'exitCode' | 'input' | 'output'> {
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** Only with input that `input` has validated. */
  run(input: never, context: ToolContext): Promise<unknown>;
  /** Only with a result of `run`. */
  exitCode(result: never): number;
}

/** Infers the input from the schema and the result from `run`. */
export function defineTool<Shape extends z.ZodRawShape, Result>(tool: Tool<Shape, Result>): Tool<Shape, Result> {
  return tool;
}
