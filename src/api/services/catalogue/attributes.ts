import type { ProductAttribute } from '#lib/contract/catalogue.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';
import { foldName, parseJson } from '#lib/rules/text.ts';

/** Characters of the name of a fact, and of its value. */
export const MAX_ATTRIBUTE_NAME = 40;
export const MAX_ATTRIBUTE_VALUE = 300;

/**
 * Reads facts such as "Fabric: Cotton; Care: Machine wash", separated by semicolons or line breaks. A part without a colon continues the value
 * before it; values of the same name are joined by commas. Returns why they cannot be read, as the end of a sentence, when they cannot.
 */
export function parseAttributes(text: string): ProductAttribute[] | { error: string } {
  const attributes: ProductAttribute[] = [];
  const parts = text.split(/[;\r\n]+/).map((part) => part.replaceAll(/\s+/g, ' ').trim());
  for (const part of parts.filter(Boolean)) {
    const colon = part.indexOf(':');
    const last = attributes.at(-1);
    if (colon < 1) {
      if (!last) return { error: `must be facts such as "Fabric: Cotton; Care: Machine wash", but begins with "${part}"` };
      last.value += `, ${part}`;
      continue;
    }
    const [name, value] = [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    const known = attributes.find((attribute) => foldName(attribute.name) === foldName(name));
    if (known && value) known.value += `, ${value}`;
    else if (value) attributes.push({ name, value });
  }
  if (attributes.length > MAX_ATTRIBUTES)
    return { error: `has ${attributes.length} facts; a product can have ${MAX_ATTRIBUTES}` };
  for (const { name, value } of attributes) {
    if (name.length > MAX_ATTRIBUTE_NAME)
      return { error: `has the name "${name}", which is longer than ${MAX_ATTRIBUTE_NAME} characters` };
    if (value.length > MAX_ATTRIBUTE_VALUE)
      return { error: `has a value of "${name}" that is longer than ${MAX_ATTRIBUTE_VALUE} characters` };
  }
  return attributes;
}

/** Facts as an import reads them. */
export const formatAttributes = (attributes: readonly ProductAttribute[]): string =>
  attributes.map(({ name, value }) => `${name}: ${value}`).join('; ');

/** Facts as they are stored; null for none. */
export const toStoredAttributes = (attributes: readonly ProductAttribute[]): string | null =>
  attributes.length === 0 ? null : JSON.stringify(attributes.map(({ name, value }) => [name, value]));

/** Facts from their stored form; none if it is damaged. */
export function fromStoredAttributes(stored: string | null): ProductAttribute[] {
  const pairs = stored === null ? [] : parseJson(stored);
  if (!Array.isArray(pairs)) return [];
  return pairs.flatMap((pair) => (Array.isArray(pair) ? [{ name: String(pair[0]), value: String(pair[1]) }] : []));
}
