/** Reports whether two processes draw the same numbers. */
import { execFileSync } from 'node:child_process';

const draw = () => execFileSync(process.execPath, ['-p', 'Math.random()'], { encoding: 'utf8' });
const [first, second] = [draw(), draw()];
console.log(first === second ? 'the same twice' : 'different');
