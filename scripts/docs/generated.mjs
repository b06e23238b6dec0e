/** Everything under docs that is made from code: path → text. Needs the build. Read by write.mjs, and by the test that compares. */
import { FAULTS } from '../../packages/unflake/dist/contract/index.js';
import { configJsonSchema } from '../../packages/unflake/dist/tools/config-schema.js';
import { faultPages } from './fault-pages.mjs';

export function generatedDocs() {
  return {
    ...faultPages(FAULTS),
    'docs/configure/config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  };
}
