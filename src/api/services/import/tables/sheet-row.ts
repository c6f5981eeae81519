import { NoCsv } from './detect-encoding.ts';
import { tooLargeUnpacked } from './open-zip.ts';

/** The rows of a sheet in Excel; those of other programs may have more. */
export const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 2000;

/** Characters and cells that the rows of a sheet may have in all, repeated ones included. */
const MAX_SHEET_SIZE = 512 * 1024 ** 2;
/** Characters of one cell; Excel allows 32,767. */
const MAX_CELL = 262_144;

/** Adds a part to the text of a cell. Throws `NoCsv` when the text becomes too long. */
export function appendText(text: string, part: string): string {
  if (text.length + part.length > MAX_CELL) throw tooLargeUnpacked();
  return text + part;
}

/** Puts the cells of a sheet together, row by row. */
export class SheetRow {
  #cells: string[] = [];
  /** That of the widest row so far: a row that ends early has empty cells, unlike one of a CSV file. */
  #width = 0;
  #size = 0;

  /** Sets `times` cells from `place` (from 0) on. */
  set(place: number, text: string, times = 1): void {
    if (text.trim() === '') return;
    if (place + times > MAX_SHEET_COLUMNS)
      throw new NoCsv(
        `has more than ${MAX_SHEET_COLUMNS} columns: delete those without a product’s data, save it and import it again`,
      );
    while (this.#cells.length < place) this.#cells.push('');
    this.#cells.splice(place, times, ...Array<string>(times).fill(text));
  }

  /** The cells of the row, which stands `times` times, and begins the next one; undefined when all are blank. Throws `NoCsv` for too many. */
  take(times = 1): string[] | undefined {
    const cells = this.#cells;
    if (cells.length === 0) return undefined;
    this.#cells = [];
    this.#width = Math.max(this.#width, cells.length);
    while (cells.length < this.#width) cells.push('');
    this.#size += cells.reduce((sum, cell) => sum + cell.length + 1, 0) * times;
    if (this.#size > MAX_SHEET_SIZE) throw tooLargeUnpacked();
    return cells;
  }
}
