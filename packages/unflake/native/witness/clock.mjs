/** Checks that the wall clock shows the given local date and time, and that a wait still takes its normal time. */
const WITHIN_MS = 60_000;
const WAIT_MS = 50;

// unflake-allow wall-clock: the clock under test
const since = Date.now() - Date.parse(process.argv[2]);
const began = process.hrtime.bigint();
setTimeout(() => {
  const waited = Number(process.hrtime.bigint() - began) / 1e6;
  const clock = since >= 0 && since < WITHIN_MS ? 'then' : 'another time';
  console.log(waited >= WAIT_MS - 2 && waited < WITHIN_MS ? clock : `waited ${waited} ms`);
}, WAIT_MS);
