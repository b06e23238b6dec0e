/** What was not tried, and why: the runner cannot, this machine cannot, the budget ended, or there is no knob for it yet. */
import type { Verdict } from '../../contract/cause.ts';
import type { NotTried } from '../../contract/diagnosis.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { DiagnoseQuestion } from '../diagnose/question.ts';

const KNOBS_TO_COME = 'time zone, locale, date, hash seed, dice seed, network and limits';

export function notTried(question: DiagnoseQuestion, findings: FindingsSoFar, verdict: Verdict): readonly NotTried[] {
  const { can, knobs } = question;
  const list: NotTried[] = [];
  if (findings.stopped) {
    const why = findings.stopped === 'budget' ? 'the budget of trials or minutes was spent' : 'it was interrupted';
    list.push({ what: unfinished(findings), why });
  }
  if (can.select !== 'test')
    list.push({ what: 'the test without the rest', why: 'this runner cannot select one test' });
  else if (can.order === 'none') list.push({ what: 'another order', why: 'this runner cannot set an order' });
  if (!can.repeat && can.select === 'test')
    list.push({ what: 'twice in one process', why: 'this runner cannot repeat a test in one process' });
  if (verdict === 'isolated' || verdict === 'broken' || verdict === 'blocked') return list;
  if (!can.workers) list.push({ what: 'several workers', why: 'this runner cannot set their number' });
  if (!knobs.includes('cpu'))
    list.push({ what: 'a slowed processor', why: 'this machine cannot stop and continue processes' });
  list.push({ what: KNOBS_TO_COME, why: 'diagnose does not turn these knobs yet' });
  return list;
}

function unfinished({ confirm, isolate, order, time, reproduce }: FindingsSoFar): string {
  if (confirm === null) return 'enough runs to say whether it is flaky';
  if (isolate === null && time === null) return 'telling apart what happens alone and in the suite';
  if (order?.kind === 'unresolved') return 'the rest of the order search';
  return reproduce === null ? 'the reproduction' : 'further experiments';
}
