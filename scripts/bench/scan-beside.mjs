/**
 * The same rules for `ast-grep scan` and for us. Theirs are generated from ours: the calls that our rule names, by their last two parts as
 * written. Only we can express what imports and variables resolve to, and what `when` requires of the place.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmTools } from '../toolchains/npm-tools.mjs';
import { costOf, inFolder, median, seconds } from './scan-costs.mjs';

const SCAN = '../../packages/unflake/dist/scan/';

/** Rules that only look for calls by name, in the languages that ast-grep parses without a custom parser. */
export const BESIDE = ['python', 'javascript', 'go', 'rust', 'java'].flatMap((language) =>
  ['wall-clock', 'unseeded-random'].map((name) => `${language}/${name}`),
);

/** Its names for our languages; dialects are separate languages there. */
const THEIRS = { javascript: ['javascript', 'typescript', 'tsx'] };

/** Both over the same files, alternating; `write` puts these into a folder and returns the number of lines. */
export async function besideAstGrep(bin, write, rounds) {
  const tools = await npmTools({ '@ast-grep/cli': '0.51.0' });
  const { RULES } = await import(`${SCAN}rules/index.js`);
  const { DIALECTS } = await import(`${SCAN}facts/dialects.js`);
  return inFolder((root) => {
    const [project, empty] = [join(root, 'project'), join(root, 'empty')];
    const count = write(project);
    mkdirSync(empty);
    const config = astGrepRules(root, RULES, DIALECTS);
    for (const folder of [project, empty]) unflakeConfig(folder, RULES);
    const theirs = (folder) => {
      const args = ['scan', '-c', config, '--json=stream', '--threads', '1', folder];
      const cost = costOf(join(tools, 'node_modules/@ast-grep/cli/ast-grep'), args);
      return { ...cost, hits: cost.stdout.split('\n').length - 1 };
    };
    const ours = (folder) => {
      const cost = costOf(process.execPath, [bin, 'scan', '--root', folder, '--json', '--fail-on', 'never']);
      return { ...cost, hits: JSON.parse(cost.stdout).result.findings.length };
    };
    const arms = [
      ['ast-grep scan', () => theirs(project)],
      ['unflake scan', () => ours(project)],
      ['ast-grep scan of an empty folder', () => theirs(empty)],
      ['unflake scan of an empty folder', () => ours(empty)],
    ];
    const seen = arms.map(() => []);
    for (let round = 0; round < rounds; round += 1) for (const [at, [, run]] of arms.entries()) seen[at].push(run());
    const rows = arms.map(([name], at) => {
      const medianOf = (field) => median(seen[at].map((one) => one[field]));
      const time = seconds({ wallMs: medianOf('wallMs'), cpuMs: medianOf('cpuMs') });
      return `| ${name} | ${time} | ${medianOf('peakMb').toFixed(0)} | ${medianOf('hits')} |`;
    });
    return [
      '## Compared with `ast-grep scan`',
      '',
      `The same ${count} lines on disk, the same ${BESIDE.length} rules (\`wall-clock\` and \`unseeded-random\` of five languages), one thread, alternating. \`scripts/bench/scan-beside.mjs\``,
      'translates our rules for ast-grep 0.51.0: the same calls by their names in the text. ast-grep does not resolve imports and variables, so the hits differ. The rows for an',
      'empty folder show the cost of starting.',
      '',
      '| | wall s | CPU s | peak MB | hits |',
      '|---|---:|---:|---:|---:|',
      ...rows,
    ];
  });
}

/**
 * Writes the rules into a folder; the path of the configuration file.
 * @param {string} folder
 * @param {readonly import('../../packages/unflake/src/scan/rules/rule.ts').Rule[]} rules
 * @param {Readonly<Record<string, import('../../packages/unflake/src/scan/facts/dialect.ts').Dialect>>} dialects
 */
function astGrepRules(folder, rules, dialects) {
  const to = join(folder, 'rules');
  mkdirSync(to);
  for (const id of BESIDE) {
    const [language, name] = id.split('/');
    const rule = rules.find((one) => one.id === id);
    for (const theirs of THEIRS[language] ?? [language]) {
      const text = {
        id: `${theirs}-${name}`,
        language: theirs,
        message: rule.message,
        rule: { any: dialects[language].calls.map(({ kind }) => ({ kind, regex: patternFor(rule) })) },
      };
      // JSON is YAML.
      writeFileSync(join(to, `${theirs}-${name}.yml`), `${JSON.stringify(text, null, 2)}\n`);
    }
  }
  const config = join(folder, 'sgconfig.yml');
  writeFileSync(config, 'ruleDirs: [rules]\n');
  return config;
}

/** `time.time`, `SystemTime::now` or `new Random` at the beginning of a call. */
function patternFor({ find }) {
  const names = find.flatMap((one) => ('calls' in one ? one.calls : [])).filter((name) => !/^[*?]/.test(name));
  const written = new Set(names.map((name) => name.split(/[./]/).slice(-2).map(quoted).join('(?:\\.|::)')));
  const created = new Set(names.map((name) => quoted(name.split(/[./]/).at(-1))));
  const before = '^(?:[A-Za-z0-9_]+(?:\\.|::))*';
  return `${before}(?:${[...written].join('|')})\\(|^new (?:${[...created].join('|')})\\(`;
}

const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Our configuration with the same rules on and all others off. */
function unflakeConfig(folder, rules) {
  const off = rules.filter(({ id }) => !BESIDE.includes(id)).map(({ id }) => [id, 'off']);
  writeFileSync(join(folder, 'unflake.config.json'), JSON.stringify({ scan: { rules: Object.fromEntries(off) } }));
}
