/** MCP over standard input and output, until the client closes its end or the process is stopped. */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { refuseDeep } from './depth.ts';
import { codeErrors } from './error-codes.ts';
import { type McpOptions, openMcp } from './open-mcp.ts';

export interface StdioOptions extends McpOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted to stop. */
  readonly signal: AbortSignal;
}

/** Resolves when the connection and all calls with their processes have ended. */
export async function serveMcpStdio({ stdin, stdout, signal, ...options }: StdioOptions): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout);
  codeErrors(transport);
  refuseDeep(transport, options.log);
  const over = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
    for (const event of ['end', 'close'] as const) stdin.once(event, () => resolve());
    // The reader is gone, so there is no one to answer.
    stdout.once('error', () => resolve());
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(openMcp(options), {
    transport,
    onerror: (error) => options.log(`mcp: ${error.message.slice(0, 200)}`),
  });
  await over;
  await options.calls.close();
  await handle.close();
}
