/** MCP over streamable HTTP, as a function from request to response. The HTTP transport has checked access before. */
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { openSessions } from './mcp-sessions.ts';
import { type McpOptions, openMcp } from './open-mcp.ts';

export interface McpHttp {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends the running exchanges and the sessions. */
  readonly close: () => Promise<void>;
}

export function openMcpHttp(options: McpOptions): McpHttp {
  const factory = openMcp(options);
  const onerror = (error: Error) => options.log(`mcp: ${error.message}`);
  const handler = createMcpHandler(factory, { legacy: 'reject', onerror });
  const sessions = openSessions(factory, onerror);
  return {
    fetch: async (request) => ((await isLegacyRequest(request)) ? sessions.fetch(request) : handler.fetch(request)),
    close: async () => void (await Promise.all([handler.close(), sessions.close()])),
  };
}
