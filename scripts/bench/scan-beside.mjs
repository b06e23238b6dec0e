/** Rules of ours that `ast-grep scan` can say too, as far as it can: calls by the names that are written. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RULES = [
  ['python', 'wall-clock', 'time.time()'],
  ['python', 'unseeded-dice', 'random.randint($$$)'],
  ['python', 'sleep', 'time.sleep($A)'],
  ['python', 'directory-order', 'os.listdir($$$)'],
  ['javascript', 'wall-clock', 'Date.now()'],
  ['javascript', 'unseeded-dice', 'Math.random()'],
  ['typescript', 'wall-clock', 'Date.now()'],
  ['typescript', 'unseeded-dice', 'Math.random()'],
  ['go', 'wall-clock', { context: 'func t() { time.Now() }', selector: 'call_expression' }],
  ['go', 'sleep', { context: 'func t() { time.Sleep($A) }', selector: 'call_expression' }],
  ['rust', 'wall-clock', 'SystemTime::now()'],
  ['java', 'wall-clock', 'System.currentTimeMillis()'],
];

/** Writes the rules into a folder; its configuration file. */
export function astGrepRules(folder) {
  const rules = join(folder, 'rules');
  mkdirSync(rules);
  for (const [language, name, pattern] of RULES) {
    const text = [
      `id: ${language}-${name}`,
      `language: ${language}`,
      'message: found',
      'rule:',
      `  pattern: ${JSON.stringify(pattern)}`,
    ];
    writeFileSync(join(rules, `${language}-${name}.yml`), `${text.join('\n')}\n`);
  }
  const config = join(folder, 'sgconfig.yml');
  writeFileSync(config, 'ruleDirs: [rules]\n');
  return config;
}
