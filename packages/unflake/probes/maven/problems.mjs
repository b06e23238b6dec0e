/** What Maven prints about a project that it could not build up to its tests. */

const KEPT_WORDS = 3000;
const BROKEN =
  /^\[ERROR\] (?:COMPILATION ERROR|Failed to execute goal (?!\S*maven-(?:surefire|failsafe)-plugin\S*:(?:integration-)?test )|.*Non-(?:resolvable|parseable)|Unknown lifecycle|No goals)/m;

/** `started`: Surefire reached the start of a JVM. It complains that ours ended without output, which is expected. */
export function buildProblem(output, { started }) {
  const at = BROKEN.exec(output)?.index;
  if (at !== undefined) return `Maven cannot build every module:\n${errorsFrom(output.slice(at))}`;
  return started ? null : `Maven has started no JVM for tests:\n${output.trim().slice(-KEPT_WORDS)}`;
}

/** Advice, stacks, and what Surefire says about our JVM. */
const NO_NEWS =
  /^\[ERROR\]\s*$|^\[ERROR\]\s+at |\[Help \d+\]|re-run Maven|For more information|surefire-reports|[.]dumpstream|forked VM terminated|Command was |Process Exit Code: 0|maven-(?:surefire|failsafe)-plugin\S*:(?:integration-)?test /i;

function errorsFrom(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('[ERROR]') && !NO_NEWS.test(line));
  return [...new Set(lines)].join('\n').slice(0, KEPT_WORDS);
}
