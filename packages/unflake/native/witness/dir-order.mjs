/** Lists a folder in the order in which readdir returns its entries. */
import { mkdirSync, opendirSync, writeFileSync } from 'node:fs';

mkdirSync('listed');
for (const name of 'hdbfgace') writeFileSync(`listed/${name}`, '');
const names = [];
const folder = opendirSync('listed');
for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) names.push(entry.name);
folder.closeSync();
console.log(names.join(' '));
