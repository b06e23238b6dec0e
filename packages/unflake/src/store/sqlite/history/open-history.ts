/** The history in the SQLite file of the store. Each question is a function of its own; this file only connects them to the port. */
import type { HistoryStore } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';
import { record } from './record.ts';
import { bodiless, joinTests, renameCandidates, setBodies } from './renames.ts';
import { incidents } from './runs.ts';
import { prune, size } from './size.ts';
import { findTest, testIds } from './test-ids.ts';
import { assess, findTests, formerNames, page, testByKey, unassessed } from './tests.ts';
import { addProvoked, days, failedIn, markUnreachable, provoked, timeline } from './timeline.ts';

export function openHistory(db: DatabaseFile): HistoryStore {
  return {
    place: db.path,
    record: async (runs) => record(db, runs),
    page: async (query) => page(db, query),
    find: async (text, limit) => findTests(db, text, limit),
    async byName(name) {
      const key = findTest(db, name);
      return key === null ? null : testByKey(db, key);
    },
    timeline: async (test, limit) => timeline(db, test, limit),
    days: async (tests, fromDay) => days(db, tests, fromDay),
    formerNames: async (test) => formerNames(db, test),
    provoked: async (test) => provoked(db, test),
    addProvoked: async (test, runs) =>
      db.transaction(() => addProvoked(db, testIds(db).idOf(test, Math.round(runs.atMs)), runs)),
    incidents: async (limit) => incidents(db, limit),
    unassessed: async () => unassessed(db),
    assess: async (assessed) => assess(db, assessed),
    markUnreachable: async (runId, tests) => markUnreachable(db, runId, tests),
    failedIn: async (runId) => failedIn(db, runId),
    renameCandidates: async () => renameCandidates(db),
    join: async (from, into) => joinTests(db, from, into),
    bodiless: async (limit) => bodiless(db, limit),
    setBodies: async (bodies) => setBodies(db, bodies),
    size: async () => size(db),
    prune: async (beforeMs, dryRun) => prune(db, beforeMs, dryRun),
  };
}
