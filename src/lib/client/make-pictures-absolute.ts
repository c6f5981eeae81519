import { pictureFields } from '#lib/rules/pictures/reference.ts';
import { parseUrl } from './parse-url.ts';

/** A reference that is relative to a host, with or without a slash before it. */
const relative = /(^|,)(\s*)(?=[^\s,])(?![a-z][a-z\d+.-]*:|\/\/)\/?/gi;

/** Makes the relative picture references in a reply absolute, in place: they belong to the store's origin. */
export function resolvePictures(reply: unknown, origin: string, isPicture = false): unknown {
  if (typeof reply === 'string' && isPicture) return reply.replace(relative, `$1$2${origin}/`);
  if (typeof reply !== 'object' || reply === null) return reply;
  const fields = reply as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields))
    fields[name] = resolvePictures(value, origin, pictureFields.has(name) || (isPicture && Array.isArray(reply)));
  return reply;
}

/** The origin of a store's base URL; '' for a relative or missing one, whose pictures are on the site's own. */
export const pictureOrigin = (base: string | undefined): string => (base && parseUrl(base)?.origin) || '';

/** Returns what prepares the replies of a store at another origin; undefined for one at the site's own. */
export function pictureResolver(base: string | undefined): ((reply: unknown) => void) | undefined {
  const origin = pictureOrigin(base);
  return origin ? (reply) => resolvePictures(reply, origin) : undefined;
}
