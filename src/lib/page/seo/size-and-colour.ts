import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';

/** Parts of a variant’s name, where they can be recognised. */
export interface SizeAndColour {
  size?: string;
  colour?: string;
}

const letterSize = /^(?:x{0,3}[sml]|x{1,3}|[2-9]x[sl]?|free size|one size|small|medium|large)$/i;
const numberSize = /^(?:uk|us|eu|ind)?\s*\d{1,3}(?:\.\d)?(?:\s*(?:cm|mm|in|inch(?:es)?|ml|l|g|kg|years?|months?|"))?$/i;
const colourWord =
  /\b(?:black|white|ivory|cream|beige|grey|gray|charcoal|silver|gold|brown|tan|khaki|rust|copper|red|maroon|crimson|scarlet|pink|peach|coral|orange|saffron|mustard|yellow|green|olive|teal|turquoise|blue|navy|indigo|sky|purple|violet|lavender|magenta|multicolou?r(?:ed)?)$/i;

/** The part of a name whose option has a matching name. */
const partNamed = (pattern: RegExp, names: readonly string[], parts: readonly string[]): string | undefined =>
  parts[names.findIndex((name) => pattern.test(name))];

/**
 * Parses size and colour from a variant’s name: "M" is a size, "M / Navy Blue" a size and a colour. A single word is the size, as on the
 * wire (specification, entities); of several parts, those that are neither are ignored. With the names of the options nothing is guessed.
 */
export function readSizeAndColour(variantName: string, optionName = ''): SizeAndColour {
  const parts = variantName.split(OPTION_SEPARATOR).filter(Boolean);
  const names = optionName.split(OPTION_SEPARATOR);
  if (optionName && names.length === parts.length) {
    const size = partNamed(/\bsize\b/i, names, parts);
    const colour = partNamed(/\bcolou?r\b/i, names, parts);
    return { ...(size && { size }), ...(colour && { colour }) };
  }
  if (parts.length <= 1) return parts[0] ? { size: parts[0] } : {};
  const size = parts.find((part) => letterSize.test(part) || numberSize.test(part));
  const colour = parts.find((part) => part !== size && colourWord.test(part));
  return { ...(size && { size }), ...(colour && { colour }) };
}
