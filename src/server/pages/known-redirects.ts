import { oldAddressKey } from '#lib/rules/routes/old-address.ts';
import { isOwnAddress, MAX_PATH_LENGTH } from '#lib/rules/routes/resolve-page.ts';

/** Finds the new address of one that no page answers, given as an absolute URL; undefined if it has none. */
export type FindRedirect = (url: string) => Promise<string | undefined>;

/** The most addresses whose answers are kept: those that many visitors or programs ask for. */
const MAX_KNOWN = 1000;

/** The most questions at a time. Programs that try addresses get the page for missing ones unasked beyond that. */
const MAX_ASKING = 8;

/** Where former addresses lead, asked of the pages' store and kept for one revision of it. */
export class KnownRedirects {
  readonly #ask: FindRedirect;
  readonly #known = new Map<string, string | undefined>();
  readonly #asking = new Map<string, Promise<string | undefined>>();
  #revision: number | undefined;

  constructor(ask: FindRedirect) {
    this.#ask = ask;
  }

  /** Where an address leads; undefined for one of the site's own in any spelling, and when too much is asked or the store fails. */
  async find(origin: string, url: string, revision: number | undefined): Promise<string | undefined> {
    const key = url.length > MAX_PATH_LENGTH ? undefined : oldAddressKey(url);
    if (key === undefined || revision === undefined || isOwnAddress(key)) return undefined;
    if (revision !== this.#revision) {
      this.#known.clear();
      this.#asking.clear();
      this.#revision = revision;
    }
    if (this.#known.has(url)) return this.#known.get(url);
    const asking = this.#asking.get(url);
    if (asking) return asking;
    if (this.#asking.size >= MAX_ASKING) return undefined;
    const asked = this.#askOnce(origin, url, revision);
    this.#asking.set(url, asked);
    return asked;
  }

  async #askOnce(origin: string, url: string, revision: number): Promise<string | undefined> {
    try {
      const target = await this.#ask(origin + url.replace(/^\/{2,}/, '/'));
      if (revision === this.#revision) this.#keep(url, target);
      return target;
    } catch {
      return undefined;
    } finally {
      if (revision === this.#revision) this.#asking.delete(url);
    }
  }

  #keep(url: string, target: string | undefined): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(url, target);
  }
}
