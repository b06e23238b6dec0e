/** MCP over streamable HTTP, as a function from request to response. Who may call is checked before it, by the HTTP door. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type McpOptions, openMcp } from './open-mcp.ts';

export interface McpHttp {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends the exchanges that are under way. */
  readonly close: () => Promise<void>;
}

export function openMcpHttp(options: McpOptions): McpHttp {
  const handler = createMcpHandler(openMcp(options), { onerror: (error) => options.log(`mcp: ${error.message}`) });
  return { fetch: (request) => handler.fetch(request), close: handler.close };
}
