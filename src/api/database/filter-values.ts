import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { familyOfColour, isColourName } from '#lib/rules/product/colour-names.ts';
import { splitVariantName } from '#lib/rules/product/options.ts';
import { foldName } from '#lib/rules/text.ts';

/** What the size and the colour of a product's variants follow from. */
export interface ChoiceFacts {
  /** As stored; null for sizes. */
  optionName: string | null;
  /** The colour within its design; null if it is unknown. */
  designLabel: string | null;
  attributes: readonly { name: string; value: string }[];
}

/** Names of sizes that have no word for it. */
const sizeNames = ['waist', 'chest', 'bust', 'age', 'साइज़', 'साइज', 'आकार', 'அளவு'].map((name) => name.normalize('NFC'));

/** Whether an option is the size: "Size", "UK Size", "Waist". */
function isSizeName(name: string): boolean {
  const folded = foldName(name).normalize('NFC');
  return /\bsizes?\b/.test(folded) || sizeNames.some((one) => folded.split(/\s+/).includes(one));
}

/** The value of the first option whose name `isWanted`; undefined if there is none, or the name of the variant has other parts. */
function findValue(optionName: string, variantName: string, isWanted: (name: string) => boolean): string | undefined {
  const names = optionName.split(OPTION_SEPARATOR);
  const values = splitVariantName(variantName, names.length);
  return values.length === names.length ? values[names.findIndex(isWanted)] : undefined;
}

/**
 * The size of a variant as displayed, null if it has none: the value of the option that is the size, or the whole name of one of a product whose
 * option has no name. And the family of its colour, null if unknown: of its colour option, else of the label in its design, else of the fact.
 */
export function toFilterValues(
  { optionName, designLabel, attributes }: ChoiceFacts,
  variantName: string,
): { size: string | null; colour: string | null } {
  const size = optionName === null ? variantName : findValue(optionName, variantName, isSizeName);
  const colour =
    (optionName === null ? undefined : findValue(optionName, variantName, isColourName)) ??
    designLabel ??
    attributes.find(({ name }) => isColourName(name))?.value;
  return { size: size || null, colour: familyOfColour(colour ?? '') ?? null };
}
