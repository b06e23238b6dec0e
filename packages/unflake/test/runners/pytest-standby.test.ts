/** pytest started ahead: that of this machine, and the newest. */
import { pythonTools, pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import { startedAhead } from './pytest-standby.ts';

startedAhead('of this machine', pythonWithPytest);
startedAhead('9.0.3', () => pythonTools({ pytest: '9.0.3' }));
