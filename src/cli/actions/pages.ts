import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { ensureFolder } from '#api/database/files/data-folder.ts';
import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { requireFolder } from '#cli/arguments/file-paths.ts';
import { readTextFile } from '#cli/arguments/text-file.ts';
import { checkCustomSection } from '#cli/home/check-file.ts';
import { formatTable, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { formatPage, isDraft, pageFiles, parsePage, readStarterText } from '#cli/pages/page-files.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { splitSections } from '#lib/rules/page-sections.ts';
import type { TextSetting } from '#lib/rules/routes/text-pages.ts';
import { parseJson } from '#lib/rules/text.ts';

interface PageState {
  file: string;
  page: string;
  text: string;
}

const describe = (states: readonly PageState[]): string => formatTable(states.map((state) => ({ ...state })));

const listStates = (
  settings: StoreSettings,
  describeText: (setting: TextSetting, text: string | undefined) => string,
): PageState[] =>
  pageFiles.map(({ file, path, setting }) => ({
    file,
    page: path,
    text: describeText(setting, formatPage(settings, setting)),
  }));

const sayPublished = (text: string | undefined): string => (text ? `published, ${text.length} characters` : 'missing');

export async function listPages(flags: OutputOptions): Promise<void> {
  const settings = await withStore((db) => readSettings(db));
  print(
    listStates(settings, (_, text) => sayPublished(text)),
    flags,
    (states) => [describe(states), '', 'Write the texts into a folder: store pages write FOLDER'].join('\n'),
  );
}

/** Writes each page's text, or its starter text, to a new file in `folder`. Files that exist are kept. */
export async function writePages(folder: string, flags: OutputOptions): Promise<void> {
  const settings = await withStore((db) => readSettings(db));
  const save = (file: string, text: string): boolean => {
    const path = join(folder, file);
    if (existsSync(path)) return false;
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  };
  let states: PageState[];
  try {
    ensureFolder(resolve(folder));
    states = pageFiles.map(({ file, path, setting }) => {
      const text = formatPage(settings, setting);
      const isWritten = save(file, text ?? readStarterText(setting));
      return {
        file,
        page: path,
        text: isWritten ? (text ? 'written, as published' : 'written, a draft') : 'kept: the file exists',
      };
    });
  } catch (error) {
    throw new CommandFailed(`The texts cannot be written to "${folder}" (${reasonOf(error)})`);
  }
  print(states, flags, () => [describe(states), '', `Edit the files, then publish them: store pages read ${folder}`].join('\n'));
}

/** Checks the sections in a page's text by `shop.config.ts`. Throws `CommandFailed` with a sentence about the first mistake. */
async function checkSections(text: string, file: string): Promise<void> {
  const sections = splitSections(text).filter((part) => 'section' in part);
  if (sections.length === 0) return;
  const config = await readShopConfig(commandContext().env);
  for (const { section, settings } of sections) {
    const place = `${file}, section ${section}`;
    const read = parseJson(settings.trim() || '{}');
    if (read === undefined) throw new CommandFailed(`${place}: the settings are not JSON`);
    checkCustomSection(place, { name: section, settings: read }, config);
  }
}

/** Reads the files of pages in `folder` and publishes them. An unedited draft is left out, an empty file takes the page away. */
export async function publishPages(folder: string, flags: OutputOptions): Promise<void> {
  requireFolder(folder);
  const given = new Map<TextSetting, string>();
  for (const { file, setting } of pageFiles)
    if (existsSync(join(folder, file))) given.set(setting, readTextFile(join(folder, file)));
  if (given.size === 0)
    throw new CommandFailed(
      `"${folder}" has none of ${pageFiles.map(({ file }) => file).join(', ')}. Write them first: store pages write ${folder}`,
    );
  const drafts = new Set([...given].filter(([setting, text]) => isDraft(setting, text)).map(([setting]) => setting));
  for (const { file, setting } of pageFiles)
    if (setting !== 'faq' && !drafts.has(setting)) await checkSections(given.get(setting) ?? '', file);
  const changes = pageFiles.flatMap(({ file, setting }) => {
    const text = given.get(setting);
    return text === undefined || drafts.has(setting) ? [] : [parsePage(setting, text, file)];
  });
  const settings = await changeStore((tx) =>
    updateSettings(tx, (before) => Object.assign({ ...before }, ...changes) as StoreSettings),
  );
  const states = listStates(settings, (setting, text) =>
    drafts.has(setting) ? `${sayPublished(text)}; the file is still the draft` : sayPublished(text),
  );
  print(states, flags, () =>
    [
      green('Saved.'),
      describe(states),
      ...(drafts.size > 0
        ? ['', yellow('A draft is not shown to shoppers: edit the file, or delete its first line if all of it is true.')]
        : []),
    ].join('\n'),
  );
}
