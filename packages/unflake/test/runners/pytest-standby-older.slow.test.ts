/** pytest started ahead, in earlier versions. */
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { startedAhead } from './pytest-standby.ts';

for (const pytest of ['8.3.5', '7.4.4']) startedAhead(pytest, () => pythonTools({ pytest }));
