import { AMPERSAND, isBackground, STATEMENTS } from '../../semantics/shell/timing.ts';
import { helperWith, testWith } from '../samples.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const openDescriptor: SuiteRule = {
  id: 'env/open-descriptor',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'error',
  message: 'is started in the background with descriptor 3 open',
  why: 'BATS waits until everybody has closed descriptor 3: a process that outlives its test makes the whole run hang after the last test.',
  fix: 'Close it for the child: `server 3>&- &`.',
  check: eachFile((file) => {
    if (!AMPERSAND.test(file.source.text)) return [];
    return file.source.root
      .findAll({ rule: { kind: STATEMENTS } })
      .filter((node) => isBackground(node) && !/(?:^|\s)3>&-/.test(node.text()))
      .map((node) => ({ file, node }));
  }),
  flags: [
    testWith('server &', 'shop open'),
    testWith('server >log.txt 2>&1 &', 'shop open'),
    testWith('(cd /; server) &', 'shop open'),
    helperWith('start() {', '  "$@" &', '  pid=$!', '}'),
  ],
  allows: [
    testWith('server 3>&- &', 'shop open'),
    testWith('server >log.txt 2>&1 3>&- &', 'shop open'),
    testWith('(cd /; server) 3>&- &', 'shop open'),
    testWith('shop open && shop close'),
    testWith('run shop open 2>&1', 'assert_success'),
  ],
};
