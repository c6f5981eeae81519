import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DrawingParams } from '#drawing/studio/params.ts';

const folder = import.meta.dirname;

/** The shops of the package: with drawn pictures, or with photographs. */
export type DemoShop = 'drawings' | 'photos';

const storeFiles: Record<DemoShop, string> = { drawings: 'store.json', photos: 'photos/store.json' };

/** store.json: settings and home page as a store saves them, with pictures and long texts named by their files. */
export interface DemoStore {
  /** CSV files below `catalogue` or `photos`, in the order in which the shop lists their sub-categories. */
  catalogue: string[];
  settings: Record<string, unknown>;
  home_sections: unknown[];
}

const readJson = async <Content>(file: string): Promise<Content> => JSON.parse(await readFile(join(folder, file), 'utf8'));

/** Reads the store.json of a shop with the long texts in place of their file names. Pictures stay file names of `pictures`. */
export async function readStore(shop: DemoShop = 'drawings'): Promise<DemoStore> {
  const store = await readJson<DemoStore>(storeFiles[shop]);
  for (const [key, value] of Object.entries(store.settings)) {
    if (typeof value === 'string' && value.endsWith('.md')) store.settings[key] = await readFile(join(folder, value), 'utf8');
  }
  return store;
}

/** Absolute paths of the catalogue's CSV files, in the order in which the shop lists their sub-categories. */
export async function catalogueFiles(shop: DemoShop = 'drawings'): Promise<string[]> {
  const { catalogue } = await readJson<DemoStore>(storeFiles[shop]);
  return catalogue.map((file) => join(folder, shop === 'photos' ? 'photos' : 'catalogue', file));
}

/** Absolute paths of the files of size guides and shipping zones. */
export const sizeGuidesFile: string = join(folder, 'size-guides.csv');
export const shippingZonesFile: string = join(folder, 'shipping-zones.csv');

/** Handles of the products of all shops, by which a store knows them. */
export async function productHandles(): Promise<string[]> {
  const files = [...(await catalogueFiles('drawings')), ...(await catalogueFiles('photos'))];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/^([a-z][a-z\d-]+),/gm)].map(([, handle = '']) => handle)))];
}

/** Names of the files that say how each picture is drawn, relative to this folder. */
async function pictureFiles(): Promise<string[]> {
  const names = await readdir(join(folder, 'catalogue'), { recursive: true });
  return ['pictures.json', ...names.filter((name) => name.endsWith('.pictures.json')).map((name) => join('catalogue', name))];
}

/** The photographs: their file names and contents. */
export async function* photographs(): AsyncGenerator<[name: string, content: Buffer]> {
  const photos = join(folder, 'photos/pictures');
  for (const path of await readdir(photos, { recursive: true }))
    if (path.endsWith('.webp')) yield [basename(path), await readFile(join(photos, path))];
}

/** Draws every picture of the first shop: its file name and the SVG text. About 450 pictures, 6 MB in all. */
export async function* pictures(): AsyncGenerator<[name: string, svg: string]> {
  // Loads the drawing programs here: reading the catalogue alone must stay fast.
  const { drawPicture } = await import('#drawing/programs.ts');
  for (const file of await pictureFiles()) {
    const entries = await readJson<Record<string, DrawingParams>>(file);
    for (const [name, params] of Object.entries(entries)) yield [name, drawPicture(params)];
  }
}
