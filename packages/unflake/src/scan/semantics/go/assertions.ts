/** What fails a Go test: the text of a pattern for the name of a call. */
export const FAILS = '^(?:\\w+\\.(?:Errorf?|Fatalf?|Fail|FailNow)|panic)$';
