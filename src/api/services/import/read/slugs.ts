import { fitsFileName } from '#lib/rules/routes/name-limits.ts';
import { toSingleLine } from './text-repair.ts';

/** Signs that are left out of addresses. */
const signs = /[\p{S}‘’“”'"&!,()·]/gu;

const toAddress = (handle: string): string => toSingleLine(handle).toLowerCase().normalize('NFC').replaceAll(' ', '-');

/** "Wipes™ & More" → "wipes-more": lower case, spaces as hyphens, without signs. Other characters stay, for the check that follows. */
export function toSlug(handle: string): string {
  const address = toAddress(handle);
  const plain = address.replace(signs, '');
  return plain === address ? address : plain.replace(/-{2,}/g, '-').replace(/^-|-$/g, '');
}

/** Whether a slug may be that of a product: another one is no handle. */
export const fitsProduct = (slug: string): boolean => fitsFileName(slug) && /^[\p{L}\p{M}\p{N}_-]+$/u.test(slug);

/** The handles of the files that have signs, which slugs leave out. */
export class HandlesWithSigns {
  /** By slug. */
  readonly #handles = new Map<string, string>();

  get size(): number {
    return this.#handles.size;
  }

  list(): { handle: string; slug: string }[] {
    return [...this.#handles].map(([slug, handle]) => ({ handle, slug }));
  }

  /** Records a row's handle. Returns another handle that gave the same slug; `isKnown` says whether a row before had this slug. */
  add(cell: string, slug: string, isKnown: boolean): string | undefined {
    const handle = toAddress(cell);
    const first = this.#handles.get(slug) ?? (isKnown ? slug : handle);
    if (first !== handle) return first;
    if (handle !== slug) this.#handles.set(slug, handle);
    return undefined;
  }
}
