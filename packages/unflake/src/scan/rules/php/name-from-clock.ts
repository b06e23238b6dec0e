import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { functions } from './called.ts';

export const nameFromClock = ruleOf('php', 'name-from-clock', {
  fix: 'Let `tempnam()`, `bin2hex(random_bytes(8))` or a counter choose the name.',
  find: [
    functions(
      ['time', 'microtime', 'getmypid', 'hrtime', 'uniqid', 'date'],
      ({ node, args, name, file }) => (!/date$/.test(name) || args.length < 2) && becomesNameByText(node, file),
    ),
  ],
  flags: [
    "<?php\n$dbName = 'test_' . time();\n",
    "<?php\nfunction queueName(): string { return 'jobs-' . getmypid(); }\n",
    "<?php\nmkdir('/var/x/run-' . microtime(true));\n",
    '<?php\nfunction open() { $now = time(); $path = "out-{$now}.txt"; return write($path); }\n',
    "<?php\n$row = ['email' => 'u' . time() . '@a.test'];\n",
  ],
  allows: [
    '<?php\n$createdAt = time();\n',
    "<?php\n$dbName = 'test_' . bin2hex(random_bytes(8));\n",
    "<?php\necho 'started at ' . time();\n",
    "<?php\n$row = ['name' => 'a', 'seen_at' => time()];\n",
  ],
});
