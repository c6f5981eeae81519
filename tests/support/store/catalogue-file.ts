import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ImportOptions, importCatalogue } from '#api/services/import/import-catalogue.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import type { TestShop } from './test-store.ts';

/** Writes a product export of `count` products in two sizes, with a price in rupees; removed after the test. */
export function catalogueFile(count: number, price = 499, title = 'Cotton shirt'): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rows = Array.from({ length: count }, (_, i) => [
    `shirt-${i},${title} ${i},Shirts,M,${price},5,https://cdn.example/${i}.jpg`,
    `shirt-${i},,,L,${price},5,`,
  ]);
  const header = 'Handle,Title,Type,Option1 Value,Variant Price,Variant Inventory Qty,Image Src';
  writeFileSync(join(folder, 'catalogue.csv'), [header, ...rows.flat(), ''].join('\n'));
  return join(folder, 'catalogue.csv');
}

/** Imports a file into a shop; its products are the store's own by default. */
export const importInto = ({ store }: TestShop, file: string, options: Partial<ImportOptions> = {}) =>
  importCatalogue(store.db, [file], { pictures: createReferenceSource(), seller: { kind: 'retailer', name: '' }, ...options });
