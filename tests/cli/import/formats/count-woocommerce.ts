import { readFileSync } from 'node:fs';

/** Reads a CSV text character by character: a second reading, for comparison with the importer's. */
function walkCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[at++];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += sign;
    else if (sign === ',') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  return rows.filter((row) => row.length > 1);
}

/** What a shop has after an import: prices in paise by variant, in the order of their amounts. */
export interface ShopCount {
  products: number;
  variants: number;
  pictures: string[];
  categories: string[];
  prices: number[];
}

/** Counts what a WooCommerce export with English column names offers for sale, without any code of the importer. */
export function countWooCommerce(file: string): ShopCount {
  const [header = [], ...lines] = walkCsv(readFileSync(file, 'utf8'));
  const rows = lines.map(
    (line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])) as Record<string, string>,
  );
  const valuesOf = (row: Record<string, string>) =>
    new Map([1, 2, 3].map((n) => [row[`Attribute ${n} name`] ?? '', (row[`Attribute ${n} value(s)`] ?? '').split(', ')]));
  const sold = rows.filter((row) => row['Published'] === '1' && row['Visibility in catalog'] !== 'hidden');
  const pictures = new Set<string>();
  const categories = new Set<string>();
  const prices: number[] = [];
  const addPictures = (row: Record<string, string>) => {
    for (const picture of (row['Images'] ?? '').split(', ')) if (picture) pictures.add(picture);
  };
  let products = 0;
  for (const row of sold) {
    const kind = row['Type']?.split(',')[0];
    if (kind !== 'simple' && kind !== 'variable') continue;
    const variants = sold.filter((other) => other['Type']?.startsWith('variation') && other['Parent'] === row['SKU']);
    products++;
    categories.add(row['Categories']?.split(', ')[0]?.split(' > ').at(-1) || 'Other');
    addPictures(row);
    for (const variant of kind === 'simple' ? [row] : variants) {
      if (kind === 'variable') addPictures(variant);
      let times = 1;
      if (kind === 'variable')
        for (const [name, [value]] of valuesOf(variant)) if (name && value === '') times *= valuesOf(row).get(name)?.length ?? 1;
      const paise = Math.round(Number(variant['Sale price'] || variant['Regular price']) * 100);
      prices.push(...Array.from({ length: times }, () => paise));
    }
  }
  return {
    products,
    variants: prices.length,
    pictures: [...pictures].sort(),
    categories: [...categories].sort(),
    prices: prices.sort((a, b) => a - b),
  };
}
