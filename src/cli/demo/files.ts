import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { storedSections } from '#api/services/store/home-sections.ts';
import { storeSettings } from '#lib/contract/store.ts';

/** demo/store.json: settings and home page as they are stored, but with pictures and long texts named by their files. */
const demoStore = z.object({
  /** The catalogue's files in the order their sub-categories are shown in. */
  catalogue: z.array(z.string()),
  settings: storeSettings,
  home_sections: storedSections,
});
export type DemoStoreFile = z.output<typeof demoStore>;

/** Reads the demo store's description; `picture` turns a picture's file name into its reference. */
export async function readDemoStoreFile(folder: string, picture: (name: string) => Promise<string>): Promise<DemoStoreFile> {
  const store = demoStore.parse(JSON.parse(await readFile(join(folder, 'store.json'), 'utf8')));
  for (const key of ['terms', 'privacy'] as const) {
    const name = store.settings[key];
    if (name?.endsWith('.md')) store.settings[key] = await readFile(join(folder, name), 'utf8');
  }
  for (const section of store.home_sections) {
    if (section.type === 'promo') section.image = await picture(section.image);
    if (section.type === 'banner') for (const slide of section.slides) slide.image = await picture(slide.image);
  }
  return store;
}

/** The folder of the demo shop's products, pictures and settings. */
export const demoFolder = join(import.meta.dirname, '../../../demo');

/** The handles of the demo shop's products, by which they are stored. */
export async function readDemoHandles(): Promise<string[]> {
  const folder = join(demoFolder, 'catalogue');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/^([a-z][a-z\d-]+),/gm)].map(([, handle = '']) => handle)))];
}
