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
    `Exit code ${exit}; over HTTP ${http}. The hint that is printed: ${hint}`,
    `## What to do\n\n${todo.map((step) => `- ${step}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

function overview(faults) {
  const rows = Object.entries(faults).map(
    ([code, { exit }]) => `| [${code}](${file(code)}) | ${exit} | ${FAULT_TEXTS[code].means.split(/(?<=\.) /)[0]} |`,
  );
  return `${GENERATED}

# Faults

A fault is an expected error of the user or the outside world. Each has a code, an exit code and a page. Anything else that goes wrong is a bug
of ours: it shows its stack and exits with 70.

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
| 0 | done; nothing was found that needs a person |
| 1 | found: \`diagnose\` isolated a cause or found an ordinary bug, \`replay\` failed as recorded, \`doctor\` misses something |
| 2 | wrong usage; see the two faults with this code below |
| 3 | inconclusive: the verdict is \`narrowed\`, \`not-reproduced\` or \`blocked\` |
| 4 and up | a fault, by the table below |
| 70 | a bug in unflake, with its stack on stderr |
| 130 | interrupted; the best result so far was printed and is stored |

## Faults

| code | fault |
|---|---|
${rows.join('\n')}
`;
}
