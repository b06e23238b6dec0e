/** The whole HTTP service: calls, transport and sockets, started together and closed together. */

import type { ToolContext } from '../../tools/lib/tool.ts';
import type { ToolEntry } from '../../tools/registry.ts';
import { tokenCheck } from '../auth.ts';
import { type Calls, openCalls } from '../calls.ts';
import { type HostRules, isLoopback } from '../hosts.ts';
import { openMcpHttp } from '../mcp/mcp-http.ts';
import { listen } from './listen.ts';
import { openHttp } from './open-http.ts';
import { DASHBOARD, pageRoutes } from './pages.ts';
import type { ServiceOffers } from './route.ts';

export interface HttpServiceOptions {
  readonly host: string;
  readonly port: number;
  readonly tools: readonly ToolEntry[];
  /** Folders that requests may name; real paths. The first is where relative paths start. */
  readonly roots: readonly string[];
  readonly maxCalls: number;
  readonly timeoutMs: number;
  /** Null if everybody on this machine may call. */
  readonly token: string | null;
  readonly names: readonly string[];
  readonly origins: readonly string[];
  /** Whether the dashboard offers to start and cancel work; null for no dashboard at all. */
  readonly dashboard: ServiceOffers['dashboard'] | null;
  readonly context: Pick<ToolContext, 'clock' | 'env' | 'entropy'>;
  /** Gets the stacks of bugs. */
  readonly log: (line: string) => void;
  /** Receives one line per response, if the log is on. */
  readonly logAnswer?: (line: string) => void;
}

export interface HttpService {
  readonly url: string;
  /** Stops accepting, cancels the calls, waits until their processes are gone and their answers are out. */
  readonly close: () => Promise<void>;
}

/** Tools behind the first page. */
const FIRST = ['history', 'cases', 'hunts', 'status'];

export async function startHttp(options: HttpServiceOptions): Promise<HttpService> {
  const { host, port, tools, roots, maxCalls: max, timeoutMs, names, origins, log } = options;
  const { clock, entropy } = options.context;
  const context = { ...options.context, cwd: roots[0]! };
  const calls = openCalls({ tools, max, timeoutMs, roots, context, log });
  const hosts: HostRules = {
    listening: isLoopback(host) ? 'loopback' : 'beyond',
    names: names.map((name) => name.toLowerCase()),
    origins: origins.map((origin) => origin.toLowerCase()),
  };
  const authorize = tokenCheck(options.token);
  const lines = options.logAnswer === undefined ? {} : { logAnswer: options.logAnswer };
  const mcp = (watched: Calls) => openMcpHttp({ calls: watched, tools, log });
  const pages = options.dashboard === null ? [] : pageRoutes(DASHBOARD, () => void loadFirst(tools));
  const offers = { allow: roots, dashboard: options.dashboard ?? 'read-only' };
  const http = openHttp({ tools, calls, max, clock, entropy, hosts, authorize, log, mcp, pages, offers, ...lines });
  const { url, close } = await listen({ host, port, http, clock });
  return {
    url,
    async close() {
      await close(Promise.all([http.close(), calls.close()]));
    },
  };
}

/** What the first page asks for is loaded while the browser still reads the page. A tool that cannot be loaded says so to who calls it. */
function loadFirst(tools: readonly ToolEntry[]): Promise<unknown> {
  return Promise.allSettled(tools.filter(({ name }) => FIRST.includes(name)).map((entry) => entry.load()));
}
