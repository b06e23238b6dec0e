/** The program under the lines of Node that are alive, between the oldest that is supported and the newest. */
import { NODE_VERSIONS } from '../../../../scripts/toolchains/node.mjs';
import { worksWithNode } from './node-version.ts';

for (const version of NODE_VERSIONS.slice(1, -1)) worksWithNode(version);
