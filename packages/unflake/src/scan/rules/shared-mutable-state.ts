import { semanticsOf } from '../semantics/index.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const PYTHON_MUTABLE = String.raw`\w+(?:\s*:[^=\n]+)?\s*=\s*(?:[[{]|(?:\w+\.)?(?:list|dict|set|defaultdict|deque|Counter|OrderedDict|bytearray)\()`;

/** A container of another module. */
const PYTHON_FOREIGN = /^[a-z]\w*(?:\.[a-z]\w*)*\._?[A-Z][A-Z0-9_]*\[/;
const PYTHON_FOREIGN_CALL =
  /^[a-z]\w*(?:\.[a-z]\w*)*\._?[A-Z][A-Z0-9_]*\.(?:append|extend|insert|add|update|setdefault|appendleft)\(/;

/** Something mutable at the top of the file or of a class, a `global`, a fixture that lives longer than a test. */
const PYTHON_SHARES = new RegExp(
  `^${PYTHON_MUTABLE}|^class\\b[^\\n]*\\n(?:(?!\\s*(?:async )?def )[^\\n]*\\n)*?\\s+${PYTHON_MUTABLE}|\\bglobal\\s|\\bscope\\s*=`,
  'm',
);

export const sharedMutableState: Kind = {
  name: 'shared-mutable-state',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'changes state that other tests share',
  why: 'What a test finds depends on which tests ran before it; alone, in another order or in parallel it finds something else.',
  when: (place, file) => semanticsOf(file).isSharedWrite(place, file),
  languages: {
    python: row(
      'Make a new one for every test: a fixture with the default scope, an attribute set in `setUp`, or a fixture that clears it.',
      nodesOf('assignment', /^(?:(?:self|cls)\.)?\w+(?:\[|\s*=)/, undefined, PYTHON_SHARES),
      nodesOf('assignment, augmented_assignment', PYTHON_FOREIGN),
      nodesOf('call', PYTHON_FOREIGN_CALL),
      nodesOf('augmented_assignment, delete_statement', null, undefined, PYTHON_SHARES),
      nodesOf(
        'call',
        /^[\w.]+\.(?:append|extend|insert|add|update|setdefault|pop|popitem|remove|discard|appendleft)\(/,
        undefined,
        PYTHON_SHARES,
      ),
    ),
    javascript: row(
      'Make a new one for every test in `beforeEach`, or inside the test itself.',
      nodesOf('assignment_expression, augmented_assignment_expression, update_expression', null),
      nodesOf(
        'call_expression',
        /^[A-Za-z0-9_$]+\.(?:push|pop|shift|unshift|splice|set|add|delete|clear|sort|reverse|append)\(/,
      ),
    ),
    java: row(
      'Make it a field of the instance, which JUnit makes new for every test, or reset it in `@BeforeEach`.',
      nodesOf('assignment_expression, update_expression', null),
      nodesOf(
        'method_invocation',
        /^(?:this\.)?[A-Za-z0-9_$]+\.(?:add|put|remove|clear|push|pop|offer|poll|set|append|increment|getAndIncrement|register|compute|merge)[A-Za-z]*\(/,
      ),
    ),
    go: row(
      'Make the variable local to the test, or build it new in a function that each test calls; put it back in `t.Cleanup` if it must be shared.',
      nodesOf('assignment_statement, inc_statement', null),
      calls('delete'),
    ),
    rust: row(
      'Make the value local to the test and pass it in, or keep it in a `thread_local!`.',
      calls(
        `*.push *.insert *.remove *.clear *.extend *.pop *.push_str *.retain *.drain *.append *.truncate *.push_back
           *.entry *.store *.fetch_add *.fetch_sub *.swap`,
      ),
      nodesOf('assignment_expression, compound_assignment_expr', null),
    ),
    shell: row(
      'Write below `$BATS_TEST_TMPDIR`, declare variables `local`, or set them again in `setUp`.',
      nodesOf('file_redirect, command', /BATS_(?:FILE|SUITE|RUN)_TMPDIR/),
      nodesOf('variable_assignment', null),
    ),
  },
};
