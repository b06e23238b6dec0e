/** Routes that describe the service: health, its tools and their schemas, and the OpenAPI description. */
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { envelopeResponse, JSON_HEADERS } from './answer.ts';
import { namedTool } from './call-routes.ts';
import { describeTool } from './describe-tool.ts';
import { openApi } from './openapi.ts';
import type { Route, ServiceParts } from './route.ts';

export function readRoutes({ tools, calls, max, clock, offers }: ServiceParts): readonly Route[] {
  const startedMs = clock.currentTimeMillis();
  let document: Promise<string> | undefined;
  return [
    {
      method: 'GET',
      path: '/health',
      run(_c, meta) {
        const uptimeMs = clock.currentTimeMillis() - startedMs;
        const result = {
          status: 'ok',
          version: TOOLING_VERSION,
          calls: { size: calls.size, max },
          uptimeMs,
          ...offers,
        };
        return envelopeResponse({ ok: true, result, _meta: meta() });
      },
    },
    {
      method: 'GET',
      path: '/tools',
      run(_c, meta) {
        const listed = tools.map(({ name, command, summary }) => ({ name, command, summary }));
        return envelopeResponse({ ok: true, result: { tools: listed }, _meta: meta() });
      },
    },
    {
      method: 'GET',
      path: '/tools/:name',
      async run(c, meta) {
        const name = namedTool(c);
        const entry = tools.find((tool) => tool.name === name);
        // A call of an unknown tool is refused with similar names.
        if (entry === undefined)
          return envelopeResponse(await calls.call(name, {}, { signal: c.req.raw.signal, emit: () => {} }));
        return envelopeResponse({ ok: true, result: describeTool(await entry.load()), _meta: meta() });
      },
    },
    {
      method: 'GET',
      path: '/openapi.json',
      async run() {
        document ??= openApi(tools).then((description) => JSON.stringify(description));
        return new Response(await document, { headers: JSON_HEADERS });
      },
    },
  ];
}
