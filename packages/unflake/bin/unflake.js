#!/usr/bin/env node
// Anything that gets here as an error is a bug of ours: it shows its stack, and its exit code is none that a command returns.
import { main } from '../dist/cli/main.js';

const BUG = 70;

process.on('uncaughtException', (error) => {
  process.stderr.write(`this is a bug in unflake:\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(BUG);
});

process.exitCode = await main(process.argv.slice(2));
