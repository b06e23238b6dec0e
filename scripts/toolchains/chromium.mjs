/** The browser in which our own tests open the dashboard: Debian's, driven by playwright-core, which downloads none. */
import { systemTool } from './system-tool.mjs';

export const CHROMIUM = { names: ['chromium', 'chromium-browser'], check: ['--version'], packages: ['chromium'] };

/** Its absolute path. */
export const chromiumPath = () => systemTool(CHROMIUM);
