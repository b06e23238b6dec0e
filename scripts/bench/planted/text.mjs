/** Names and indentation for the files that are planted. */

/** @param {'snake' | 'Pascal' | 'camel'} style */
export function words(text, style) {
  const parts = text.split(/[ _]/);
  if (style === 'snake') return parts.join('_');
  const joined = parts.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return style === 'Pascal' ? joined : joined[0].toLowerCase() + joined.slice(1);
}

export const indented = (text, by) => text.replace(/^(?=.)/gm, by);
