/** The type of a route, and the context that every handler receives. */
import type { HttpBindings } from '@hono/node-server';
import type { Clock } from '@unflake/testkit/clock';
import type { Context } from 'hono';
import type { Meta } from '../../contract/envelope.ts';
import type { ToolEntry } from '../../tools/registry.ts';
import type { Calls } from '../calls.ts';
import type { FollowedCalls } from '../sse/calls.ts';
import type { WatchedCalls } from '../sse/work.ts';
import type { BodyLimits } from './read-body.ts';

/** Absent when the transport is called as a function, as tests do. */
export type Bindings = Partial<HttpBindings>;
export type RouteContext = Context<{ Bindings: Bindings }>;

export type Method = 'GET' | 'POST' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** With `:name` for a variable part. */
  readonly path: string;
  readonly run: (context: RouteContext, meta: () => Meta) => Promise<Response> | Response;
}

/** What a client may want to know before it offers something to its user. */
export interface ServiceOffers {
  /** Folders that requests may name; the first is the default. */
  readonly allow: readonly string[];
  /** Whether the dashboard offers to start and cancel work. It does not limit what others may call. */
  readonly dashboard: 'actions' | 'read-only';
}

export interface ServiceParts {
  readonly tools: readonly ToolEntry[];
  readonly calls: Calls;
  readonly followed: FollowedCalls;
  /** What calls of this process work on. */
  readonly work: Omit<WatchedCalls, 'calls'>;
  /** Answers for a case that runs in another process, after its events. */
  readonly recorded: Calls['call'];
  /** The newest call that reads a record, by its input. */
  readonly recordReaders: Map<string, string>;
  readonly clock: Clock;
  readonly bodyLimits: BodyLimits;
  /** Running calls, for `/health`. */
  readonly max: number;
  readonly offers: ServiceOffers;
}

/** The path as a pattern for whole paths. */
export function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`);
}
