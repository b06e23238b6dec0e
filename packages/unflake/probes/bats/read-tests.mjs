/** The tests of a file as BATS itself reads them: line by line, without running anything. */
import { existsSync, readFileSync } from 'node:fs';
import titlePath from '../javascript/title-path.cjs';

const TEST = /^[ \t]*@test[ \t]+(.*[^ \t])[ \t]+\{.*$/;
const COMMENTED = /[ \t]*([^ \t()]+)[ \t]*\(?\)?[ \t]+\{[ \t]+#[ \t]*@test[ \t]*$/;

/** `name` is what filters are matched against; the id has the name as BATS shows it. */
export function readTests(file) {
  if (!existsSync(file)) return [];
  const names = readFileSync(file, 'utf8')
    .replaceAll('\r', '')
    .split('\n')
    .flatMap((line) => {
      const [, written] = TEST.exec(line) ?? COMMENTED.exec(line) ?? [];
      return written === undefined ? [] : [written.replace(/^['"]/, '').replace(/['"]$/, '')];
    });
  const ids = titlePath.numberIds(
    file,
    names.map((name) => [shown(name)]),
  );
  return names.map((name, index) => ({ id: ids[index], name }));
}

/** BATS puts the name between the shell's double quotes. */
function shown(name) {
  return name.replace(/\\(["\\$`])/g, '$1');
}
