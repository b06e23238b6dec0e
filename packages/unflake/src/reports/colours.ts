/** Removes terminal colours from text that a program parses. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what colours are made of.
export const COLOURS = /\u001b\[[0-9;]*m/g;
