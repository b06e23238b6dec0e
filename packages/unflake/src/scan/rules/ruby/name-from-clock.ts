import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { calls, nodes } from '../rule.ts';

export const nameFromClock = ruleOf('ruby', 'name-from-clock', {
  fix: 'Let `Dir.mktmpdir`, `Tempfile.create` or `SecureRandom.uuid` choose the name, or count: `format("db_%d", counter += 1)`.',
  find: [
    calls(['Time.now', 'Time.current', 'Process.pid', 'Process.clock_gettime', 'Time.zone.now'], ({ node, file }) =>
      becomesNameByText(node, file),
    ),
    nodes({ rule: { kind: 'global_variable', regex: '^\\$\\$$' } }, becomesNameByText),
  ],
  flags: [
    'db_name = "test_#{Time.now.to_i}"\n',
    'def queue_name\n  "jobs-#{Process.pid}"\nend\n',
    'FileUtils.mkdir_p("/var/x/run-#{Time.now.to_f}")\n',
    'now = Time.now.to_i\npath = "out-#{now}.txt"\n',
    'user = create(:user, email: "u#{Time.now.to_i}@a.test")\n',
  ],
  allows: [
    'created_at = Time.now\n',
    'message = "started at #{Time.now}"\n',
    'db_name = "test_#{SecureRandom.hex(8)}"\n',
    'user = create(:user, name: "a", seen_at: Time.now)\n',
    'logger.info("pid #{Process.pid}")\n',
  ],
});
