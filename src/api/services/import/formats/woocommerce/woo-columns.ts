import { translatedNames, type WooField, wooNames } from './woo-words.ts';

const fields = Object.keys(wooNames) as WooField[];

interface AttributePlaces {
  name: number;
  values: number;
  visible: number | undefined;
}

/** Where the columns of a file are. */
export interface WooColumns {
  places: ReadonlyMap<WooField, number>;
  /** By the order of their numbers. */
  attributes: readonly AttributePlaces[];
  /** Columns of fields that plugins add, by their key. */
  meta: ReadonlyMap<string, number>;
}

const clean = (name: string): string =>
  name
    .replace('\ufeff', '')
    .replace(/^"(.*)"$/, '$1')
    .trim();
const withoutUnit = (name: string): string => name.replace(/\s*\([^()]*\)$/, '');

/** The unit of a column such as "Weight (kg)"; '' without one. */
export const unitOf = (name: string | undefined): string => /\(([^()]*)\)$/.exec(clean(name ?? ''))?.[1]?.trim() ?? '';

/**
 * Fields in the order of the exporter, from the one before the weight back to the first, and from the height on; '' for those that are not
 * read. Versions differ in two columns before the weight: the GTIN and the low stock amount.
 */
const beforeWeight = (
  'id type sku gtin name published . visibility shortDescription description saleStart saleEnd . taxClass inStock stock ' +
  'lowStock backorders .'
).split(' ');
const fromWeight =
  'weight length width height . . salePrice regularPrice categories tags . images . . parent . upsells crossSells . . .'.split(
    ' ',
  );

/** Places in a file whose column names are translated, by the order of the exporter. It is told by its four columns with units in brackets. */
function findByOrder(header: readonly string[]): Map<WooField, number> | undefined {
  const weight = header.findIndex((_, at) => {
    const [first, ...sizes] = header.slice(at, at + 4).map(unitOf);
    return first !== '' && sizes.length === 3 && sizes.every((unit) => unit !== '' && unit === sizes[0]) && first !== sizes[0];
  });
  const missing = beforeWeight.length - weight;
  if (header[0]?.toUpperCase() !== 'ID' || missing < 0 || missing > 2) return undefined;
  const left = ['', 'gtin', 'gtin lowStock'][missing]?.split(' ') ?? [];
  const order = [...beforeWeight.filter((field) => !left.includes(field)), ...fromWeight];
  return new Map(
    order.flatMap((field, at) => (field in wooNames && at < header.length ? [[field as WooField, at] as const] : [])),
  );
}

/** Attributes of a file whose column names are translated: columns with the same number that follow each other, but not those of downloads. */
function findAttributesByOrder(header: readonly string[], after: number): AttributePlaces[] {
  const numberOf = (at: number) => (header[at]?.includes(':') ? undefined : /^\D*(\d+)\D*$/.exec(header[at] ?? '')?.[1]);
  const attributes: AttributePlaces[] = [];
  for (let at = after; at < header.length; ) {
    const number = numberOf(at);
    const run = [at, at + 1, at + 2, at + 3].filter((place) => number !== undefined && numberOf(place) === number);
    const link = run.find((place) => /url/i.test(header[place] ?? ''));
    if (link !== undefined) at = link + 1;
    else if (run.length < 4) at++;
    else {
      attributes.push({ name: at, values: at + 1, visible: at + 2 });
      at += 4;
    }
  }
  return attributes;
}

function findAttributes(lower: readonly string[]): AttributePlaces[] {
  const place = (number: string, what: string) => lower.indexOf(`attribute ${number} ${what}`);
  const numbers = lower.flatMap((name) => /^attribute (\d+) name$/.exec(name)?.[1] ?? []);
  return numbers
    .map((number) => {
      const [values, visible] = [place(number, 'value(s)'), place(number, 'visible')];
      return { number, name: place(number, 'name'), values, visible: visible < 0 ? undefined : visible };
    })
    .filter(({ values }) => values >= 0)
    .sort((a, b) => Number(a.number) - Number(b.number));
}

/** Places of the fields with one of these names, with or without a unit. */
function findByNames(lower: readonly string[], namesOf: (field: WooField) => readonly string[]): Map<WooField, number> {
  const bare = lower.map(withoutUnit);
  return new Map(
    fields.flatMap((field) => {
      const wanted = namesOf(field).map((name) => name.toLowerCase());
      const at = lower.findIndex((name, place) => wanted.includes(name) || wanted.includes(bare[place] ?? ''));
      return at < 0 ? [] : [[field, at] as const];
    }),
  );
}

/** Whether the columns are those of WooCommerce: several systems have a name and a regular price. */
const isTold = (places: ReadonlyMap<WooField, number>): boolean =>
  places.has('name') &&
  places.has('regularPrice') &&
  (['type', 'parent', 'published', 'visibility', 'inStock'] as const).some((field) => places.has(field));

/** Finds the columns of a WooCommerce product export in any language; undefined for other files. */
export function findWooColumns(fileHeader: readonly string[]): WooColumns | undefined {
  const header = fileHeader.map(clean);
  const lower = header.map((name) => name.toLowerCase());
  const meta = new Map(
    header.flatMap((name, at) => (/^[^:]+:\s*([\w-]+)$/.test(name) ? [[name.split(/:\s*/)[1] ?? '', at]] : [])),
  );
  const byName = findByNames(lower, (field) => [wooNames[field]]);
  if (isTold(byName)) return { places: byName, attributes: findAttributes(lower), meta };
  const byOrder = findByOrder(header);
  if (byOrder) return { places: byOrder, attributes: findAttributesByOrder(header, (byOrder.get('crossSells') ?? 0) + 4), meta };
  const translated = findByNames(lower, (field) => [...(translatedNames[field] ?? []), wooNames[field]]);
  return isTold(translated) ? { places: translated, attributes: findAttributesByOrder(header, 0), meta } : undefined;
}
