import { MAX_PICTURE_ORIGINS } from '#lib/contract/limits.ts';
import { pictureFields } from '#lib/rules/pictures/reference.ts';

/** Whether a CSP source is a plain http or https origin, or `https:` for all of them. */
const isSource = (source: string): boolean =>
  source === 'https:' || (/^https?:\/\/[\w.:[\]-]+$/.test(source) && URL.canParse(source) && new URL(source).origin === source);

/** Builds the `img-src` directive for these origins; undefined for none, `https:` above `MAX_PICTURE_ORIGINS`. */
export function buildPictureDirective(origins: readonly string[] = []): string | undefined {
  const sources = [...new Set(origins)].filter(isSource).sort();
  if (sources.length === 0) return undefined;
  return `img-src ${sources.length > MAX_PICTURE_ORIGINS ? 'https:' : sources.join(' ')}`;
}

/** Adds the origins of all pictures in a reply to `origins`, up to one above `MAX_PICTURE_ORIGINS`. */
export function collectPictureOrigins(reply: unknown, origins: Set<string>): void {
  if (typeof reply !== 'object' || reply === null) return;
  for (const [field, value] of Object.entries(reply)) {
    if (typeof value === 'object') collectPictureOrigins(value, origins);
    else if (typeof value === 'string' && pictureFields.has(field)) {
      for (const address of value.split(',').map((part) => part.trim())) {
        if (/^https?:\/\//i.test(address) && URL.canParse(address) && origins.size <= MAX_PICTURE_ORIGINS)
          origins.add(new URL(address).origin);
      }
    }
  }
}

/** Adds picture origins to the `img-src` directive of a policy. */
export function addPictureOrigins(policy: string, origins: readonly string[]): string {
  const directive = buildPictureDirective(origins);
  if (!directive) return policy;
  return policy.replace(/img-src ([^;]*)/, (_, sources: string) => {
    const all = new Set([...sources.trim().split(/\s+/), ...directive.split(' ').slice(1)]);
    return `img-src ${[...all].join(' ')}`;
  });
}
