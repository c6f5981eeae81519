import { type ColumnProfile, LONG_TEXT, MOST, type TableColumn } from '#api/services/import/mapping/table-columns.ts';
import type { HeaderName, NameMatch } from './header-words.ts';

/** Whether the values of a column can be what its name says. An empty column is what its name says. */
const fits: Record<HeaderName, (profile: ColumnProfile) => boolean> = {
  name: ({ words, pictures }) => words >= MOST && pictures < MOST,
  offer: ({ prices }) => prices >= MOST,
  price: ({ prices }) => prices >= MOST,
  mrp: ({ prices }) => prices >= MOST,
  stock: ({ counts }) => counts >= MOST,
  size: ({ averageLength }) => averageLength < LONG_TEXT,
  colour: ({ words }) => words >= MOST,
  option: ({ averageLength }) => averageLength < LONG_TEXT,
  picture: ({ pictures, prices }) => pictures >= MOST || prices < MOST,
  category: ({ words, pictures, averageLength }) => words >= MOST && pictures < MOST && averageLength < LONG_TEXT,
  description: ({ words }) => words >= MOST,
  code: ({ averageLength }) => averageLength < 40,
  barcode: ({ averageLength }) => averageLength < 40,
  brand: ({ words }) => words >= MOST,
  gst: ({ rates }) => rates >= MOST,
  hsn: ({ prices, averageLength }) => prices >= MOST || averageLength < 12,
  weight: ({ weights }) => weights >= MOST,
  origin: ({ words }) => words >= MOST,
  tags: ({ words }) => words >= MOST,
  fact: ({ averageLength }) => averageLength < 200,
  other: () => true,
};

/** A link may lead to a page or to a picture, and an id may be a row's: their values decide. */
const isWeak = (column: string, { pictures, words }: ColumnProfile): boolean =>
  (/^(?:link|url|लिंक)$/i.test(column) && pictures < MOST) || (/^id$/i.test(column) && words === 0);

/** The meanings of a column's name with which its values agree, the likeliest first; nothing if the name is of something else. */
export function readNames({ column, names, profile }: TableColumn): NameMatch[] {
  if (names[0]?.is === 'other' || isWeak(column, profile)) return [];
  return names.filter(({ is }) => profile.filled === 0 || fits[is](profile));
}

/** Takes the column that is likeliest `is`. */
export function takeNamed(columns: TableColumn[], is: HeaderName): { column: TableColumn; score: number } | undefined {
  const found = columns
    .flatMap((column) => {
      const [first] = readNames(column);
      return first?.is === is ? [{ column, score: first.score }] : [];
    })
    .sort((a, b) => b.score - a.score);
  return found[0];
}
