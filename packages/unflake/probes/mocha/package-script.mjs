/** The arguments that the project's own script passes to Mocha. */
import { givenTo } from '../javascript/package-script.mjs';

export const mochaScript = (root) => givenTo(/^(?:.*\/)?_?mocha(?:\.js)?$/, root);
