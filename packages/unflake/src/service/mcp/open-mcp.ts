/**
 * The MCP transport: the registry's tools, recorded cases and a prompt, for every transport and revision of the protocol. It uses the SDK's
 * low-level server, because the high-level one answers invalid arguments itself, in plain text.
 */
import {
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Envelope } from '../../contract/envelope.ts';
import type { Emit } from '../../contract/events.ts';
import { isFault } from '../../contract/faults.ts';
import { SCHEMA_VERSION, TOOLING_VERSION } from '../../contract/versions.ts';
import type { ToolEntry } from '../../tools/registry.ts';
import type { Calls } from '../calls.ts';
import { CASE_TEMPLATE, listCases, readCase } from './case-resources.ts';
import { describeTools, type McpTools } from './describe-tools.ts';
import { codeErrors } from './error-codes.ts';
import { eventText } from './event-text.ts';
import { PROMPTS, promptText } from './prompts.ts';

export interface McpOptions {
  readonly calls: Calls;
  readonly tools: readonly ToolEntry[];
  /** The result of `tools/list`; by default built from the tools, which loads them all. */
  readonly describe?: () => Promise<McpTools>;
  readonly log: (text: string) => void;
}

/** A request may set less time than the service allows, in `_meta`. */
export const TIMEOUT_META = 'unflake/timeoutMs';

const INSTRUCTIONS =
  'Finds out why a test is flaky. Start with list_tests, then diagnose one test; it proves the cause by running experiments and answers with ' +
  'the evidence and a command that reproduces the failure. Every answer is an envelope: ok with result, or not ok with error.code. Continue an interrupted case with diagnose and resume.';

class CodedServer extends Server {
  override connect(transport: Transport): Promise<void> {
    codeErrors(transport);
    return super.connect(transport);
  }
}

export function openMcp({ calls, tools, log, describe = () => describeTools(tools) }: McpOptions): McpServerFactory {
  let described: Promise<McpTools> | undefined;
  return () => {
    const server = new CodedServer(
      { name: 'unflake', title: 'unflake', version: TOOLING_VERSION },
      { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', async () => {
      described ??= describe();
      return { tools: [...(await described).tools], _meta: { schemaVersion: SCHEMA_VERSION } } as never;
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const how = { signal: context.mcpReq.signal, emit: progressOf(context, log), ...timeLimit(context) };
      return toolResult(await calls.call(params.name, params.arguments ?? {}, how));
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS as never }));
    server.setRequestHandler('prompts/get', ({ params }) => {
      const text = asProtocolError(() => promptText(params.name, params.arguments ?? {}));
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
    });
    server.setRequestHandler('resources/list', async (_request, { mcpReq }) => ({
      resources: await listCases(calls, mcpReq.signal),
    }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [CASE_TEMPLATE] }));
    server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => ({
      contents: await readCase(calls, params.uri, mcpReq.signal),
    }));
    return server;
  };
}

/** An unknown tool is a protocol error; everything that a tool returns, including invalid input, is a result. */
function toolResult(envelope: Envelope) {
  if (!envelope.ok && envelope.error.code === 'UNKNOWN_TOOL') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, envelope.error.message, {
      code: 'UNKNOWN_TOOL',
      envelope,
    });
  }
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(envelope) }],
    structuredContent: { ...envelope },
    ...(envelope.ok ? {} : { isError: true }),
  };
}

function timeLimit({ mcpReq }: ServerContext): { readonly timeoutMs?: number } {
  const asked = mcpReq._meta?.[TIMEOUT_META];
  return asked === undefined ? {} : { timeoutMs: typeof asked === 'number' ? asked : Number.NaN };
}

function asProtocolError<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { code: error.code, ...error.details });
  }
}

/** Events of a call as progress notifications: only for a caller that gave a token, each with a larger number than the one before. */
function progressOf(context: ServerContext, log: (text: string) => void): Emit {
  const { _meta, notify } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (event) => {
    progress += 1;
    const params = { progressToken, progress, message: eventText(event) };
    // A client that is gone takes its call back; that its progress cannot be told is no more than a line in the log.
    notify({ method: 'notifications/progress', params }).catch((error: unknown) => log(`progress: ${String(error)}`));
  };
}
