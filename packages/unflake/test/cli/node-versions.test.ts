/** The program under the oldest Node that is supported, and under the newest. */
import { NODE_VERSIONS } from '../../../../scripts/toolchains/node.mjs';
import { worksWithNode } from './node-version.ts';

worksWithNode(NODE_VERSIONS[0]!);
worksWithNode(NODE_VERSIONS.at(-1)!);
