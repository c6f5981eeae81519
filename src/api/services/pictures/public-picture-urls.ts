import { PICTURE_HASH } from '#lib/rules/pictures/stored-name.ts';

/**
 * A reference to a stored raster picture, alone or in a comma-separated list (lib/rules/pictures/reference.ts). SVGs stay with the shop: it
 * sends them with a content security policy, and makes their JPEGs.
 */
const storedRaster = new RegExp(`(^|,)(/media/${PICTURE_HASH}-\\d{1,4}\\.jpg)`, 'g');

/** Returns a copy of a reply whose references to stored raster pictures begin with `publicUrl`, so that browsers load them from there. */
export function publishPictures<Reply>(reply: Reply, publicUrl: string): Reply {
  const publish = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('/media/') ? value.replace(storedRaster, `$1${publicUrl}$2`) : value;
    if (Array.isArray(value)) return value.map(publish);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, publish(part)]));
  };
  return publish(reply) as Reply;
}
