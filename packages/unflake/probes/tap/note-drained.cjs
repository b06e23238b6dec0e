/** Loaded before a file of tap: notes that there was nothing left to do. A process that ends without that was ended by a test. */
'use strict';

const { writeFileSync } = require('node:fs');

const path = process.env.UNFLAKE_TAP_DRAINED;
// Neither the tests nor what they start may see it.
delete process.env.UNFLAKE_TAP_DRAINED;
if (path !== undefined) process.once('beforeExit', () => writeFileSync(path, ''));
