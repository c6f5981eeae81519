import type { GuideOfCategories } from '#api/services/catalogue/size-guides.ts';
import type { RowError } from '#api/services/import/read/imported-product.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { foldName } from '#lib/rules/text.ts';

/** The most size guides of a shop; a product page reads all. */
const MAX_SIZE_GUIDES = 100;
/** Sizes of a guide, and what it measures of each. */
const MAX_GUIDE_SIZES = 40;
const MAX_MEASUREMENTS = 12;
/** Characters of a name, a size, a heading and a value. */
const MAX_GUIDE_TEXT = 60;
const CM_PER_INCH = 2.54;

/** The columns with a meaning of their own; all others are measurements. */
export const guideColumns = { guide: 'Guide', categories: 'Categories', page: 'Page', size: 'Size' } as const;

/** A heading whose values are inches, such as "Chest (in)". */
const inInches = /\s*\((?:in|inch|inches|″|")\)$/i;
/** A heading that names the unit in which values are kept. */
const inCentimetres = /\s*\((?:cm|centimetres?|centimeters?)\)$/i;

/** Inches in a text, such as "38" or "38-40", as centimetres with one decimal. */
const toCentimetres = (text: string): string =>
  toAsciiDigits(text).replace(/\d+(?:\.\d+)?/g, (inches) => String(Math.round(Number(inches) * CM_PER_INCH * 10) / 10));

type GuideColumn = keyof typeof guideColumns;

interface Draft {
  name: string;
  line: number;
  categories: string[];
  page: string | undefined;
  sizes: Map<string, Map<string, string>>;
}

interface Header {
  places: Partial<Record<GuideColumn, number>>;
  measurements: { place: number; name: string; toCm: (text: string) => string }[];
}

function readHeader(cells: readonly string[]): Header {
  const header: Header = { places: {}, measurements: [] };
  for (const [place, text] of cells.entries()) {
    const heading = text.trim();
    const column = (Object.keys(guideColumns) as GuideColumn[]).find((key) => foldName(guideColumns[key]) === foldName(heading));
    if (column) header.places[column] = place;
    else if (inInches.test(heading))
      header.measurements.push({ place, name: heading.replace(inInches, ''), toCm: toCentimetres });
    else if (heading) header.measurements.push({ place, name: heading.replace(inCentimetres, ''), toCm: toAsciiDigits });
  }
  return header;
}

/** Reads a file of size guides: rows with the same guide belong together. Throws `MalformedCsv` and `NoCsv`. */
export async function readGuideFile(file: string): Promise<{ guides: GuideOfCategories[]; errors: RowError[] }> {
  const errors: RowError[] = [];
  const drafts = new Map<string, Draft>();
  let header: Header | undefined;
  for await (const { line, cells } of readTable(file)) {
    if (!header) {
      header = readHeader(cells);
      if (header.places.guide === undefined) errors.push({ line, column: guideColumns.guide, reason: 'is missing' });
    } else {
      const texts = cells.map((cell) => unescapeFormula(cell).trim());
      if (texts.some(Boolean)) readRow(texts, header, drafts, (column, reason) => errors.push({ line, column, reason }), line);
    }
  }
  if (!header) errors.push({ line: 1, column: guideColumns.guide, reason: 'is missing: the file is empty' });
  const extra = [...drafts.values()][MAX_SIZE_GUIDES];
  if (extra)
    errors.push({ line: extra.line, column: guideColumns.guide, reason: `is one of more than ${MAX_SIZE_GUIDES} guides` });
  const guides = [...drafts.values()].map((draft) => finish(draft, errors));
  return { guides, errors: errors.sort((a, b) => a.line - b.line) };
}

function readRow(
  texts: readonly string[],
  { places, measurements }: Header,
  drafts: Map<string, Draft>,
  report: (column: string, reason: string) => void,
  line: number,
): void {
  const cell = (column: GuideColumn): string => texts[places[column] ?? -1] ?? '';
  const values = measurements.flatMap(({ place, name, toCm }) => (texts[place] ? [[name, toCm(texts[place])] as const] : []));
  const [name, size, page] = [cell('guide'), cell('size'), cell('page')];
  if (name === '') {
    report(guideColumns.guide, 'is required');
    return;
  }
  for (const text of [name, size, ...values.flat()])
    if (text.length > MAX_GUIDE_TEXT)
      report(guideColumns.guide, `has "${text}", which is longer than ${MAX_GUIDE_TEXT} characters`);
  const draft: Draft = drafts.get(foldName(name)) ?? { name, line, categories: [], page: undefined, sizes: new Map() };
  drafts.set(foldName(name), draft);
  const categories = cell('categories').split(/[;\r\n]/);
  draft.categories.push(...categories.map((category) => category.trim()).filter(Boolean));
  if (page) {
    if (!/^(?:\/(?!\/)|https:\/\/)\S+$/.test(page))
      report(guideColumns.page, `must be an address such as /pages/sizes, but is "${page}"`);
    if (draft.page !== undefined && draft.page !== page) report(guideColumns.page, 'differs from an earlier row of the guide');
    draft.page = page;
  }
  if (size === '' && values.length > 0) report(guideColumns.size, 'is required beside measurements');
  if (draft.sizes.has(size)) report(guideColumns.size, `has "${size}" twice in the guide ${draft.name}`);
  if (size !== '') draft.sizes.set(size, new Map(values));
}

function finish({ name, line, categories, page, sizes }: Draft, errors: RowError[]): GuideOfCategories {
  const columns = [...new Set([...sizes.values()].flatMap((values) => [...values.keys()]))];
  const report = (column: string, reason: string) => void errors.push({ line, column, reason });
  if (columns.length === 0 && page === undefined) report(guideColumns.guide, `has neither measurements nor a page for "${name}"`);
  if (sizes.size > MAX_GUIDE_SIZES) report(guideColumns.size, `has more than ${MAX_GUIDE_SIZES} sizes in the guide ${name}`);
  if (columns.length > MAX_MEASUREMENTS)
    report(guideColumns.guide, `"${name}" has ${columns.length} measurements; a guide can have ${MAX_MEASUREMENTS}`);
  const rows = [...sizes].map(([size, values]) => ({ size, values: columns.map((column) => values.get(column) ?? '') }));
  return { name, categories, columns, rows: columns.length > 0 ? rows : [], page };
}
