/**
 * A page per kind of scan rule, with a section for every language, from the rule and its fixes; and the index. Returns path → text; writes
 * nothing.
 */

const GENERATED =
  '<!-- Written by scripts/docs/write.mjs from packages/unflake/src/scan/rules. Change the rule, build, and run it again. -->';

/** Samples per language, flagged and allowed; the linked file has all of them. */
const MAX_SAMPLES = 2;

/** The tag of code blocks in a language; not `sh`, which marks our own commands. */
const FENCE = { javascript: 'ts', shell: 'bash', csharp: 'cs' };

const TITLES = {
  javascript: 'JavaScript, TypeScript',
  csharp: 'C#',
  cpp: 'C, C++',
  php: 'PHP',
  shell: 'shell, BATS',
};
const titleOf = (language) => TITLES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);

const SURE =
  'It has this severity only where the lines around a place say that a test depends on it. Everywhere else, and in code that no test holds, it is a note. `--reach` gives code that a test reaches the severity of the rule.';
const NEVER_SURE =
  'A scan notes it and does not warn: on real projects the lines around such a place did not say often enough whether a test depends on it. A diagnosis of a flaky test that reaches it counts it in full.';

/** What a scan says at most. */
const shownSeverity = ({ severity, isSure }) => (isSure === undefined ? 'note' : severity);
function certainty({ severity, isSure }) {
  if (severity === 'note') return [];
  return [isSure === undefined ? NEVER_SURE : SURE];
}

export function rulePages({ kinds, fixOptions, samplesOf, samplesFile }) {
  const pages = kinds.map((kind) => [`docs/rules/${kind.name}.md`, page(kind, { fixOptions, samplesOf, samplesFile })]);
  return {
    ...Object.fromEntries(pages),
    'docs/rules/unflake/allowed-without-reason.md': allowedWithoutReason(),
    'docs/rules/README.md': overview(kinds),
  };
}

function page(kind, sources) {
  const { name, cause, where, message, why, languages } = kind;
  const ids = Object.keys(languages).map((language) => `[${titleOf(language)}](#${language})`);
  const goal = sources.fixOptions({ id: `${Object.keys(languages)[0]}/${name}`, fix: '' }).goal;
  return `${[
    GENERATED,
    `# ${name}`,
    `The code ${message}.`,
    `| severity | where | cause |\n|---|---|---|\n| ${shownSeverity(kind)} | ${whereText(where)} | ${causeText(cause)} |`,
    ...certainty(kind),
    `## Why\n\n${why}`,
    `## Aim\n\n${goal}`,
    `## Options\n\nIts severity, or \`off\`, in the [config file](../configure/config-file.md), for one language or for all; a single place by a comment with a reason, see [scan](../use/scan.md):\n\n${block(`{ "scan": { "rules": { "${name}": "off" } } }`, 'json')}`,
    `## Languages\n\n${ids.join(' · ')}`,
    ...Object.entries(languages).map(([language, row]) => part(name, language, row, sources)),
  ].join('\n\n')}\n`;
}

const whereText = (where) => (where === 'tests' ? 'tests and test files' : 'anywhere');
const causeText = (cause) =>
  cause === null ? 'none: a smell' : `[${cause.family} / ${cause.kind}](../causes/${cause.family}.md#${cause.kind})`;

function part(kind, language, { fix, where }, { fixOptions, samplesOf, samplesFile }) {
  const id = `${language}/${kind}`;
  const fence = FENCE[language] ?? language;
  const { options } = fixOptions({ id, fix });
  const all = samplesOf(id);
  const some = (list) =>
    list
      .slice(0, MAX_SAMPLES)
      .map((sample) => sampleBlock(sample, fence))
      .join('\n\n');
  return [
    `<a id="${language}"></a>\n\n### ${titleOf(language)}`,
    `\`${id}\`${where === undefined ? '' : `, ${whereText(where)}`}. ${fix}`,
    ...(options.some(({ code }) => code !== null) ? options.map((one) => option(one, fence)) : []),
    `Flags:\n\n${some(all.filter(({ expected }) => expected.length > 0))}`,
    `Allows:\n\n${some(all.filter(({ expected }) => expected.length === 0))}`,
    `All ${all.length} samples are in \`${samplesFile(id)}\` of the repository.`,
  ].join('\n\n');
}

function option({ name, code, pros, cons, recommended }, fence) {
  return [
    `**${name.charAt(0).toUpperCase()}${name.slice(1)}**${recommended ? ' (recommended)' : ''}`,
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

function overview(kinds) {
  const languages = [...new Set(kinds.flatMap((kind) => Object.keys(kind.languages)))];
  const rows = kinds.map((kind) => {
    const { name, languages: own } = kind;
    const cells = languages.map((language) => (own[language] === undefined ? '–' : `[yes](${name}.md#${language})`));
    return `| [${name}](${name}.md) | ${shownSeverity(kind)} | ${cells.join(' | ')} |`;
  });
  const total = languages.map((language) => kinds.filter((kind) => kind.languages[language] !== undefined).length);
  return `${GENERATED}

# Rules of \`unflake scan\`

${kinds.length} kinds of rules in ${languages.length} languages, ${total.reduce((a, b) => a + b, 0)} rules. A kind has one page: why, how to fix it in every language, and samples of what
it flags and what it leaves alone. The id of a rule is the language and the kind: \`python/wall-clock\`.
[allowed-without-reason](unflake/allowed-without-reason.md) looks at our own comments.

| kind | severity | ${languages.map(titleOf).join(' | ')} |
|---|---|${languages.map(() => '---|').join('')}
${rows.join('\n')}
| **rules** | | ${total.join(' | ')} |
`;
}

function allowedWithoutReason() {
  return `${GENERATED}

# unflake/allowed-without-reason

A finding is allowed here and nobody says why.

## Why

Nobody can tell later whether it may still be allowed. A comment without a reason allows nothing.

## Fix

Write the reason after a colon:

${block('started = time.time()  # unflake-allow wall-clock: shown to people, never compared', 'python')}
`;
}
