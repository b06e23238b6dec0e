/**
 * Converts the output of one GoogleTest program to our stream: `[ RUN ] Suite.Name`, then failures, then `[ OK ] Suite.Name (3 ms)`. Tests
 * may print without a line break, so that the last mark of a line counts.
 */
const BEGIN = /^.*\[ RUN {6}\] (.+)$/;
const END = /^.*\[ {2,}(OK|FAILED|SKIPPED) +\] (.*)$/;
const SUITE = /^\[-{10}\] \d+ tests? from (\S+?)(?:, where .*)?$/;
const FAILURE = /: Failure$/;
const PART = /^(.*?)(?::(\d+))?: (?:Failure|Skipped)$/;
const AROUND = /thrown in (?:SetUp|TearDown|the test fixture's constructor|the test fixture's destructor)\b/;
const OUTCOMES = { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' };
const WORDS_LIMIT = 4000;

/**
 * @param {{ program: string, tests: readonly string[], runs: Map<string, number>, write: (event: object) => void }} process `tests` are
 *   full names; `runs` counts the executions of each test
 */
export function followOutput({ program, tests, runs, write }) {
  const selected = new Set(tests);
  const reported = new Set();
  let open = null;
  let suite = '';
  // Output since the last mark, and failures between tests.
  let lines = [];
  let broken = null;

  const begin = (name) => {
    outside();
    const run = runs.get(name) ?? 0;
    runs.set(name, run + 1);
    reported.add(name);
    open = { id: `${program}::${name}`, name, run, began: performance.now() };
    write({ ev: 'start', id: open.id, run });
  };
  const end = (outcome, error, ms) => {
    const { id, run, began } = open;
    open = null;
    lines = [];
    write({ ev: 'end', id, run, outcome, ms: ms ?? performance.now() - began, ...(error && { error }) });
  };
  const ended = (word, rest) => {
    const error = word === 'OK' ? undefined : failureIn(lines, open.name);
    const ms = /\((\d+) ms\)$/.exec(rest)?.[1];
    const given = ms === undefined ? undefined : Number(ms);
    // Without its set-up a suite is skipped as a whole.
    if (word === 'SKIPPED' && broken?.suite === suite) end('errored', broken.error, given);
    else if (word === 'FAILED') end(AROUND.test(error.message) ? 'errored' : 'failed', error, given);
    else end(OUTCOMES[word], error, given);
  };
  /** Failures before, between or after the tests. */
  const outside = () => {
    const error = lines.some((line) => FAILURE.test(line)) ? failureIn(lines, suite) : null;
    lines = [];
    if (error === null) return;
    broken = { suite, error };
    write({ ev: 'problem', text: `outside of the tests of ${program}: ${error.message}` });
  };

  return {
    line(line) {
      const [, begun] = BEGIN.exec(line) ?? [];
      const [, word, rest] = END.exec(line) ?? [];
      if (open === null && selected.has(begun)) begin(begun);
      else if (open !== null && isOf(open.name, rest)) ended(word, rest);
      else if (open === null && SUITE.test(line)) {
        outside();
        suite = SUITE.exec(line)[1];
      } else lines.push(line);
    },
    /** `how` is a status or a signal; `words` is the end of its stderr. */
    end(how, words) {
      if (open !== null) {
        write({ ev: 'problem', text: `${program} ended with ${how} in ${open.id}` });
        end('crashed', { type: 'crashed', message: `the program ended with ${how}\n${words}`.trim() });
        return;
      }
      outside();
      const unreported = tests.filter((name) => !reported.has(name));
      const cut = how !== 0 && how !== 1;
      for (const name of unreported.slice(0, cut ? 1 : unreported.length)) {
        const text = cut
          ? `${program} ended with ${how} before ${name}`
          : `no such test, or not run: ${program}::${name}`;
        write({ ev: 'problem', text });
      }
    },
  };
}

const isOf = (name, rest) => rest === name || ([' ', ','].includes(rest?.charAt(name.length)) && rest.startsWith(name));

/** The first one; the others usually follow from it. */
function failureIn(lines, name) {
  const start = lines.findIndex((line) => PART.test(line));
  if (start < 0) return { type: '', message: lines.join('\n').trim().slice(0, WORDS_LIMIT) || 'no reason was given' };
  const [, file, number] = PART.exec(lines[start]);
  const next = lines.findIndex((line, at) => at > start && PART.test(line));
  const message = lines
    .slice(start + 1, next < 0 ? undefined : next)
    .join('\n')
    .trim();
  const stack = number === undefined ? {} : { stack: `File "${file}", line ${number}, in ${name}` };
  return { type: '', message: message.slice(0, WORDS_LIMIT) || 'Failure', ...stack };
}
