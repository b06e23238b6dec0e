/**
 * Writes the generated part of docs. Needs `npm run build`.
 *
 *   node scripts/docs/write.mjs
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedDocs } from './generated.mjs';

const top = new URL('../../', import.meta.url);
for (const [path, text] of Object.entries(generatedDocs())) {
  const file = fileURLToPath(new URL(path, top));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// The schema is JSON, which the formatter wants its own way.
const biome = fileURLToPath(new URL('node_modules/.bin/biome', top));
execFileSync(biome, ['check', '--write', fileURLToPath(new URL('docs/configure', top))], { stdio: 'inherit' });
