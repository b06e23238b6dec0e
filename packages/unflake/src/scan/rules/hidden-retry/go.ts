import { callsIn, functionName, isRunByTest } from '../../semantics/go/around.ts';
import { FAILS } from '../../semantics/go/assertions.ts';
import { named } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const ATTEMPT = /^(?:attempt|retry|retries|try|tries|attempts) (?::=|=)/;
/** Who tests a retry must retry. */
const ABOUT_RETRIES = /retr|backoff|attempt|flak/i;

export const go: LanguageRule = {
  fix: 'Find out why the first try fails; wait for what it needs, and try once.',
  find: [
    calls(
      `github.com/avast/retry-go.Do github.com/cenkalti/backoff.Retry github.com/sethvargo/go-retry.Do
       github.com/hashicorp/consul/sdk/testutil/retry.Run`,
      ({ node, file }) => isRunByTest(node, file) && !ABOUT_RETRIES.test(functionName(node)),
    ),
    calls('*.MarkFlaky *.Flaky *.SkipIfFlaky *.RetryTest'),
    nodesOf('for_statement', null, (loop, file) => {
      if (!ATTEMPT.test(named(loop)[0]?.text() ?? '')) return false;
      const body = loop.field('body');
      const exits =
        body?.find({ rule: { any: [{ kind: 'break_statement' }, { kind: 'return_statement' }] } } as never) ?? null;
      return (
        exits !== null &&
        named(loop).length > 0 &&
        isRunByTest(loop, file) &&
        !ABOUT_RETRIES.test(functionName(loop)) &&
        !fails(body!)
      );
    }),
  ],
};

/** Every round can fail the test: then it is no retry. */
const fails = (body: Parameters<typeof callsIn>[0]): boolean => callsIn(body, FAILS).length > 0;
