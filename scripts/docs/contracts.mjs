/** The contracts under docs/contracts that are made from code: path → value. Needs the build. Written by write.mjs; tests make them again from source. */
import { openApi } from '../../packages/unflake/dist/service/http/openapi.js';
import { describeTools } from '../../packages/unflake/dist/service/mcp/describe-tools.js';
import { SERVICE_TOOLS } from '../../packages/unflake/dist/tools/registry.js';

export async function contracts() {
  const tools = await describeTools(SERVICE_TOOLS);
  return {
    'docs/contracts/openapi.json': await openApi(SERVICE_TOOLS),
    'docs/contracts/mcp-tools.schema.json': tools,
    // The same, where the installed package can read it: a client that starts us asks for it at once.
    'packages/unflake/contracts/mcp-tools.json': tools,
  };
}
