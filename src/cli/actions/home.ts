import { dirname, resolve } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { findProductsBySlug } from '#api/services/catalogue/read-products.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { readStoredSections, type StoredSection, saveHomeSections } from '#api/services/store/home-sections.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { isFile } from '#cli/arguments/file-paths.ts';
import { checkCustomSection, checkFile, readJsonFile } from '#cli/home/check-file.ts';
import { type HomeFile, homeFile, menuFile } from '#cli/home/home-file.ts';
import { formatCount, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { changeStore, openFiles, withStore } from '#cli/store/open-store.ts';
import { storePictureFile } from '#cli/store/picture-source.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { listWrittenPages, textPages } from '#lib/rules/routes/text-pages.ts';
import { foldName } from '#lib/rules/text.ts';

const printJson = (value: unknown): void => void commandContext().stdout.write(`${JSON.stringify(value, null, 2)}\n`);

/** Stores a picture file that is named from the folder of the JSON file; a stored picture or an address stays as it is. */
async function storeNamed(picture: string, folder: string, pictures: FileStorage): Promise<string> {
  if (picture.startsWith('/media/') || /^https:\/\//.test(picture)) return picture;
  const path = resolve(folder, picture);
  if (!isFile(path))
    throw new CommandFailed(`There is no picture "${picture}" beside the file, and it does not begin with https://`);
  return storePictureFile(path, pictures, `The picture "${picture}"`);
}

/** Stores the pictures in the settings of a custom section: texts named `image`. */
async function storeImages(value: unknown, folder: string, pictures: FileStorage): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => storeImages(item, folder, pictures)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, inner]) => [
    key,
    key === 'image' && typeof inner === 'string'
      ? await storeNamed(inner, folder, pictures)
      : await storeImages(inner, folder, pictures),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

async function storeAll(sections: HomeFile['sections'], folder: string, pictures: FileStorage): Promise<StoredSection[]> {
  const stored: StoredSection[] = [];
  for (const section of sections) {
    if (section.type === 'promo') stored.push({ ...section, image: await storeNamed(section.image, folder, pictures) });
    else if (section.type === 'banner') {
      const slides = [];
      for (const slide of section.slides) slides.push({ ...slide, image: await storeNamed(slide.image, folder, pictures) });
      stored.push({ ...section, slides });
    } else if (section.type === 'custom')
      stored.push({ ...section, settings: (await storeImages(section.settings, folder, pictures)) as typeof section.settings });
    else stored.push(section);
  }
  return stored;
}

/** Throws `CommandFailed` for a section of products that the shop does not have. */
async function requireProducts(db: Db, sections: HomeFile['sections']): Promise<void> {
  const categories = new Set((await listSubCategories(db)).map(({ name }) => foldName(name)));
  for (const [i, section] of sections.entries()) {
    if (section.type !== 'products') continue;
    const { sub_category, slugs = [] } = section;
    if (sub_category !== undefined && !categories.has(foldName(sub_category)))
      throw new CommandFailed(`sections ${i + 1}, sub_category: the shop has no category "${sub_category}" on sale`);
    const found = new Set((await findProductsBySlug(db, slugs)).map(({ slug }) => slug));
    const missing = slugs.filter((slug) => !found.has(slug));
    if (missing.length > 0) throw new CommandFailed(`sections ${i + 1}, slugs: the shop does not sell ${missing.join(', ')}`);
  }
}

/** Throws `CommandFailed` for a link to a page that has no text yet. */
function requireTexts(settings: StoreSettings, links: readonly (string | undefined)[]): void {
  const written = listWrittenPages(settings);
  const bare = textPages.find((page) => links.some((link) => link?.split('#', 1)[0] === page.path) && !written.includes(page));
  if (bare) throw new CommandFailed(`The page ${bare.path} has no text yet: publish one with "store pages", then link it`);
}

const linksOf = (section: HomeFile['sections'][number]): (string | undefined)[] =>
  section.type === 'banner' ? section.slides.map(({ link }) => link) : 'link' in section ? [section.link] : [];

/** Prints the home page as a file, or sets it from one. */
export async function arrangeHome(file: string | undefined, flags: OutputOptions): Promise<void> {
  if (file === undefined) {
    printJson(
      await withStore(async (db) => ({
        announcement: (await readSettings(db)).announcement ?? '',
        sections: await readStoredSections(db),
      })),
    );
    return;
  }
  const home = checkFile(homeFile, readJsonFile(file), file);
  if (home.sections.some(({ type }) => type === 'custom')) {
    const config = await readShopConfig(commandContext().env);
    for (const [i, section] of home.sections.entries())
      if (section.type === 'custom') checkCustomSection(`sections ${i + 1}`, section, config);
  }
  const sections = await withStore(async (db) => {
    requireTexts(await readSettings(db), home.sections.flatMap(linksOf));
    await requireProducts(db, home.sections);
    const stored = await storeAll(home.sections, dirname(file), (await openFiles()).pictures);
    await write(db, async (tx) => {
      await updateSettings(tx, ({ announcement, ...settings }) => {
        const next = home.announcement ?? announcement;
        return { ...settings, ...(next && { announcement: next }) };
      });
      await saveHomeSections(tx, stored);
    });
    return stored;
  });
  print({ success: true, sections }, flags, () =>
    green(
      sections.length > 0
        ? `Saved: the home page has ${formatCount(sections.length, 'section')}.`
        : 'Saved: the home page is made from the shop’s products.',
    ),
  );
}

/** Prints the menu as a file, or sets it from one. */
export async function arrangeMenu(file: string | undefined, flags: OutputOptions): Promise<void> {
  if (file === undefined) {
    printJson((await withStore((db) => readSettings(db))).menu ?? []);
    return;
  }
  const menu = checkFile(menuFile, readJsonFile(file), file);
  await changeStore((tx) =>
    updateSettings(tx, ({ menu: _, ...settings }) => {
      requireTexts(
        settings,
        menu.map(({ link }) => link),
      );
      return { ...settings, ...(menu.length > 0 && { menu }) };
    }),
  );
  print({ success: true, menu }, flags, () =>
    green(`Saved: the menu has ${menu.length} of your entries beside Home, Category and Shop.`),
  );
}
