/** A call of `t` or `tParts` whose first argument is one string literal; up to its end, if it has no other argument. */
const call = /(?<![\w$.])(t|tParts)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=\s*[,)])(?:\s*,?\s*(\)))?/g;

/** Characters that are escaped in a literal, because they have a meaning in template literals, JSX or Astro components. */
const unsafe = /[<'`{}$\u2028\u2029]/g;

/** The text of a literal as JavaScript reads it. Throws at an escape that JSON does not have. */
const textOf = (literal: string): string =>
  JSON.parse(
    `"${literal.slice(1, -1).replace(/\\(.)|"/g, (found, escaped) => (escaped === "'" ? "'" : found === '"' ? '\\"' : found))}"`,
  );

const literalOf = (text: string): string =>
  JSON.stringify(text).replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Lists the sentences of a source file. */
export const findSentences = (source: string): string[] =>
  [...source.matchAll(call)].map(([, , literal = '']) => textOf(literal));

/**
 * Puts the shop's words, by their sentences, into the source of a module that calls `t` and `tParts`. Of a call of `t` without values the literal is
 * left. Lines keep their numbers.
 */
export function replaceTexts(source: string, texts: ReadonlyMap<string, string>): string {
  return source.replace(call, (found: string, name: string, literal: string, end?: string) => {
    const words = texts.get(textOf(literal));
    const shown = words === undefined ? literal : literalOf(words);
    if (end === undefined || name === 'tParts') return found.replace(literal, () => shown);
    return shown + '\n'.repeat(found.split('\n').length - 1);
  });
}
