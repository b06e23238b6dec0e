/**
 * A suite of layered steps that are plain shell scripts, so that the environments are measured or raced, and not a runner. Each step proves
 * that it is alone in its environment, counts itself with a read, a pause and a write that a concurrent step would lose, and appends its
 * name to a log.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SEQUENTIAL = ['00-first', '01-second', '02-third'];
export const INDEPENDENT = ['test-alone', 'test-apart', 'test-later'];

/**
 * `project/test` has the steps; `project/log` their names in the order in which they ran; `project/counts` how often each ran in which
 * environment.
 */
export function writeSmallSuite(project, { pause = 0.02, after = { 'test-later': '01-second' } } = {}) {
  const suite = join(project, 'test');
  mkdirSync(join(project, 'counts'), { recursive: true });
  mkdirSync(suite, { recursive: true });
  writeFileSync(join(suite, 'template.txt'), 'template\n');
  writeFileSync(join(project, 'log'), '');
  const steps = ['foundation', ...SEQUENTIAL, ...INDEPENDENT];
  for (const name of steps) {
    const file = join(suite, `${name}.sh`);
    writeFileSync(file, script(name, pause));
    chmodSync(file, 0o755);
  }
  const listed = steps.map((name) => ({
    name,
    file: `${name}.sh`,
    ...(name in after ? { after: [after[name]] } : {}),
  }));
  writeFileSync(
    join(project, 'unflake.config.json'),
    JSON.stringify({ testbed: { suite: 'test', steps: listed } }, null, 2),
  );
}

/** HANG=<step> makes that step write a file `hanging` and wait, with a child in its own session. */
function script(name, pause) {
  return `#!/bin/sh
# inputs: template.txt
set -eu
cd "$(dirname "$0")/.."
here=$(basename "$TEST_DIR")
mkdir "counts/inside-$here" || { echo "somebody else is inside $here"; exit 9; }
if [ "\${HANG-}" = ${name} ]; then
  rmdir "counts/inside-$here"
  setsid sleep 600 & echo $! >hanging
  wait
fi
${name === 'foundation' ? 'cp test/template.txt "$TEST_DIR/base"' : 'test -f "$TEST_DIR/base"'}
before=$(cat "counts/${name}@$here" 2>/dev/null || echo 0)
sleep ${pause}
echo $((before + 1)) >"counts/${name}@$here"
echo ${name} >>"$TEST_DIR/trace"
echo "${name}@$here" >>log
rmdir "counts/inside-$here"
[ "\${FAIL-}" != ${name} ]
`;
}
