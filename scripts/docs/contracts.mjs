/**
 * The contracts under docs/contracts that are generated from code: path → value. Needs the build. Written by write.mjs; tests generate them
 * again from source.
 */
import { openApi } from '../../packages/unflake/dist/service/http/openapi.js';
import { describeTools } from '../../packages/unflake/dist/service/mcp/describe-tools.js';
import { SERVICE_TOOLS } from '../../packages/unflake/dist/tools/registry.js';

export async function contracts() {
  const tools = await describeTools(SERVICE_TOOLS);
  return {
    'docs/contracts/openapi.json': await openApi(SERVICE_TOOLS),
    'docs/contracts/mcp-tools.schema.json': tools,
    // The same, inside the installed package, because a client requests it at start.
    'packages/unflake/contracts/mcp-tools.json': tools,
  };
}
