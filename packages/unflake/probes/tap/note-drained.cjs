/** Loaded before a file of tap: records that the event loop was empty. A process that exits without that was ended by a test. */
'use strict';

const { writeFileSync } = require('node:fs');

const path = process.env.UNFLAKE_TAP_DRAINED;
// Hidden from the tests and their child processes.
delete process.env.UNFLAKE_TAP_DRAINED;
if (path !== undefined) process.once('beforeExit', () => writeFileSync(path, ''));
