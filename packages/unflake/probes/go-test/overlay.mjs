/** Writes the overlay that adds our probe to each package without touching it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATE = readFileSync(new URL('./probe.go.tmpl', import.meta.url), 'utf8');
const PROBE = 'zz_unflake_test.go';
const MAIN = /^func TestMain\((?=\s*\w+\s+\*\w+\.M\s*\))/m;

/** The path of the overlay; everything it names is written into `folder`. `library`: what it replaces of the standard library. */
export function writeOverlay(packages, folder, library = {}) {
  const replace = { ...library };
  packages.forEach((one, index) => {
    const at = (file) => join(one.dir, file);
    // A project's TestMain keeps its place and is called by ours.
    const main = [...one.own, ...one.external].find((file) => MAIN.test(readFileSync(at(file), 'utf8')));
    if (main !== undefined) {
      const renamed = join(folder, `main-${index}.go`);
      writeFileSync(renamed, readFileSync(at(main), 'utf8').replace(MAIN, 'func unflakeProjectMain('));
      replace[at(main)] = renamed;
    }
    const external = main === undefined ? one.own.length === 0 : one.external.includes(main);
    const probe = join(folder, `probe-${index}.go`);
    writeFileSync(probe, probeText(one, external ? `${one.name.replace(/_test$/, '')}_test` : one.name, main));
    replace[at(PROBE)] = probe;
  });
  const path = join(folder, 'overlay.json');
  writeFileSync(path, JSON.stringify({ Replace: replace }));
  return path;
}

function probeText({ folder }, name, main) {
  return TEMPLATE.replace(/^\/\/.*\n/gm, '')
    .replace('UNFLAKE_PACKAGE', name)
    .replace('"UNFLAKE_FOLDER"', JSON.stringify(folder))
    .replace('UNFLAKE_MAIN', main === undefined ? 'unflakeOS.Exit(m.Run())' : 'unflakeProjectMain(m)');
}
