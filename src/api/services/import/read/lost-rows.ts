/** Rows of one product that are not imported. */
export interface LostProduct {
  slug: string;
  rows: number;
  /** Whether nothing of the product is imported. */
  isWhole: boolean;
}

/** Counts the rows that are not imported because of bad rows. */
export class LostRows {
  /** Rows in all, those without a valid handle included. */
  total = 0;
  readonly #products = new Map<string, LostProduct>();

  /** Adds a row, of a product if its handle is valid. */
  add(slug: string | undefined): void {
    this.total++;
    if (slug === undefined) return;
    const product = this.#products.get(slug) ?? { slug, rows: 0, isWhole: false };
    product.rows++;
    this.#products.set(slug, product);
  }

  /** Adds the rest of a product, which is not imported at all. */
  addProduct(slug: string, rows: number): void {
    const product = this.#products.get(slug) ?? { slug, rows: 0, isWhole: false };
    this.total += rows;
    this.#products.set(slug, { slug, rows: product.rows + rows, isWhole: true });
  }

  slugs(): string[] {
    return [...this.#products.keys()];
  }

  products(): LostProduct[] {
    return [...this.#products.values()];
  }
}
