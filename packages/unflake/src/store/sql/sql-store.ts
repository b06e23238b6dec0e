/** The store in a database. Each query is a function of its own; this file only connects them to the port. */
import type { Store, StoredCase, StoredHunt } from '../port.ts';
import { indexSuite, type SuiteIndex } from '../selection.ts';
import { closeCase, findCase, openCase, releaseCase, resumeCase } from './cases.ts';
import type { Connection, Statements } from './connection.ts';
import { sqlHistory } from './history/sql-history.ts';
import { CERTIFICATIONS, closeHunt, findHunt, HUNTS, openHunt, resumeHunt } from './hunts.ts';
import { listCases, listHunts, storedSuite } from './summaries.ts';
import { appendTrial, dropTrials, ofCase, ofVerification, recordedTrial, trialInFull, trialsOf } from './trials.ts';
import {
  closeVerification,
  openVerification,
  releaseVerification,
  resumeVerification,
  verificationById,
  verifications,
} from './verifications.ts';

export function sqlStore(db: Connection): Store {
  const suiteOf = suites(db);
  const opened = async <Stored extends Pick<StoredCase | StoredHunt, 'id' | 'suite'>>(
    found: Promise<Stored>,
  ): Promise<Stored> => {
    const stored = await found;
    await suiteOf(stored.id, stored);
    return stored;
  };
  return {
    place: db.place,
    address: db.address,
    openCase: (newCase, random) => opened(openCase(db, newCase, random)),
    resumeCase: (caseId) => opened(resumeCase(db, caseId)),
    releaseCase: (caseId) => releaseCase(db, caseId),
    appendTrial: async (caseId, trial) => appendTrial(db, ofCase(caseId), await suiteOf(caseId), trial),
    recordedTrial: async (caseId, seq) => recordedTrial(db, ofCase(caseId), await suiteOf(caseId), seq),
    dropTrials: (caseId, fromSeq) => dropTrials(db, ofCase(caseId), fromSeq),
    closeCase: (caseId, closing, closedAtMs) => closeCase(db, caseId, closing, closedAtMs),
    cases: () => listCases(db),
    findCase: (name) => opened(findCase(db, name)),
    openHunt: (newHunt, random) => opened(openHunt(db, HUNTS, newHunt, random)),
    resumeHunt: (huntId) => opened(resumeHunt(db, HUNTS, huntId)),
    closeHunt: (huntId, result, closedAtMs) => closeHunt(db, huntId, result, closedAtMs),
    findHunt: (name) => opened(findHunt(db, HUNTS, name)),
    openCertification: (newOne, random) => opened(openHunt(db, CERTIFICATIONS, newOne, random)),
    resumeCertification: (id) => opened(resumeHunt(db, CERTIFICATIONS, id)),
    closeCertification: (id, result, closedAtMs) => closeHunt(db, id, result, closedAtMs),
    findCertification: (name) => opened(findHunt(db, CERTIFICATIONS, name)),
    hunts: (max) => listHunts(db, max),
    trials: async (caseId) => trialsOf(db, ofCase(caseId), await suiteOf(caseId)),
    trial: async (caseId, seq) => trialInFull(db, caseId, await suiteOf(caseId), seq),
    verifications: {
      of: (caseId) => verifications(db, caseId),
      open: (newVerification) => openVerification(db, newVerification),
      resume: (id) => resumeVerification(db, id),
      release: (id) => releaseVerification(db, id),
      finish: (id, result, closedAtMs) => closeVerification(db, id, result, closedAtMs),
      async trialLog(id) {
        const suite = indexSuite((await verificationById(db, id)).suite);
        const owner = ofVerification(id);
        return {
          append: (trial) => appendTrial(db, owner, suite, trial),
          recorded: (seq) => recordedTrial(db, owner, suite, seq),
          drop: (fromSeq) => dropTrials(db, owner, fromSeq),
          trials: () => trialsOf(db, owner, suite),
        };
      },
    },
    history: sqlHistory(db),
    close: () => db.close(),
  };
}

/** Caches the index of the last suite; cases are processed one at a time. */
function suites(db: Statements): (caseId: string, known?: Pick<StoredCase, 'suite'>) => Promise<SuiteIndex> {
  let last: { readonly caseId: string; readonly index: SuiteIndex } | undefined;
  return async (caseId, known) => {
    if (last?.caseId === caseId) return last.index;
    const suite = known?.suite ?? (await storedSuite(db, caseId));
    last = { caseId, index: indexSuite(suite) };
    return last.index;
  };
}
