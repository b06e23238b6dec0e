/** Converts the live stream of one BATS process to ours: `begin 3 name`, then `ok 3 …` or `not ok 3 …` followed by comments. */

// Comments follow their test at once; nothing marks their end.
const LAST_COMMENT_MS = 200;

/**
 * @param {{ chunks: readonly { file: string, tests: readonly { id: string }[] }[], runs: Map<string, number>,
 *   write: (event: object) => void, stop: () => void }} process `runs` counts the executions of each test over all processes
 */
export function followStream({ chunks, runs, write, stop }) {
  const tests = chunks.flatMap((chunk) => chunk.tests.map(({ id }) => ({ id, file: chunk.file, reported: false })));
  let file = chunks[0].file;
  let open = null;
  let failure = null;
  let soon;

  const start = (test) => {
    const run = runs.get(test.id) ?? 0;
    runs.set(test.id, run + 1);
    test.reported = true;
    open = { test, run, began: performance.now() };
    write({ ev: 'start', id: test.id, run });
  };
  const end = (outcome, { ms, text } = {}) => {
    const { test, run, began } = open;
    open = null;
    const error = text === undefined ? {} : { error: { type: '', message: text } };
    write({ ev: 'end', id: test.id, run, outcome, ms: ms ?? performance.now() - began, ...error });
  };
  const died = () => {
    if (open === null) return;
    write({ ev: 'problem', text: `the process of ${open.test.id} died` });
    end('crashed', { text: 'the process of the test died' });
  };
  const settleFailure = () => {
    clearTimeout(soon);
    if (failure === null) return;
    const { part, timedOut, ms, comments } = failure;
    const text = comments.join('\n') || 'bats gave no reason';
    failure = null;
    if (part === null) {
      end(timedOut ? 'timed-out' : /function `(?:setup|teardown)' in /.test(text) ? 'errored' : 'failed', { ms, text });
    } else if (part.startsWith('setup')) {
      for (const test of tests.filter((one) => !one.reported && (part === 'setup_suite' || one.file === file))) {
        start(test);
        end('errored', { text: `${part} failed: ${text}` });
      }
    } else write({ ev: 'problem', text: `${part} failed: ${text}` });
  };
  const begin = (number) => {
    if (open !== null && tests[number - 1] === open.test) {
      write({ ev: 'retried', text: `${open.test.id} was run again, as BATS_TEST_RETRIES asks` });
      end('failed', { text: 'the first attempt failed, and bats says no more of it' });
      return;
    }
    died();
    if (!tests[number - 1].reported) start(tests[number - 1]);
  };

  return {
    line(line) {
      if (line.startsWith('#') && failure !== null) {
        failure.comments.push(line.replace(/^# ?/, ''));
        return;
      }
      settleFailure();
      const [, planned] = /^1\.\.(\d+)$/.exec(line) ?? [];
      const [, suite] = /^suite (.*)$/.exec(line) ?? [];
      const [, begun] = /^begin (\d+) /.exec(line) ?? [];
      const [, not, number, rest] = /^(not )?ok (\d+) (.*)$/.exec(line) ?? [];
      if (planned !== undefined && Number(planned) !== tests.length) {
        write({ ev: 'problem', text: `bats would run ${planned} tests where ${tests.length} were asked for` });
        stop();
      }
      if (suite !== undefined) file = chunks.find((chunk) => suite.endsWith(`/${chunk.file}`))?.file ?? file;
      if (begun !== undefined) begin(Number(begun));
      if (number === undefined) return;
      const [, ms, skip, timeout] = / in (\d+)ms(?: # (?:(skip)|(timeout)).*)?$/.exec(rest) ?? [];
      const own = open !== null && tests[Number(number) - 1] === open.test;
      const timing = ms === undefined ? {} : { ms: Number(ms) };
      if (not) {
        const [part = null] = own ? [] : (/^(?:setup|teardown)_(?:file|suite)\b/.exec(rest) ?? []);
        // Output after a detected retry is ignored.
        if (!own && part === null) return;
        failure = { part, timedOut: timeout !== undefined, ...timing, comments: [] };
        soon = setTimeout(settleFailure, LAST_COMMENT_MS);
      } else if (own) end(skip === undefined ? 'passed' : 'skipped', timing);
    },
    end(how) {
      settleFailure();
      died();
      const unreported = tests.filter(({ reported }) => !reported);
      if (unreported.length > 0) write({ ev: 'problem', text: `bats ended with ${how} before ${unreported[0].id}` });
    },
  };
}
