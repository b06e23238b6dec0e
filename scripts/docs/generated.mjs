/** Everything under docs that is generated from code: path → text. Needs the build. Used by write.mjs, and by the test that compares. */
import { samplesFile, samplesOf } from '../../fixtures/scan-samples.mjs';
import { FAULTS } from '../../packages/unflake/dist/contract/index.js';
import { fixOptions } from '../../packages/unflake/dist/scan/report/fix-options.js';
import { KINDS } from '../../packages/unflake/dist/scan/rules/index.js';
import { SUITE_RULES } from '../../packages/unflake/dist/scan/suite/rules/index.js';
import { configJsonSchema } from '../../packages/unflake/dist/tools/lib/config-schema.js';
import { quarantineJsonSchema } from '../../packages/unflake/dist/tools/lib/quarantine/quarantine-file.js';
import { faultPages } from './fault-pages.mjs';
import { rulePages } from './rules.mjs';
import { suiteRulePages } from './suite-rules.mjs';

export function generatedDocs() {
  return {
    ...faultPages(FAULTS),
    ...rulePages({ kinds: KINDS, fixOptions, samplesOf, samplesFile }),
    ...suiteRulePages(SUITE_RULES),
    'docs/configure/config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
    'docs/configure/quarantine.schema.json': `${JSON.stringify(quarantineJsonSchema(), null, 2)}\n`,
  };
}
