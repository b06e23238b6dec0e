/** The description of the HTTP transport, OpenAPI 3.1, generated from the tools' schemas and the table of faults. */
import { FAULTS } from '../../contract/faults.ts';
import { SCHEMA_VERSION } from '../../contract/versions.ts';
import type { ToolEntry } from '../../tools/registry.ts';
import { describeTool, type ToolDescription } from './describe-tool.ts';
import { COMPONENTS, enveloped, failure, json, ref, type Schema, STREAM_ANSWER } from './openapi-parts.ts';

export type OpenApi = Readonly<Record<string, unknown>>;

export async function openApi(tools: readonly ToolEntry[]): Promise<OpenApi> {
  const described = (await Promise.all(tools.map((entry) => entry.load()))).map(describeTool);
  return {
    openapi: '3.1.0',
    info: {
      title: 'unflake',
      version: SCHEMA_VERSION,
      description:
        'The tools of unflake over HTTP: find out why a test is flaky, and prove it. Every JSON response is an envelope, and so is the data of every event.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{}, { token: [] }],
    paths: {
      ...readPaths(),
      ...Object.assign({}, ...described.map(toolPaths)),
      ...shortPaths(described),
      ...WORK_PATHS,
    },
    components: {
      ...COMPONENTS,
      schemas: {
        ...COMPONENTS.schemas,
        FaultCode: { type: 'string', enum: Object.keys(FAULTS) },
        ...Object.fromEntries(described.flatMap(toolSchemas)),
      },
    },
  };
}

function toolSchemas({ name, input, output }: ToolDescription): readonly (readonly [string, Schema])[] {
  return [
    [`${name}_input`, input],
    [`${name}_output`, output],
  ];
}

function toolPaths({ name, summary }: ToolDescription): Schema {
  const body = requestBody(name);
  return {
    [`/tools/${name}`]: {
      post: operation(
        `${name}`,
        summary,
        { requestBody: body, parameters: [ref('parameters/Timeout')] },
        resultOf(name),
      ),
      get: operation(`describe_${name}`, `describe the input and output of ${name}`, {}, enveloped({ type: 'object' })),
    },
    [`/tools/${name}/stream`]: {
      post: streaming(`${name}_stream`, `${summary}, with its progress as events`, {
        requestBody: body,
        parameters: [ref('parameters/LastEventId'), ref('parameters/Timeout')],
      }),
      get: streaming(`${name}_stream_again`, `follow a running call of ${name}`, {
        parameters: [ref('parameters/LastEventId'), ref('parameters/Call')],
      }),
      delete: operation(
        `${name}_cancel`,
        `cancel a running call of ${name}`,
        { parameters: [{ ...CALL, required: true }] },
        enveloped({
          type: 'object',
          properties: { call: { type: 'string' }, tool: { const: name } },
          required: ['call', 'tool'],
        }),
      ),
    },
  };
}

const CALL = COMPONENTS.parameters.Call;

/** The parts that people look for first, without the name of a tool. */
function shortPaths(described: readonly ToolDescription[]): Schema {
  const paths: Record<string, unknown> = {};
  for (const name of ['search', 'status']) {
    const tool = described.find((one) => one.name === name);
    if (tool === undefined) continue;
    const query = { parameters: [...queryParameters(tool), ref('parameters/Timeout')] };
    const body = { requestBody: requestBody(name), parameters: [ref('parameters/Timeout')] };
    const again = { parameters: [...queryParameters(tool), ref('parameters/LastEventId'), ref('parameters/Timeout')] };
    paths[`/${name}`] = {
      get: operation(`get_${name}`, tool.summary, query, resultOf(name)),
      ...(name === 'search' ? { post: operation(`post_${name}`, tool.summary, body, resultOf(name)) } : {}),
    };
    paths[`/${name}/stream`] = {
      get: streaming(`get_${name}_stream`, `${tool.summary}, as events`, again),
      ...(name === 'search' ? { post: streaming(`post_${name}_stream`, `${tool.summary}, as events`, body) } : {}),
    };
  }
  return paths;
}

function queryParameters({ input }: ToolDescription): readonly Schema[] {
  const required = (input.required ?? []) as readonly string[];
  return Object.entries((input.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    schema,
  }));
}

function readPaths(): Schema {
  const tool = { type: 'object', properties: TOOL_FIELDS, required: Object.keys(TOOL_FIELDS) };
  const tools = { type: 'object', properties: { tools: { type: 'array', items: tool } }, required: ['tools'] };
  return {
    '/health': { get: operation('health', 'check that the service is up', {}, enveloped(ref('schemas/Health'))) },
    '/tools': { get: operation('tools', 'list the tools', {}, enveloped(tools)) },
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'this document',
        responses: {
          '200': json('OpenAPI 3.1, not in an envelope', { type: 'object' }),
          default: ref('responses/Fault'),
        },
      },
    },
  };
}

const TOOL_FIELDS = { name: { type: 'string' }, command: { type: 'string' }, summary: { type: 'string' } };

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const WORK_PATHS: Schema = {
  '/cases/{id}/events': {
    get: streaming('case_events', 'watch a case: live while it runs here, otherwise from its record', {
      parameters: [
        ID,
        { name: 'root', in: 'query', required: false, schema: { type: 'string' } },
        ref('parameters/LastEventId'),
      ],
    }),
  },
  '/hunts/{id}/events': {
    get: streaming('hunt_events', 'watch a hunt or certification that runs here', {
      parameters: [ID, ref('parameters/LastEventId')],
    }),
  },
  '/running': {
    get: operation(
      'running',
      'list the cases, hunts and certifications that run here',
      {},
      enveloped({
        type: 'object',
        properties: { running: { type: 'array', items: ref('schemas/RunningWork') } },
        required: ['running'],
      }),
    ),
  },
  '/running/{id}': {
    delete: operation(
      'cancel_running',
      'cancel the call that works on a case, hunt or certification',
      { parameters: [ID] },
      enveloped({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }),
    ),
  },
};

function requestBody(name: string): Schema {
  return { required: false, content: { 'application/json': { schema: ref(`schemas/${name}_input`) } } };
}

function resultOf(name: string): Schema {
  return enveloped(ref(`schemas/${name}_output`));
}

function operation(operationId: string, summary: string, more: Schema, answer: Schema): Schema {
  return { operationId, summary, ...more, responses: { '200': json('The envelope', answer), ...failure() } };
}

function streaming(operationId: string, summary: string, more: Schema): Schema {
  const nothing = { description: 'No more events; do not reconnect.' };
  return { operationId, summary, ...more, responses: { '200': STREAM_ANSWER, '204': nothing, ...failure() } };
}
