/** A page per scan rule, from the rule itself and the ways out of its kind; and the index. Returns path → text; writes nothing. */

const GENERATED =
  '<!-- Written by scripts/docs/write.mjs from packages/unflake/src/scan/rules. Change the rule, build, and run it again. -->';

/** How blocks of a language are marked; not `sh`, which marks commands of ours. */
const FENCE = { javascript: 'ts', shell: 'bash', csharp: 'cs' };

const TITLES = {
  javascript: 'JavaScript, TypeScript',
  csharp: 'C#',
  c: 'C, C++',
  cpp: 'C, C++',
  php: 'PHP',
  shell: 'shell, BATS',
};

export function rulePages({ rules, fixOptions, samplesOf }) {
  return {
    ...Object.fromEntries(
      rules.map((rule) => [`docs/rules/${rule.id}.md`, page(rule, fixOptions(rule), samplesOf(rule.id))]),
    ),
    'docs/rules/unflake/allowed-without-reason.md': allowedWithoutReason(),
    'docs/rules/README.md': overview(rules),
  };
}

const languageOf = ({ id }) => id.slice(0, id.indexOf('/'));
const kindOf = ({ id }) => id.slice(id.indexOf('/') + 1);

function page(rule, { goal, options }, all) {
  const language = languageOf(rule);
  const { family, kind } = rule.cause;
  const fence = FENCE[language] ?? language;
  const samples = (list) => list.map((sample) => sampleBlock(sample, fence)).join('\n\n');
  return `${[
    GENERATED,
    `# ${rule.id}`,
    `The code ${rule.message}.`,
    `| severity | where | cause |\n|---|---|---|\n| ${rule.severity} | ${rule.where === 'tests' ? 'tests and test files' : 'anywhere'} | [${family} / ${kind}](../../causes/${family}.md#${kind}) |`,
    `## Why\n\n${rule.why}`,
    `## Fix\n\n${rule.fix}`,
    ...(options.some(({ code }) => code !== null)
      ? [`## Ways out\n\n${goal}`, ...options.map((one) => option(one, fence))]
      : []),
    `## Flags\n\n${samples(all.filter(({ expected }) => expected.length > 0))}`,
    `## Allows\n\n${samples(all.filter(({ expected }) => expected.length === 0))}`,
    `## Options\n\nIts severity, or \`off\`, in the [config file](../../configure/config-file.md); a single place by a comment with a reason, see [scan](../../use/scan.md):\n\n${block(`{ "scan": { "rules": { "${rule.id}": "off" } } }`, 'json')}`,
  ].join('\n\n')}\n`;
}

function option({ name, code, pros, cons, recommended }, fence) {
  return [
    `### ${name.charAt(0).toUpperCase()}${name.slice(1)}${recommended ? ' (recommended)' : ''}`,
    ...(code === null ? [] : [block(code, fence)]),
    [...pros.map((text) => `- for: ${text}`), ...cons.map((text) => `- against: ${text}`)].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function sampleBlock({ file, text }, fence) {
  return `In \`${file}\`:\n\n${block(text.replace(/\n+$/, ''), fence)}`;
}

function block(text, language) {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function overview(rules) {
  const languages = [...new Set(rules.map(languageOf))];
  const kinds = [...new Set(rules.map(kindOf))].sort();
  const rows = kinds.map((kind) => {
    const cells = languages.map((language) => {
      const rule = rules.find(({ id }) => id === `${language}/${kind}`);
      return rule === undefined ? '–' : `[${rule.severity}](${rule.id}.md)`;
    });
    return `| ${kind} | ${cells.join(' | ')} |`;
  });
  const total = languages.map((language) => rules.filter((rule) => languageOf(rule) === language).length);
  return `${GENERATED}

# Rules of \`unflake scan\`

${rules.length} rules, ${kinds.length} kinds. Each cell is the rule's severity and leads to its page: why, how to mend it, and samples of what it flags and what it leaves
alone. [allowed-without-reason](unflake/allowed-without-reason.md) looks at our own comments.

| kind | ${languages.map((language) => TITLES[language] ?? language.charAt(0).toUpperCase() + language.slice(1)).join(' | ')} |
|---|${languages.map(() => '---|').join('')}
${rows.join('\n')}
| **rules** | ${total.join(' | ')} |
`;
}

function allowedWithoutReason() {
  return `${GENERATED}

# unflake/allowed-without-reason

A finding is allowed here and nobody says why.

## Why

Nobody can tell later whether it may still be allowed. A comment without a reason allows nothing.

## Fix

Write the reason behind a colon:

${block('started = time.time()  # unflake-allow wall-clock: shown to people, never compared', 'python')}
`;
}
