import type { RowError } from '#api/services/import/read/imported-product.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';

/** The columns of a file by what different systems call them, in any case and order. */
export class NamedColumns<Key extends string> {
  readonly #header: readonly string[];
  readonly #places = new Map<Key, number>();
  readonly #keys: readonly Key[];

  /** `names` are the names of each column, the likeliest first. */
  constructor(header: readonly string[], names: Record<Key, readonly string[]>) {
    this.#header = header.map((name) => name.replace('\ufeff', '').trim());
    this.#keys = Object.keys(names) as Key[];
    const lower = this.#header.map((name) => name.toLowerCase());
    for (const key of this.#keys) {
      const place = names[key].map((name) => lower.indexOf(name.toLowerCase())).find((index) => index >= 0);
      if (place !== undefined) this.#places.set(key, place);
    }
  }

  has(key: Key): boolean {
    return this.#places.has(key);
  }

  /** The column's name as spelled in the file; `otherwise` when the file does not have it. */
  nameOf(key: Key, otherwise: string): string {
    return this.#header[this.#places.get(key) ?? -1] ?? otherwise;
  }

  /** The cells of a row by column; '' for columns that the file does not have. */
  read(cells: readonly string[]): Record<Key, string> {
    const entries = this.#keys.map((key) => [key, unescapeFormula(cells[this.#places.get(key) ?? -1]?.trim() ?? '')] as const);
    return Object.fromEntries(entries) as Record<Key, string>;
  }
}

/** What a file of customers or orders has: one of them, or what is wrong with one. */
export type HistoryRow<Entity> = RowError | { line: number; entity: Entity; key: string };

/** The file is not an export of customers or orders that can be read. */
export class NotAnExport extends NoCsv {
  constructor(what: 'customers' | 'orders') {
    super(
      `does not look like an export of ${what} from Shopify or WooCommerce: its first line must have their column names, ${
        what === 'customers'
          ? 'such as "Email" and "Accepts Email Marketing", or "user_email" and "billing_phone"'
          : 'such as "Name", "Created at", "Total" and "Lineitem name", or "Order Number", "Order Date" and "Order Total Amount"'
      }`,
    );
  }
}
