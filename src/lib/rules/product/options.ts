import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { OPTION_SEPARATOR, optionHeading } from '#lib/rules/option-texts.ts';
import { isColourName } from './colour-names.ts';

/** What a shopper chooses of a product: its colour, size or material, with the values in the order of the variants. */
export interface Option {
  name: string;
  values: string[];
}

/** The values in a variant’s name; of a product with one option the name itself. */
export const splitVariantName = (variantName: string, options: number): string[] =>
  options === 1 ? [variantName] : variantName.split(OPTION_SEPARATOR);

/**
 * The options of a product. Several if it has a name for each part of every variant’s name, such as "Colour / Size" and "Red / M"; else one,
 * whose values are the names. Empty without variants.
 */
export function listOptions({ option_name, variants }: Pick<Product, 'option_name' | 'variants'>): Option[] {
  if (variants.length === 0) return [];
  const names = option_name?.split(OPTION_SEPARATOR) ?? [];
  const isSplit = variants.every((variant) => splitVariantName(variant.product_variation, names.length).length === names.length);
  if (names.length < 2 || !isSplit)
    return [{ name: optionHeading(option_name), values: variants.map(({ product_variation }) => product_variation) }];
  const parts = variants.map(({ product_variation }) => splitVariantName(product_variation, names.length));
  return names.map((name, i) => ({ name, values: [...new Set(parts.map((values) => values[i] as string))] }));
}

/** The name of an option's form field, from 0. */
export const optionField = (index: number): string => (index === 0 ? 'size' : `size${index + 1}`);

/** A value to choose, as it is with the other choices. */
export interface Choice {
  value: string;
  /** No variant with it has stock. */
  isSoldOut: boolean;
  /** None with the other choices has stock or exists. */
  isUnavailable: boolean;
}

/** The choices of each option; `chosen` has the value of each option, '' for none. */
export function listChoices(options: readonly Option[], variants: readonly Variant[], chosen: readonly string[]): Choice[][] {
  const [anywhere, withOthers] = [options.map(() => new Set<string>()), options.map(() => new Set<string>())];
  for (const { product_variation, stock } of variants) {
    if (stock < 1) continue;
    const parts = splitVariantName(product_variation, options.length);
    const differing = parts.flatMap((part, i) => (chosen[i] && chosen[i] !== part ? [i] : []));
    for (const [i, part] of parts.entries()) {
      anywhere[i]?.add(part);
      if (differing.every((at) => at === i)) withOthers[i]?.add(part);
    }
  }
  return options.map(({ values }, i) =>
    values.map((value) => ({
      value,
      isSoldOut: !anywhere[i]?.has(value),
      isUnavailable: !withOthers[i]?.has(value),
    })),
  );
}

/** The variant with these choices; undefined while one of them is '', or when there is none. */
export const findVariant = (variants: readonly Variant[], chosen: readonly string[]): Variant | undefined =>
  chosen.every(Boolean)
    ? variants.find(({ product_variation }) => product_variation === chosen.join(OPTION_SEPARATOR))
    : undefined;

/** The position of the option that a size guide is about: the size, else the first that is no colour. */
export function findGuidedOption(options: readonly Option[]): number {
  const size = options.findIndex(({ name }) => /\bsize\b/i.test(name) || name === t('Size'));
  const notColour = options.findIndex(({ name }) => !isColourName(name));
  return size >= 0 ? size : Math.max(0, notColour);
}

/** The variants with these choices, of which '' allows any value. */
export const listMatching = (variants: readonly Variant[], chosen: readonly string[]): Variant[] =>
  variants.filter(({ product_variation }) => {
    const parts = splitVariantName(product_variation, chosen.length);
    return chosen.every((value, i) => value === '' || value === parts[i]);
  });

/** The picture that all variants with these choices have; undefined if there is no such one, or nothing is chosen. */
export function findChosenPicture(variants: readonly Variant[], chosen: readonly string[]): number | undefined {
  if (!chosen.some(Boolean)) return undefined;
  const matching = listMatching(variants, chosen);
  const pictures = new Set(matching.map(({ picture }) => picture));
  return pictures.size === 1 ? matching[0]?.picture : undefined;
}

/** The picture of a value of the option at `index`: a position in the product's pictures, as in `findChosenPicture`. */
export const findValuePicture = (variants: readonly Variant[], options: readonly Option[], index: number, value: string) =>
  findChosenPicture(
    variants,
    options.map((_, at) => (at === index ? value : '')),
  );
