import { basename, extname } from 'node:path';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { type Picture, parsePicture } from '#lib/rules/pictures/reference.ts';
import { DARK_TEXT, normaliseHexColour, pickTextColour, themeDefaults } from '#lib/rules/theme/theme-variables.ts';

/**
 * The shop's own logo as it is now; undefined without one, where another site has it, which would learn of each look at an invoice, and where
 * it is made for a dark header.
 */
export function findInvoiceLogo({ logo, headerBackgroundColor }: StoreSettings): Picture | undefined {
  const header = normaliseHexColour(headerBackgroundColor) ?? themeDefaults.headerBackgroundColor;
  return logo.startsWith('/media/') && pickTextColour(header) === DARK_TEXT ? parsePicture(logo) : undefined;
}

/** The same with its file inside, for an invoice that is a file itself; undefined without the file. */
export async function embedInvoiceLogo(settings: StoreSettings, pictures: FileStorage): Promise<Picture | undefined> {
  const logo = findInvoiceLogo(settings);
  const file = logo && (await readStoredFile(pictures, basename(logo.src)));
  if (!file) return undefined;
  const type = extname(logo.src) === '.svg' ? 'image/svg+xml' : 'image/jpeg';
  return { ...logo, src: `data:${type};base64,${file.toString('base64')}` };
}
