/** The answer of a verification in one or two sentences for people. */
import type { Verification, VerifyReason } from '../../contract/verification.ts';

type Written = Omit<Verification, 'summary'>;

export function verifySentence(written: Written): string {
  const { verdict, after, before, bound, passesNeeded, otherFailures, hides } = written;
  const was = `It failed ${before.failures}/${before.runs} before the change`;
  const hidden = hides.length === 0 ? '' : ` The change to the test may only hide it: ${kindsOf(written)}.`;
  switch (verdict) {
    case 'fixed':
      return `${was} and passes ${after.runs}/${after.runs} now: failure rate below ${percent(bound!.rate)} (${bound!.confidence * 100} % confidence).${again(written)}${hidden}`;
    case 'still-flaky':
      return `${was} and still fails: ${after.failures}/${after.runs} now${controlFailed(written)}.${hidden}`;
    case 'different-failure': {
      const count = otherFailures.reduce((sum, one) => sum + one.count, 0);
      const isGone = passesNeeded !== null && after.runs >= passesNeeded;
      const old = isGone
        ? 'That failure is gone'
        : 'That failure was not seen again, but may have had no chance to show';
      return `${was}. ${old}; another failure came ${count} ${count === 1 ? 'time' : 'times'}.${hidden}`;
    }
    case 'not-comparable':
      return `${sentenceOf(written)}${written.reason === 'assertion-removed' ? '' : hidden}`;
    case 'undecided':
      return `${was} and passed ${after.runs - after.failures}/${after.runs} now; \`fixed\` needs ${passesNeeded} passes. ${stopped(written)}${hidden}`;
    default:
      return verdict satisfies never;
  }
}

const again = ({ failedAgain }: Written): string =>
  failedAgain === true ? ' The old code failed again afterwards.' : '';

const controlFailed = ({ after, control }: Written): string =>
  after.failures === 0 && control !== null
    ? `, and ${control.failures}/${control.runs} under the condition that passed`
    : '';

const stopped = ({ reason }: Written): string =>
  reason === 'interrupted' ? 'It was interrupted.' : 'The budget was spent.';

const kindsOf = ({ hides }: Written): string =>
  [...new Set(hides.map(({ kind }) => kind.replace('-', ' ')))].join(', ');

const percent = (rate: number): string => `${Number((100 * rate).toPrecision(2))} %`;

function sentenceOf({ reason, nearest, test }: Written): string {
  const named = nearest === null ? '' : ` The nearest is ${nearest}; if that is it, give it with --test.`;
  const sentences: Readonly<Record<Exclude<VerifyReason, 'budget' | 'interrupted'>, string>> = {
    'no-failing-condition':
      'The case has recorded no condition under which the test fails, so there is nothing to verify.',
    'old-code-passes': 'The old code no longer fails either, so that passes of the new code prove nothing.',
    'old-code-fails-otherwise': 'The old code fails here, but not as it did in the case.',
    'same-code': 'This is the code that the case was opened on, and it no longer fails: something else has changed.',
    'test-gone': `The suite has no test ${test}.${named}`,
    'other-tests-gone': `A test that the failure needs is gone.${named}`,
    skipped: 'The test is skipped or allowed to fail now, so that nothing is known about its failure.',
    'no-outcome': 'The test did not run, so that nothing is known about its failure.',
    'assertion-removed':
      'The test passes, but an assertion of it was removed without another in its place, so that its passes prove nothing.',
  };
  return reason === null || reason === 'budget' || reason === 'interrupted' ? '' : sentences[reason];
}
