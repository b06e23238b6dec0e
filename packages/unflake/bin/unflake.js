#!/usr/bin/env node
// Listens for Ctrl-C before anything else is loaded, so that Ctrl-C always works. An error that gets here is a bug of
// ours: it shows its stack, and no command returns its exit code.
const INTERRUPTED = 130;
const BUG = 70;

let interrupted = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    interrupted = true;
    // A command that listens as well ends what it has started, and prints what it knows. Without one nothing has been started.
    if (process.listenerCount(name) === 1) process.exit(INTERRUPTED);
  });
}

process.on('uncaughtException', (error) => {
  // Work that is stopped in the middle fails in many ways, and none of them is a bug.
  if (interrupted) process.exit(INTERRUPTED);
  process.stderr.write(`this is a bug in unflake:\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(BUG);
});

const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
