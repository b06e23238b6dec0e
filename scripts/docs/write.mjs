/**
 * Writes the generated part of docs. Needs `npm run build`.
 *
 *   node scripts/docs/write.mjs
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contracts } from './contracts.mjs';
import { generatedDocs } from './generated.mjs';

const top = new URL('../../', import.meta.url);
const documents = Object.entries(await contracts()).map(([path, value]) => [
  path,
  `${JSON.stringify(value, null, 2)}\n`,
]);
for (const [path, text] of [...Object.entries(generatedDocs()), ...documents]) {
  const file = fileURLToPath(new URL(path, top));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// JSON, formatted as the formatter wants it.
const biome = fileURLToPath(new URL('node_modules/.bin/biome', top));
const folders = ['docs/configure', 'docs/contracts', 'packages/unflake/contracts'];
execFileSync(biome, ['check', '--write', ...folders.map((folder) => fileURLToPath(new URL(folder, top)))], {
  stdio: 'inherit',
});
