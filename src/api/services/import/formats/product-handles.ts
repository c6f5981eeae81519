import { toSlug } from '#api/services/import/read/slugs.ts';

/** The most characters of a handle made from a title: in any script they fit into a web address. */
const MAX_HANDLE = 60;

const toHandle = (text: string): string =>
  toSlug([...text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()].slice(0, MAX_HANDLE).join(''));

/** Gives handles to the products of a file that has none: the slug of the title, with the key when two products share a title. */
export class ProductHandles {
  readonly #ofKey = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The handle of the product that the file calls `key`, such as its id or SKU: `wanted` or of its title; '' without a title. */
  handleOf(key: string, title: string, wanted = ''): string {
    const known = this.#ofKey.get(key);
    if (known !== undefined) return known;
    const slug = toHandle(wanted || title);
    if (slug === '') return '';
    const handle = this.#taken.has(slug) ? toHandle(`${key} ${title}`) : slug;
    this.#taken.add(handle);
    this.#ofKey.set(key, handle);
    return handle;
  }
}
