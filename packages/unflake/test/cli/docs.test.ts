/** The docs are consistent: links resolve, everything that needs a page has one, generated pages are current, and commands are valid. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../../../scripts/docs/generated.mjs';
import { flagsOf } from '../../src/cli/flags.ts';
import { faultPage } from '../../src/cli/printers/fault-text.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { SERVERS } from '../../src/cli/server-commands.ts';
import { CAUSES } from '../../src/contract/cause.ts';
import { FAULTS } from '../../src/contract/faults.ts';
import { CONFIG_SCHEMA } from '../../src/tools/lib/config-schema.ts';
import { TOOLS } from '../../src/tools/registry.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const pages = [
  ...readdirSync(join(top, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path)),
  ...readdirSync(top),
]
  .filter((path) => path.endsWith('.md'))
  .sort();

const folders = [...new Set(pages.map((page) => dirname(page)))];

test.each(folders)('pages in %s: every link leads somewhere', (folder) => {
  const broken = pages
    .filter((page) => dirname(page) === folder)
    .flatMap((page) => {
      const targets = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
      return targets
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(resolve(top, dirname(page), target.split('#')[0]!)))
        .map((target) => `${page}: ${target}`);
    });
  expect(broken).toEqual([]);
});

test('addresses of our repository match the manifest, and their targets exist', () => {
  const address = JSON.parse(read('packages/unflake/package.json')).repository.url.replace(/^git\+|\.git$/g, '');
  const files = [
    ...pages,
    ...['packages/unflake', 'packages/testkit'].flatMap((folder) => [`${folder}/README.md`, `${folder}/package.json`]),
    ...readdirSync(join(top, '.github'), { recursive: true, encoding: 'utf8' }).map((path) => join('.github', path)),
  ]
    .filter((path) => /\.\w+$/.test(path))
    .sort();
  const addresses = files.flatMap((file) => read(file).match(/https:\/\/github\.com\/unflake\/[^\s)"'#]*/g) ?? []);
  expect(addresses.filter((one) => one !== `${address}.git` && !`${one}/`.startsWith(`${address}/`))).toEqual([]);
  const named = addresses.flatMap((one) => /\/(?:blob|tree)\/main\/(.+)$/.exec(one)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(join(top, path)))).toEqual([]);
});

test('every fault has its page, and no page is about a removed fault', () => {
  const wanted = Object.keys(FAULTS).map((code) => faultPage(code));
  expect(pages.filter((page) => page.startsWith('docs/faults/') && !page.endsWith('README.md'))).toEqual(wanted.sort());
});

test.each(Object.entries(CAUSES))('the family %s has a page with a heading for each kind', (family, kinds) => {
  const headings = [...read(`docs/causes/${family}.md`).matchAll(/^## (.+)$/gm)].map((match) => match[1]!);
  expect(headings).toEqual([...kinds]);
  expect(read('docs/causes/README.md')).toContain(`| [${family}](${family}.md) | ${kinds.join(', ')} |`);
});

test.each(Object.entries(generatedDocs()))(
  '%s is what the generator writes; else run `node scripts/docs/write.mjs`',
  (path, text) => {
    if (path.endsWith('.json')) expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
    else expect(read(path)).toBe(text);
  },
);

test('the page of the config file names every field', () => {
  const page = read('docs/configure/config-file.md');
  for (const field of Object.keys(CONFIG_SCHEMA.shape))
    expect(page).toMatch(new RegExp(`\\| \`${field.replace('$', '\\$')}[.\`]`));
});

test('every unflake command in a page is valid', async () => {
  const wrong: string[] = [];
  for (const page of pages) {
    for (const line of commandLines(read(page))) {
      const problem = await refusal(line);
      if (problem !== null) wrong.push(`${page}: ${line}: ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
});

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Lines of shell blocks that start with our name, without it. */
function commandLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) =>
    [...block.matchAll(/(?:^|npx )unflake ([^\n|>]+)/gm)].map((match) => match[1]!.replace(/\s#.*$/, '').trim()),
  );
}

async function refusal(line: string): Promise<string | null> {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]!);
  // The longest, as `history prune` before `history`.
  const commands = [...TOOLS, ...SERVERS].toSorted((a, b) => b.command.length - a.command.length);
  const entry = commands.find((tool) => tool.command.split(' ').every((word, at) => word === words[at]));
  const [command] = words;
  const args = words.slice(entry?.command.split(' ').length ?? 1);
  if (!entry) return command === 'completion' || command === '--help' ? null : 'no such command';
  const tool = await entry.load();
  try {
    const checked = tool.input.strict().safeParse(readInput(args, flagsOf(tool), tool.positionals).input);
    return checked.success ? null : checked.error.message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
