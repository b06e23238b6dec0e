/** Says whether the wall clock is where it was put (a local date and time), while a wait takes as long as it should. */
const WITHIN_MS = 60_000;
const WAIT_MS = 50;

// unflake-allow wall-clock: what it bears witness to
const since = Date.now() - Date.parse(process.argv[2]);
const began = process.hrtime.bigint();
setTimeout(() => {
  const waited = Number(process.hrtime.bigint() - began) / 1e6;
  const clock = since >= 0 && since < WITHIN_MS ? 'then' : 'another time';
  console.log(waited >= WAIT_MS - 2 && waited < WITHIN_MS ? clock : `waited ${waited} ms`);
}, WAIT_MS);
