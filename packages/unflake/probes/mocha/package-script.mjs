/** What the project's own script gives to Mocha. */
import { givenTo } from '../javascript/package-script.mjs';

export const mochaScript = (root) => givenTo(/^(?:.*\/)?_?mocha(?:\.js)?$/, root);
