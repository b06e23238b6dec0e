import { becomesNameByText } from '../../semantics/name-by-text.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Let `Dir.mktmpdir`, `Tempfile.create` or `SecureRandom.uuid` choose the name, or count: `format("db_%d", counter += 1)`.',
  find: [
    calls(['Time.now', 'Time.current', 'Process.pid', 'Process.clock_gettime', 'Time.zone.now'], ({ node, file }) =>
      becomesNameByText(node, file),
    ),
    nodes({ rule: { kind: 'global_variable', regex: '^\\$\\$$' } }, becomesNameByText),
  ],
};
