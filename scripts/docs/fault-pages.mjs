/** A page per fault, from the table of faults and the texts beside this file. Returns path → text; writes nothing. */
import { FAULT_TEXTS } from './fault-texts.mjs';

export function faultPages(faults) {
  const codes = Object.keys(faults);
  const missing = codes.filter((code) => !(code in FAULT_TEXTS));
  const stale = Object.keys(FAULT_TEXTS).filter((code) => !codes.includes(code));
  if (missing.length + stale.length > 0) {
    throw new Error(
      `fault-texts.mjs lacks ${missing.join(', ') || 'nothing'} and has ${stale.join(', ') || 'nothing'} too many`,
    );
  }
  return {
    ...Object.fromEntries(codes.map((code) => [`docs/faults/${file(code)}`, page(code, faults[code])])),
    'docs/faults/README.md': overview(faults),
    'docs/machine-readable/exit-codes.md': exitCodes(faults),
  };
}

const file = (code) => `${code.toLowerCase().replaceAll('_', '-')}.md`;

const GENERATED =
  '<!-- Written by scripts/docs/write.mjs. Change the table of faults or scripts/docs/fault-texts.mjs instead. -->';

function page(code, { exit, http, hint }) {
  const { means, example, todo } = FAULT_TEXTS[code];
  return `${[
    GENERATED,
    `# ${code}`,
    means,
    `\`\`\`text\n${example}\n\`\`\``,
    `Exit code ${exit}, HTTP status ${http}. The printed hint: ${hint}`,
    `## What to do\n\n${todo.map((step) => `- ${step}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

function overview(faults) {
  const rows = Object.entries(faults).map(
    ([code, { exit }]) => `| [${code}](${file(code)}) | ${exit} | ${FAULT_TEXTS[code].means.split(/(?<=\.) /)[0]} |`,
  );
  return `${GENERATED}

# Faults

A fault is an expected error: of the input, the project or the machine. Each fault has a code, an exit code and a page. unflake prints the path of the page; the pages are in the
installed package, for example in \`node_modules/unflake/docs/faults\`. Anything else that goes wrong is a bug in unflake: it prints a stack and exits with 70.

| code | exit | what it means |
|---|---|---|
${rows.join('\n')}
`;
}

function exitCodes(faults) {
  const rows = Object.entries(faults).map(([code, { exit }]) => `| ${exit} | [${code}](../faults/${file(code)}) |`);
  return `${GENERATED}

# Exit codes

Exit codes are an interface: they do not change within a major version.

| code | meaning |
|---|---|
| 0 | done; nothing was found |
| 1 | found: \`diagnose\` isolated a cause or found an ordinary bug, \`hunt\` found flaky tests, \`certify\` a flaky or broken test, \`verify\` saw the failure again or another one, \`scan\` has findings, \`replay\` failed as recorded, \`doctor\` found something missing |
| 2 | wrong usage; see the two faults below |
| 3 | inconclusive: the verdict is \`narrowed\`, \`not-reproduced\` or \`blocked\`; of \`verify\`, \`not-comparable\` or \`undecided\`; a hunt ended before its first round; a test could not be certified |
| 4 and up | a fault, see below |
| 70 | a bug in unflake, with its stack on stderr |
| 130 | interrupted; the best result so far was printed and stored |

## Faults

| code | fault |
|---|---|
${rows.join('\n')}
`;
}
