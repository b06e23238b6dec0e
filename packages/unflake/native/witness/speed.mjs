/** Says whether this process is slowed: who is stopped and continued can hear of it. */
const PATIENCE_MS = 1500;

process.on('SIGCONT', () => done('slowed'));
setTimeout(done, PATIENCE_MS, 'full speed');

function done(speed) {
  console.log(speed);
  process.exit();
}
