import { isOwnAddress, MAX_PATH_LENGTH } from '#api/services/redirects/resolve-page.ts';
import { oldAddressKey } from '#lib/rules/routes/old-address.ts';

/** Finds the new address of one that has no page, given as an absolute URL; undefined if it has none. */
export type FindRedirect = (url: string) => Promise<string | undefined>;

/** The most addresses that are kept: those that many visitors or programs ask for. */
const MAX_KNOWN = 1000;

/** The most calls at a time. Programs that try addresses get the page for missing ones without one beyond that. */
const MAX_ASKING = 8;

/** Where former addresses lead, asked of the pages' store and kept for one revision of it. */
export class KnownRedirects {
  readonly #ask: FindRedirect;
  #known = new Map<string, Promise<string | undefined>>();
  #asking = 0;
  #revision: number | undefined;

  constructor(ask: FindRedirect) {
    this.#ask = ask;
  }

  /** Where an address leads; undefined for one of the site's own in any spelling, and when too much is asked or the store fails. */
  async find(origin: string, url: string, revision: number | undefined): Promise<string | undefined> {
    const key = url.length > MAX_PATH_LENGTH ? undefined : oldAddressKey(url);
    if (key === undefined || revision === undefined || isOwnAddress(key)) return undefined;
    if (revision !== this.#revision) {
      this.#known = new Map();
      this.#revision = revision;
    }
    const known = this.#known.get(url);
    if (known || this.#asking >= MAX_ASKING) return known;
    const found = this.#askOnce(origin, url, this.#known);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(url, found);
    return found;
  }

  async #askOnce(origin: string, url: string, known: Map<string, unknown>): Promise<string | undefined> {
    this.#asking++;
    try {
      return await this.#ask(origin + url.replace(/^\/{2,}/, '/'));
    } catch {
      known.delete(url);
      return undefined;
    } finally {
      this.#asking--;
    }
  }
}
