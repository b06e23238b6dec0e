/** The texts of a project's POMs, and of the parents that Maven has downloaded, without comments. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['target', 'src', 'node_modules']);
/** The maximum depth of modules. */
const MAX_DEPTH = 4;

export function pomTexts(root, repository) {
  const texts = new Map();
  const readPom = (pom) => {
    if (texts.has(pom) || !existsSync(pom)) return;
    const text = readFileSync(pom, 'utf8').replace(/<!--[\s\S]*?-->/g, '');
    texts.set(pom, text);
    const parent = /<parent>([\s\S]*?)<\/parent>/.exec(text)?.[1];
    if (parent !== undefined) readPom(installed(parent, repository));
  };
  for (const pom of pomsIn(root, MAX_DEPTH)) readPom(pom);
  return [...texts.values()];
}

function installed(parent, repository) {
  const tagValue = (tag) => new RegExp(`<${tag}>\\s*(.*?)\\s*</${tag}>`).exec(parent)?.[1] ?? '';
  const [group, artifact, version] = [tagValue('groupId'), tagValue('artifactId'), tagValue('version')];
  return join(repository, ...group.split('.'), artifact, version, `${artifact}-${version}.pom`);
}

function pomsIn(folder, depth) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = entries.filter((entry) => entry.isFile() && entry.name === 'pom.xml').map(() => join(folder, 'pom.xml'));
  if (depth === 0) return own;
  const below = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name),
  );
  return [...own, ...below.flatMap(({ name }) => pomsIn(join(folder, name), depth - 1))];
}
