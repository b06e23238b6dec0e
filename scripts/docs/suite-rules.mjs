/** A page per rule of `unflake env validate`, from the rule itself; and their index. Returns path → text; writes nothing. */

const GENERATED =
  '<!-- Written by scripts/docs/write.mjs from packages/unflake/src/scan/suite/rules. Change the rule, build, and run it again. -->';

export function suiteRulePages(rules) {
  return {
    ...Object.fromEntries(rules.map((rule) => [`docs/rules/${rule.id}.md`, page(rule)])),
    'docs/rules/env/README.md': overview(rules),
  };
}

function page({ id, message, severity, cause: { family, kind }, why, fix, flags, allows }) {
  return `${[
    GENERATED,
    `# ${id}`,
    `The file or the place ${message}.`,
    `| severity | cause |\n|---|---|\n| ${severity} | [${family} / ${kind}](../../causes/${family}.md#${kind}) |`,
    `## Why\n\n${why}`,
    `## Fix\n\n${fix}`,
    `## Flags\n\n${flags.map(sample).join('\n\n')}`,
    `## Allows\n\n${allows.map(sample).join('\n\n')}`,
    `## Options\n\nA single place can be allowed by a comment with a reason, on its line or alone on the line before: \`# unflake-allow ${id}: …\`.`,
  ].join('\n\n')}\n`;
}

/** A suite of several files is one sample. */
const sample = (files) =>
  files
    .map(
      ({ path, text }, at) =>
        `${at === 0 ? 'In' : 'And in'} \`${path}\`:\n\n\`\`\`bash\n${text.replace(/\n+$/, '')}\n\`\`\``,
    )
    .join('\n\n');

function overview(rules) {
  const rows = rules.map(
    ({ id, severity, message }) =>
      `| [${id.slice('env/'.length)}](${id.slice('env/'.length)}.md) | ${severity} | ${message} |`,
  );
  return `${GENERATED}

# Rules of \`unflake env validate\`

${rules.length} rules: first the contract of [layered tests](../../use/environments.md), then what test code may not do. Nothing is run; the files are read.

| rule | severity | what it says of a file or a place |
|---|---|---|
${rows.join('\n')}
`;
}
