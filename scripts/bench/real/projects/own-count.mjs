/** The number of tests by the project's own runner, with that runner's own command. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_SECONDS = 2400;
/** The status of `timeout` when it has ended the command, with all that it started. */
const CUT = 124;
const lines = (pattern) => (said) => said.match(pattern)?.length ?? 0;
const sum = (pattern) => (said) => [...said.matchAll(pattern)].reduce((all, [, count]) => all + Number(count), 0);
const last = (pattern) => (said) => Number([...said.matchAll(pattern)].at(-1)?.[1] ?? Number.NaN);

/** `ask`: a shell command, from the project's own test script if it has one. `count` parses its output. */
const RUNNERS = {
  pytest: {
    ask: () => '.venv/bin/python -m pytest --collect-only -q',
    count: last(/(\d+)(?:\/\d+)? tests? collected/g),
  },
  unittest: { ask: (words) => `.venv/bin/python -m unittest ${words}`, count: last(/^Ran (\d+) tests?/gm) },
  // Type checks are not counted, as docs/use/runners.md says. `vitest list` leaves out skipped tests, and a run counts them.
  vitest: {
    ask: () => 'npx vitest run --reporter=json --typecheck.enabled=false 2>/dev/null',
    count: (said) => JSON.parse(said.slice(said.indexOf('{"num'), said.lastIndexOf('}') + 1)).numTotalTests,
  },
  // We list the tests of a file once, even if several projects run it.
  jest: {
    ask: () => 'npx jest --silent --json 2>/dev/null',
    count: (said) => {
      const { testResults } = JSON.parse(said.slice(said.indexOf('{"'), said.lastIndexOf('}') + 1));
      const files = new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults.length]));
      return [...files.values()].reduce((all, count) => all + count, 0);
    },
  },
  // Skipped tests are listed, too.
  mocha: { ask: (words) => `${words} --dry-run --reporter dot`, count: sum(/^\s*(\d+) (?:passing|pending)/gm) },
  // Tests that a test starts by `t.test` belong to it. A file that fails outside of its tests has a line of its own, which is no test.
  'node-test': {
    // Behind a file it would be taken for another file.
    ask: (words) =>
      /\bborp\b/.test(words) ? `${words} --reporter=tap` : words.replace(/ --test\b/, ' --test --test-reporter=tap'),
    count: (said) => {
      const inside = [0];
      for (const [, indent, facts] of said.matchAll(
        /^( *)(?:not )?ok \d+ - (?!\/\S+\.[cm]?[jt]s$).*\n *---\n([\s\S]*?)^ *\.\.\.$/gm,
      )) {
        const depth = indent.length / 4;
        const isSuite = facts.includes("type: 'suite'");
        inside[depth] = (inside[depth] ?? 0) + (isSuite ? (inside[depth + 1] ?? 0) : 1);
        inside[depth + 1] = 0;
      }
      return inside[0];
    },
  },
  ava: { ask: (words) => `${words} --tap`, count: last(/^1\.\.(\d+)/gm) },
  // A test is a file. Before version 18 tap cannot list them, and runs them.
  tap: {
    ask: (words) => `case $(tap --version) in 1[0-7].*) ${words} --no-coverage --reporter=tap ;; *) tap list ;; esac`,
    count: lines(/^(?:(?:not )?ok \d+ - )?\S+\.[cm]?[jt]sx?(?: # time=\S+)?$/gm),
  },
  'go-test': { ask: () => "go test -list '^(Test|Example|Fuzz)' ./...", count: lines(/^(Test|Example|Fuzz)/gm) },
  // Doc-tests are not counted, as docs/use/runners.md says.
  'cargo-test': { ask: () => 'cargo test --lib --bins --tests -- --list', count: lines(/: test$/gm) },
  // We list a parameterised method of JUnit 5 once, which the reports call `name(String)[1]`; of JUnit 4 each set of parameters is a test.
  maven: {
    ask: () =>
      "mvn -B -fae -Dmaven.test.failure.ignore test >/dev/null; find . -path '*/surefire-reports/TEST-*.xml' -exec grep -ho '<testcase [^>]*' {} +",
    count: (said) => {
      const cases = [...said.matchAll(/<testcase (?=.*?\bname="([^"]+))(?=.*?\bclassname="([^"]*))/g)];
      const [invocations, tests] = [true, false].map((is) =>
        cases.filter(([, name]) => /[({].*\[\d+\]/.test(name) === is),
      );
      const methods = new Set(invocations.map(([, name, owner]) => `${owner} ${name.replace(/[({].*/, '')}`));
      return tests.length + methods.size;
    },
  },
  gradle: { ask: () => 'gradle test --dry-run', count: () => Number.NaN },
  rspec: { ask: () => 'rspec --dry-run', count: last(/(\d+) examples?/g) },
  minitest: { ask: () => 'rake test', count: last(/(\d+) (?:runs|tests)/g) },
  bats: { ask: (words) => `${words} --count`, count: last(/^(\d+)$/gm) },
  googletest: {
    ask: () =>
      'for one in $(find build -type f -perm -u+x -exec grep -l gtest_list_tests {} +); do $one --gtest_list_tests; done',
    count: lines(/^ {2}\S(?!.*DISABLED_)/gm),
  },
  // Its warnings are listed like tests.
  phpunit: { ask: () => 'phpunit --list-tests', count: lines(/^ - (?!PHPUnit)/gm) },
};

/** The runner that the project uses, with the arguments of its script. Null if unknown. */
export function ownRunner(folder, ecosystem) {
  const has = (name) => existsSync(join(folder, name));
  if (ecosystem.startsWith('pytest')) return ownPythonRunner(folder);
  if (ecosystem.startsWith('go')) return { runner: 'go-test', words: '' };
  if (ecosystem.startsWith('cargo')) return { runner: 'cargo-test', words: '' };
  if (ecosystem.startsWith('Maven')) return { runner: has('pom.xml') ? 'maven' : 'gradle', words: '' };
  if (ecosystem.startsWith('RSpec')) return { runner: has('spec') ? 'rspec' : 'minitest', words: '' };
  if (ecosystem.startsWith('PHPUnit')) return { runner: has('composer.json') ? 'phpunit' : 'googletest', words: '' };
  if (ecosystem.startsWith('BATS')) return { runner: 'bats', words: `npx bats ${has('test') ? 'test' : 'tests'}` };
  return fromScripts(folder);
}

function fromScripts(folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const ordered = Object.entries(scripts).sort(([a], [b]) => rank(a) - rank(b));
  for (const [name, script] of ordered.filter(([name]) => /test|unit/.test(name))) {
    for (const command of script.split(/&&|;/)) {
      const words = command
        .trim()
        .replace(/(^|\s)(?:c8|nyc)(?: -\S+(?: (?!node|borp|vitest|jest|mocha|ava|tap)\w+)?)* /, '$1');
      const runner = /(?:^|\s)(vitest|jest|mocha|ava|tap)(?=\s|$)/.exec(words)?.[1];
      const found = runner ?? (/\bnode .*--test\b|^borp\b/.test(words) ? 'node-test' : null);
      if (found)
        return { runner: found, words: words.replace(/ --(?:reporter|coverage)\S*(?: \w+(?= |$))?/g, ''), name };
    }
  }
  return null;
}

const rank = (name) => ['test', 'test:unit', 'unit', 'test-ci'].indexOf(name) >>> 0;

export function ownCount(folder, own) {
  const { ask, count } = RUNNERS[own.runner];
  const command = ask(own.words);
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync('timeout', ['-k', '5', `${MAX_SECONDS}`, 'sh', '-c', command], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}` },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // Failing tests count too: the exit status only explains a missing count.
  const said = `${stdout}\n${stderr}\nexit ${status}`;
  const seconds = (performance.now() - began) / 1000;
  // What was counted until then is no count.
  if (status === CUT) return { command, count: Number.NaN, seconds, said: `did not end within ${MAX_SECONDS} s` };
  try {
    return { command, count: count(said), seconds, said: said.slice(-600) };
  } catch (error) {
    return { command, count: Number.NaN, seconds, said: `${error.message}: ${said.slice(-600)}` };
  }
}

/** pytest, unless the project's scripts name unittest alone. */
function ownPythonRunner(folder) {
  const scripts = ['tox.ini', 'Makefile', 'noxfile.py', 'pyproject.toml', 'setup.cfg']
    .map((name) => join(folder, name))
    .filter(existsSync)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const [, words] = /-m unittest((?: (?:"[^"]*"|[-\w./*]+))*)/.exec(scripts) ?? [];
  return words === undefined || /\bpytest\b/.test(scripts)
    ? { runner: 'pytest', words: '' }
    : { runner: 'unittest', words: words.trim() };
}
