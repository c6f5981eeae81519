import type { Column } from '#api/services/import/read/column-names.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { readMetafieldName, readMetafieldValue } from './metafields.ts';
import { plainName, recogniseColumn, recogniseFact } from './recognised-facts.ts';

interface FactColumn {
  place: number;
  name: string;
  read: (cell: string) => string;
}

/** A column with one of the measurements that are shown together. */
interface Measurement {
  place: number;
  /** Empty when each value has to name its own. */
  unit: string;
}

/** A column of the importer that the file calls by another name. */
interface AliasColumn {
  place: number;
  read: (cell: string) => string;
}

const unitPattern = '(mm|cm|m|in|inch|inches|ft|feet|"|″)';
const unitOfHeading = new RegExp(`\\(${unitPattern}\\)\\s*$|[\\s_]${unitPattern}$`, 'i');
const measured = new RegExp(`^(\\d+(?:\\.\\d+)?)\\s*${unitPattern}?$`, 'i');
const inches = /^(?:in|inch|inches|"|″)$/i;

const sides: Readonly<Record<string, 0 | 1 | 2>> = {
  length: 0,
  'product length': 0,
  'item length': 0,
  लंबाई: 0,
  width: 1,
  breadth: 1,
  'product width': 1,
  'item width': 1,
  चौड़ाई: 1,
  height: 2,
  'product height': 2,
  'item height': 2,
  ऊंचाई: 2,
};

const spellUnit = (unit: string): string => (inches.test(unit) ? 'in' : unit.toLowerCase());

/** A code of goods, as in the column HSN; '' for what would be refused there, because this column was not made for it. */
function readHsn(cell: string): string {
  const digits = cell.replaceAll(/[\s.]/g, '');
  return /^\d{4}(?:\d{2}){0,2}$/.test(digits) ? digits : '';
}

/**
 * The columns of a file, besides those that its format reads, that tell facts of products: metafields of Shopify, and columns whose names are known in
 * any file. The first column of a fact that has a value counts.
 */
export class FileFacts {
  readonly #facts: FactColumn[] = [];
  readonly #sides: (Measurement | undefined)[] = [undefined, undefined, undefined];
  readonly #aliases = new Map<Column, AliasColumn>();

  /** `taken` are the places of columns that the format reads, and `has` tells which of the importer's columns it has. */
  constructor(header: readonly string[], taken: ReadonlySet<number>, has: (column: Column) => boolean) {
    const ofTaxonomy: FactColumn[] = [];
    for (const [place, heading] of header.entries()) {
      if (taken.has(place) || heading.trim() === '') continue;
      const metafield = readMetafieldName(heading);
      if (metafield && 'fact' in metafield) {
        const { fact: name, isTaxonomy } = metafield;
        const read = (cell: string) => readMetafieldValue(cell, isTaxonomy);
        // What the owner has typed says more than what was chosen from Shopify's list.
        (isTaxonomy ? ofTaxonomy : this.#facts).push({ place, name, read });
        continue;
      }
      const column = metafield?.column ?? recogniseColumn(heading);
      if (column) {
        const isMetafield = metafield !== undefined && column !== 'related';
        const read =
          column === 'hsn' ? readHsn : isMetafield ? (cell: string) => readMetafieldValue(cell) : (cell: string) => cell;
        if (!has(column) && !this.#aliases.has(column)) this.#aliases.set(column, { place, read });
        continue;
      }
      const side = sides[plainName(heading.replace(unitOfHeading, ''))];
      const unit = unitOfHeading.exec(heading);
      if (side !== undefined && unit) this.#sides[side] ??= { place, unit: spellUnit(unit[1] ?? unit[2] ?? '') };
      const name = recogniseFact(heading);
      if (name) this.#facts.push({ place, name, read: readMetafieldValue });
    }
    this.#facts.push(...ofTaxonomy);
  }

  places(): number[] {
    const all = [...this.#facts, ...this.#sides, ...this.#aliases.values()];
    return all.flatMap((column) => (column ? [column.place] : []));
  }

  /** Whether a row of so many cells has one of the importer's columns by another name. */
  has(column: Column, length: number): boolean {
    return (this.#aliases.get(column)?.place ?? Number.POSITIVE_INFINITY) < length;
  }

  placeOf(column: Column): number | undefined {
    return this.#aliases.get(column)?.place;
  }

  readColumn(column: Column, cells: readonly string[]): string {
    const alias = this.#aliases.get(column);
    return alias ? alias.read(cellAt(cells, alias.place)) : '';
  }

  /** The facts of a row as JSON pairs of name and value, '' for an empty one; '' when the file has no columns of facts. */
  read(cells: readonly string[]): string {
    const facts = new Map<string, string>();
    for (const { place, name, read } of this.#facts)
      if (place < cells.length) facts.set(name, facts.get(name) || read(cellAt(cells, place)));
    const dimensions = this.#readDimensions(cells);
    if (dimensions !== undefined) facts.set('Dimensions', facts.get('Dimensions') || dimensions);
    return facts.size === 0 ? '' : JSON.stringify([...facts]);
  }

  /** "20 × 10 × 5 cm"; '' when no side is given, undefined without columns for them. */
  #readDimensions(cells: readonly string[]): string | undefined {
    const columns = this.#sides.flatMap((side) => (side && side.place < cells.length ? [side] : []));
    if (columns.length === 0) return undefined;
    const values = columns.flatMap(({ place, unit }) => {
      const found = measured.exec(toAsciiDigits(cellAt(cells, place)));
      return found && Number(found[1]) > 0 ? [{ value: found[1] ?? '', unit: found[2] ? spellUnit(found[2]) : unit }] : [];
    });
    const [first] = values;
    // A lone length may be anything's.
    if (!first || values.length < 2) return '';
    const isOneUnit = values.every(({ unit }) => unit === first.unit);
    return isOneUnit
      ? `${values.map(({ value }) => value).join(' × ')} ${first.unit}`
      : values.map(({ value, unit }) => `${value} ${unit}`).join(' × ');
  }
}

const cellAt = (cells: readonly string[], place: number): string => unescapeFormula(cells[place]?.trim() ?? '');
