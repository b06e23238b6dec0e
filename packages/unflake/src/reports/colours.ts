/** What terminals take for colours, to be taken out of text that is read by a program. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what colours are made of.
export const COLOURS = /\u001b\[[0-9;]*m/g;
