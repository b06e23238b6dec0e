/** Ids of cases: short, and without characters that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 6;

export function drawCaseId(random: { int(min: number, max: number): number }): string {
  let id = 'c-';
  for (let at = 0; at < LENGTH; at += 1) id += LETTERS[random.int(0, LETTERS.length - 1)];
  return id;
}
