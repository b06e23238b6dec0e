/** Replaces a test program under cargo: records how cargo would have started it, and starts nothing. */
import { appendFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
const line = JSON.stringify({ path, cwd: process.cwd(), env: process.env });
appendFileSync(process.env.UNFLAKE_RECORD, `${line}\n`);
