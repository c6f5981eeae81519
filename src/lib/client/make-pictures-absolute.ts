import { pictureFields } from '#lib/rules/pictures/fields.ts';
import { parseUrl } from '#lib/rules/routes/parse-url.ts';

/** Makes the root-relative picture references in a reply absolute, in place: they belong to the store's origin. */
export function resolvePictures(reply: unknown, origin: string): void {
  if (typeof reply !== 'object' || reply === null) return;
  const fields = reply as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object') resolvePictures(value, origin);
    else if (typeof value === 'string' && pictureFields.has(name))
      fields[name] = value.replace(/(^|,)(\s*)\/(?!\/)/g, `$1$2${origin}/`);
  }
}

/** The origin of a store's base URL; '' for a relative or missing one, whose pictures are on the site's own. */
export const pictureOrigin = (base: string | undefined): string => (base && parseUrl(base)?.origin) || '';

/** Returns what prepares the replies of a store at another origin; undefined for one at the site's own. */
export function pictureResolver(base: string | undefined): ((reply: unknown) => void) | undefined {
  const origin = pictureOrigin(base);
  return origin ? (reply) => resolvePictures(reply, origin) : undefined;
}
