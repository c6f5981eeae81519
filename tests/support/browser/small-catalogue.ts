import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStore } from './run-store.ts';

/** One row of a product export: one size of one product. Prices in rupees. */
export interface Row {
  handle: string;
  title: string;
  body?: string;
  type?: string;
  /** Names, separated by semicolons. */
  collections?: string;
  tags?: string;
  /** What the sizes are, if they are something else, such as "Colour". */
  option?: string;
  size?: string;
  price?: string;
  mrp?: string;
  stock?: string;
  seller?: string;
  brand?: string;
  /** The same text on a design's products in several colours. */
  group?: string;
}

const columns: Record<keyof Row, string> = {
  handle: 'Handle',
  title: 'Title',
  body: 'Body (HTML)',
  type: 'Type',
  collections: 'Collections',
  tags: 'Tags',
  option: 'Option1 Name',
  size: 'Option1 Value',
  price: 'Variant Price',
  mrp: 'Variant Compare At Price',
  stock: 'Variant Inventory Qty',
  seller: 'Seller',
  brand: 'Vendor',
  group: 'Group',
};

/** Columns that a file has only where a row uses them. */
const optional: readonly string[] = ['option', 'collections', 'brand', 'group'];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Imports rows into a data folder through the owner's command; skips bad rows. */
export async function importRows(dataDir: string, rows: readonly Row[]): Promise<void> {
  const names = (Object.keys(columns) as (keyof Row)[]).filter(
    (name) => !optional.includes(name) || rows.some((row) => row[name]),
  );
  const lines = rows.map((row) => names.map((name) => quoted(row[name] ?? '')).join(','));
  const folder = mkdtempSync(join(tmpdir(), 'haat-rows-'));
  const file = join(folder, 'products.csv');
  writeFileSync(file, [names.map((name) => columns[name]).join(','), ...lines, ''].join('\n'));
  try {
    await runStore(dataDir, 'import', file, '--no-pictures', '--skip-bad');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Three products: a T-shirt in three sizes (the third sold out), a wallet with ample stock, and a cap of another seller. */
export const smallCatalogue: readonly Row[] = [
  { handle: 'plain-tee', title: 'Plain Tee', type: 'T-Shirts', size: 'S', price: '499.00', mrp: '999.00', stock: '90' },
  { handle: 'plain-tee', title: '', size: 'M', price: '499.00', mrp: '999.00', stock: '3' },
  { handle: 'plain-tee', title: '', size: 'L', price: '499.00', mrp: '999.00', stock: '0' },
  { handle: 'long-wallet', title: 'Long Wallet', type: 'Wallet', price: '1299.00', stock: '900' },
  { handle: 'canvas-cap', title: 'Canvas Cap', type: 'Caps', price: '350.00', stock: '40', seller: 'Cap Makers' },
];

/** Creates a shop with only these products in a data folder. */
export async function makeSmallShop(dataDir: string, rows: readonly Row[] = smallCatalogue): Promise<void> {
  await runStore(dataDir, 'theme', 'set', 'store_name=Small Shop');
  await importRows(dataDir, rows);
}
