import { createHash } from 'node:crypto';
import { notFound, productNotFound } from '#lib/rules/routes/paths.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import type { SiteFile } from './list-site-files.ts';
import type { PageVariant } from './page-variants.ts';
import { redirectHtml, toStaticHtml } from './static-html.ts';
import type { RecordedReplies, StoreReader } from './store-reader.ts';

/** The calls that a page was made from, and a hash of their replies and of everything else that it depends on. */
export interface PageSource {
  calls: string[];
  hash: string;
}

export interface RenderTask extends SiteFile {
  /** The source of the published file, which is kept if it is unchanged. */
  published?: PageSource | undefined;
}

export interface RenderedPage {
  file: string;
  /** Undefined if there is no such page. */
  source: PageSource | undefined;
  /** The new content; undefined if the published one is still right. */
  body?: string;
  /** Where the page redirects to. */
  redirect?: string;
}

/** Renders the page at an absolute URL: the entry point of the build. */
export type RenderRequest = (request: Request) => Promise<Response>;

export interface PageRendererOptions {
  render: RenderRequest;
  reader: StoreReader;
  /** Public origin of the site. */
  siteUrl: string;
  /** Changes with everything that all pages depend on: build, addresses and options. */
  inputs: string;
}

const notFoundPages: readonly string[] = [notFound, productNotFound];

/** Renders the files of a static site, unless the replies that the published ones were made from are unchanged. */
export class PageRenderer {
  readonly #options: PageRendererOptions;

  constructor(options: PageRendererOptions) {
    this.#options = options;
  }

  /** Renders one file. Throws a `StartFailure` when the store or the page fails. */
  async render(task: RenderTask): Promise<RenderedPage> {
    const { file, published } = task;
    if (published && (await this.#isCurrent(published))) return { file, source: published };
    const { result, replies } = await this.#options.reader.record(() => this.#renderBody(task));
    return result ? { file, source: this.#sourceOf(replies), ...result } : { file, source: undefined };
  }

  async #renderBody({ url, variants = [] }: RenderTask): Promise<Pick<RenderedPage, 'body' | 'redirect'> | undefined> {
    const response = await this.#fetch(url);
    const { status, headers } = response;
    const redirect = headers.get('location');
    if (redirect) return notFoundPages.includes(redirect) ? undefined : { body: redirectHtml(redirect), redirect };
    if (status === 404 && !notFoundPages.includes(url)) return undefined;
    const body = await response.text();
    if (!headers.get('content-type')?.startsWith('text/html')) return { body };
    const policies = [headers.get('content-security-policy') ?? ''];
    const others: PageVariant[] = [];
    for (const query of variants) {
      const variant = await this.#fetch(`${url}?${query.includes('=') ? query : `${query}=1`}`);
      policies.push(variant.headers.get('content-security-policy') ?? '');
      others.push({ query, html: await variant.text() });
    }
    return { body: toStaticHtml(body, policies, others) };
  }

  async #fetch(url: string): Promise<Response> {
    const response = await this.#options.render(new Request(this.#options.siteUrl + url));
    if (response.status >= 500) throw new StartFailure(`The page ${url} could not be rendered (${response.status})`);
    return response;
  }

  async #isCurrent({ calls, hash }: PageSource): Promise<boolean> {
    const hashes = await Promise.all(calls.map(async (key) => [key, await this.#options.reader.hashOf(key)] as const));
    return this.#hash(new Map(hashes)) === hash;
  }

  #sourceOf(replies: RecordedReplies): PageSource {
    return { calls: [...replies.keys()].sort(), hash: this.#hash(replies) };
  }

  #hash(replies: RecordedReplies): string {
    const hash = createHash('sha256').update(this.#options.inputs);
    for (const key of [...replies.keys()].sort()) hash.update(`\0${key}\0${replies.get(key)}`);
    return hash.digest('base64url');
  }
}
