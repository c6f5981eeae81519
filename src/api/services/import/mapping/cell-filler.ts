import type { RepairNote } from '#api/services/import/report/repairs.ts';
import { columnsOf, type TableMapping } from './table-mapping.ts';

/** Fills empty cells below merged ones. */
export class CellFiller {
  readonly #header: readonly string[];
  readonly #filled: readonly number[];
  /** The column with the name, if its cells may be merged. */
  readonly #name: number;
  /** Columns that are merged together with the name. */
  readonly #withName: readonly number[];
  readonly #above = new Map<number, string>();

  constructor(mapping: TableMapping, header: readonly string[]) {
    const place = (column: string | undefined) => (column === undefined ? -1 : header.indexOf(column));
    this.#header = header;
    this.#filled = mapping.fillDown.map(place).filter((index) => index >= 0);
    const name = place(columnsOf(mapping, 'name')[0]);
    this.#name = this.#filled.includes(name) ? name : -1;
    this.#withName = (['price', 'mrp', 'code'] as const)
      .map((target) => place(columnsOf(mapping, target)[0]))
      .filter((index) => index >= 0);
  }

  fill(own: readonly string[]): { cells: string[]; repairs: RepairNote[] } {
    const cells = [...own];
    const repairs: RepairNote[] = [];
    const isContinued = this.#name >= 0 && (own[this.#name]?.trim() ?? '') === '';
    for (const index of [...this.#filled, ...(this.#name >= 0 ? this.#withName : [])]) {
      const cell = own[index]?.trim() ?? '';
      const above = this.#above.get(index) ?? '';
      const mayFill = this.#filled.includes(index) || isContinued;
      if (cell === '' && above !== '' && mayFill) {
        while (cells.length < index) cells.push('');
        cells[index] = above;
        repairs.push({ kind: 'merged', column: this.#header[index] ?? '', before: '', after: above });
      } else if (cell !== '' || !mayFill) this.#above.set(index, cell);
    }
    return { cells, repairs };
  }
}
