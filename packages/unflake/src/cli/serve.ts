/** `unflake serve`: the tools over HTTP and server-sent events, until it is stopped. The service answers the requests. */
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { type Token, takeToken } from '../service/auth-token.ts';
import { isLoopback } from '../service/hosts.ts';
import { startHttp } from '../service/http/start-http.ts';
import { checkInput, startMeta } from '../tools/lib/envelope.ts';
import { serviceTools } from '../tools/registry.ts';
import type { CliHost, ServerCommand } from './cli-host.ts';
import { commandHelp } from './command-help.ts';
import { flagsOf } from './flags.ts';
import { readInput } from './read-input.ts';
import { allowedRoots, SERVER_FIELDS, stopRequest } from './server-options.ts';

/** Not registered as a well-known port, and not used by common development servers. */
const PORT = 7878;

const DASHBOARDS = ['auto', 'actions', 'read-only', 'off'] as const;

const input = z.object({
  ...SERVER_FIELDS,
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; outside the loopback a token is required'),
  port: z.number().int().min(0).max(65_535).default(PORT).describe('Port to listen on; 0 for any free port'),
  tokenFile: z.string().min(1).optional().describe('File with the token that clients send; otherwise UNFLAKE_TOKEN'),
  allowHost: z.array(z.string().min(1)).optional().describe('Name by which clients reach the service'),
  dashboard: z
    .enum(DASHBOARDS)
    .default('auto')
    .describe('The pages at `/`; `auto` offers actions on the loopback and is read-only elsewhere'),
  allowOrigin: z.array(z.string().min(1)).optional().describe('Origin of web pages that may call the service'),
});

export const serveCommand: ServerCommand = {
  name: 'serve',
  command: 'serve',
  summary: 'offer the tools over HTTP, with events while they work',
  examples: [
    { line: 'serve', does: 'for the project in this folder, on this machine only' },
    { line: 'serve --allow services/api --allow services/web', does: 'for two projects' },
    {
      line: 'serve --host 0.0.0.0 --token-file token',
      does: 'for other machines; the file is created if it is missing',
    },
  ],
  input,
  positionals: [],
  open,
};

async function open(args: readonly string[], host: CliHost): Promise<number> {
  const flags = flagsOf(serveCommand);
  if (args.includes('--help') || args.includes('-h')) {
    host.stdout.write(commandHelp(serveCommand, flags));
    return EXIT.done;
  }
  const { input: raw, switches } = readInput(args, flags, serveCommand.positionals);
  const meta = startMeta({ clock: systemClock, entropy: host.entropy });
  const given = checkInput(input.strict(), raw);
  const roots = allowedRoots(given.allow, host);
  const token = takeToken({
    env: host.env,
    file: given.tokenFile === undefined ? null : resolve(host.cwd, given.tokenFile),
    fallbackFile: join(stateFolder(host.env), 'unflake', 'token'),
    needed: !isLoopback(given.host),
  });
  const say = (line: string) => host.stderr.write(`${line}\n`);
  const service = await startHttp({
    ...given,
    roots,
    tools: serviceTools(host.tools),
    token: token?.text ?? null,
    names: given.allowHost ?? [],
    origins: given.allowOrigin ?? [],
    dashboard: dashboardOf(given.dashboard, given.host),
    context: { clock: systemClock, env: host.env, entropy: host.entropy },
    log: say,
    ...(switches.quiet ? {} : { logAnswer: say }),
  });
  const result = { url: service.url, allow: roots, token: token?.from ?? null };
  if (switches.json) host.stdout.write(`${JSON.stringify({ ok: true, result, _meta: meta() })}\n`);
  else host.stdout.write(greeting(service.url, roots, token));
  if (token?.warning) say(token.warning);
  await once(stopRequest(host, say), 'abort');
  await service.close();
  return EXIT.done;
}

/** Null if it is off. */
function dashboardOf(asked: (typeof DASHBOARDS)[number], host: string): 'actions' | 'read-only' | null {
  if (asked === 'off') return null;
  if (asked !== 'auto') return asked;
  return isLoopback(host) ? 'actions' : 'read-only';
}

function greeting(url: string, roots: readonly string[], token: Token | null): string {
  const lines = [
    `listening on ${url}, with a dashboard for the browser`,
    ...roots.map((root) => `  requests may name ${root}`),
    token === null
      ? '  without a token: everybody who can log in to this machine may call'
      : `  clients send the token from ${token.from}${token.wasCreated ? ', which was created now' : ''}`,
    ...(token === null ? [] : [`  as in: curl -H "authorization: Bearer <token>" ${url}/health`]),
  ];
  return `${lines.join('\n')}\n`;
}

function stateFolder(env: CliHost['env']): string {
  return env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(env.HOME ?? homedir(), '.local', 'state');
}
