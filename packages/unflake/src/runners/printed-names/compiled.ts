/** What `go test` and `cargo test` print about a test. */
import type { TestNames } from '../../contract/test-names.ts';

export const GO_TEST_NAMES: TestNames = {
  startsWith: 'folder',
  folderName: { file: 'go.mod', pattern: /^module\s+"?([^\s"]+)/m },
  // TestX/sub
  cases: /\/.*$/s,
  printed: [
    // --- FAIL: TestX/sub (0.00s)
    { pattern: /^\s*--- FAIL: (?<name>\S+)(?: \([\d.]+s\))?$/gm },
    // === FAIL: pkg TestX/sub (0.00s), as gotestsum prints it
    { pattern: /^=== FAIL: (?<file>\S+) (?<name>\S+)(?: \([\d.]+s\))?$/gm },
    { pattern: /^=== (?:RUN|NAME|CONT|PAUSE) +(?<name>\S+)$/gm },
    // FAIL  example.com/mod/pkg  0.1s
    { pattern: /^FAIL\s+(?<file>[^\s:[\]()]+)(?:\s+[[(\d][^\n]*)?$/gm },
    // go test -run '^TestX$' ./pkg
    {
      pattern: /\bgo test [^\n]*?-run[= ]['"]?\^?(?<name>\w+)(?=(?:[^\n]*?\s(?<file>\.(?:\/[^\s.'"]+)?)(?=\s|$)|))/gm,
    },
  ],
};

export const CARGO_TEST_NAMES: TestNames = {
  startsWith: 'crate',
  printed: [
    // test module::name ... FAILED
    { pattern: /^test (?<name>\S+)(?: - should panic)? \.\.\. FAILED/gm, whole: true },
    // ---- module::name stdout ----
    { pattern: /^---- (?<name>\S+) std(?:out|err) ----$/gm, whole: true },
    // thread 'module::name' panicked at src/lib.rs:12:5
    { pattern: /^thread '(?<name>[^'\n]+)'(?: \(\d+\))? panicked at /gm, whole: true },
    // FAIL [   0.002s] crate module::name, as nextest prints it
    { pattern: /^\s*(?:TRY \d+ )?[A-Z-]+ \[[^\]\n]*\](?: \([^)\n]*\))? \S+ (?<name>\S+)$/gm, whole: true },
    { pattern: /\bcargo (?:nextest run|test)(?: -\S+)* (?<name>[\w:]+)(?: --(?: [^\n]*)?)?$/gm, mayHold: true },
  ],
};
