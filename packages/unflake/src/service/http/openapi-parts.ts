/** The parts of the description that do not depend on the tools. */
import { WORK_KINDS } from '../../contract/running-work.ts';
import { TIMEOUT_HEADER } from './call-routes.ts';

export type Schema = Readonly<Record<string, unknown>>;

export function ref(path: string): Schema {
  return { $ref: `#/components/${path}` };
}

export function json(description: string, schema: Schema): Schema {
  return { description, content: { 'application/json': { schema } } };
}

export function enveloped(result: Schema): Schema {
  return {
    type: 'object',
    properties: { ok: { const: true }, result, _meta: ref('schemas/Meta') },
    required: ['ok', 'result', '_meta'],
    additionalProperties: false,
  };
}

/** The table of faults has the status of each fault; the body is always the same. */
export function failure(): Schema {
  return { default: ref('responses/Fault') };
}

export const STREAM_ANSWER: Schema = {
  description:
    'Events `start`, then `progress` any number of times, then `result` or `error`, then `done`. The data of each is an envelope; ids are `<call>.<number>`.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

const NULLABLE_TEXT = { type: ['string', 'null'] };
const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

export const COMPONENTS = {
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'Required outside the loopback, and whenever a token is configured.',
    },
  },
  parameters: {
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The id of the last received event; later events are sent.',
      schema: { type: 'string' },
    },
    Call: {
      name: 'call',
      in: 'query',
      required: false,
      description: 'The id of a call, from its `start` event.',
      schema: { type: 'string' },
    },
    Timeout: {
      name: TIMEOUT_HEADER,
      in: 'header',
      required: false,
      description: 'Milliseconds after which the call is cancelled; never more than the service allows.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  responses: {
    Fault: json('A fault; the table of faults has its status.', ref('schemas/Fault')),
  },
  schemas: {
    Meta: {
      type: 'object',
      properties: { ...texts('schemaVersion', 'toolingVersion', 'ts', 'requestId'), durationMs: { type: 'number' } },
      required: ['schemaVersion', 'toolingVersion', 'ts', 'requestId', 'durationMs'],
      additionalProperties: false,
    },
    Fault: {
      type: 'object',
      properties: {
        ok: { const: false },
        error: {
          type: 'object',
          properties: { code: ref('schemas/FaultCode'), message: { type: 'string' }, details: { type: 'object' } },
          required: ['code', 'message', 'details'],
          additionalProperties: false,
        },
        _meta: ref('schemas/Meta'),
      },
      required: ['ok', 'error', '_meta'],
      additionalProperties: false,
    },
    RunningWork: {
      type: 'object',
      properties: {
        ...texts('id', 'tool', 'startedAt'),
        kind: { enum: WORK_KINDS },
        test: NULLABLE_TEXT,
        tests: { type: 'integer' },
        phase: NULLABLE_TEXT,
        doing: NULLABLE_TEXT,
        trials: { type: 'integer' },
        failed: { type: 'integer' },
      },
      required: ['id', 'kind', 'tool', 'test', 'tests', 'startedAt', 'phase', 'doing', 'trials', 'failed'],
      additionalProperties: false,
    },
    Health: {
      type: 'object',
      properties: {
        status: { const: 'ok' },
        version: { type: 'string' },
        calls: {
          type: 'object',
          properties: { size: { type: 'integer' }, max: { type: 'integer' } },
          required: ['size', 'max'],
        },
        uptimeMs: { type: 'number' },
        allow: {
          type: 'array',
          items: { type: 'string' },
          description: 'Folders that requests may name; the first is the default.',
        },
        dashboard: {
          enum: ['actions', 'read-only'],
          description: 'Whether the dashboard offers to start and cancel work.',
        },
      },
      required: ['status', 'version', 'calls', 'uptimeMs', 'allow', 'dashboard'],
    },
  },
} as const;
