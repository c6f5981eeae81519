import { createHash } from 'node:crypto';
import { noIndex, redirectMeta, renderHtml } from '#lib/rules/html-document.ts';
import { notFound, productNotFound } from '#lib/rules/routes/paths.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import type { SiteFile } from './list-site-files.ts';
import { guardScript, type PageVariant, variantScript } from './page-variants.ts';
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
  redirect?: string;
}

/** Renders the page at an absolute URL: the entry point of the build. */
export type RenderRequest = (request: Request) => Promise<Response>;

export interface PageRendererOptions {
  render: RenderRequest;
  reader: StoreReader;
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

/** Directives that a policy in a meta tag may not have (CSP 3, section 3.3). */
const headerOnly = /^(?:frame-ancestors|report-uri|sandbox)\b/;

function joinPolicies(policies: readonly string[]): string {
  const directives = new Map<string, Set<string>>();
  for (const policy of policies) {
    for (const directive of policy.split(';').map((text) => text.trim())) {
      const [name = '', ...sources] = directive.split(/\s+/);
      if (!name || headerOnly.test(name)) continue;
      const all = directives.get(name) ?? new Set();
      for (const source of sources) all.add(source);
      directives.set(name, all);
    }
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

const main = /(<main\b[^>]*>)([\s\S]*)(<\/main>)/;

/** Runs before everything else: a form that is sent before its island has hydrated would be posted to a host that takes no posts. */
const stopPosts = "addEventListener('submit',e=>{e.target.method==='post'&&e.preventDefault()},true)";

const inlineScript = (code: string): string => `<script>${code}</script>`;

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Makes a rendered page independent of its server: the content security policy becomes a meta tag, and the variants become templates, of
 * which a script shows the one that the address names before the first paint. `policies` are those of the page and of its variants.
 */
function toStaticHtml(html: string, policies: readonly string[], variants: readonly PageVariant[]): string {
  const pageContent = main.exec(html)?.[2];
  const different = variants.filter((variant) => main.exec(variant.html)?.[2] !== pageContent);
  const head = stopPosts + guardScript(html, different);
  const swap = different.length > 0 ? variantScript(different) : '';
  const templates = different.map(
    (variant) => `<template data-query="${variant.query}">${main.exec(variant.html)?.[2] ?? ''}</template>`,
  );
  const scripts = [head, swap].filter(Boolean).map(hashOf).join(' ');
  const policy = joinPolicies(policies).replace(/script-src [^;]*/, (sources) => `${sources} ${scripts}`);
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  return html
    .replace(/<meta charset="utf-8"\s*\/?>/, (charset) => charset + meta + inlineScript(head))
    .replace(main, (_, start, content, end) => start + content + end + (swap && templates.join('') + inlineScript(swap)));
}

/** A page that leads to another one, for hosts without redirects. */
const redirectHtml = (location: string): string =>
  renderHtml({ title: 'Redirect', head: noIndex + redirectMeta(location), body: `<a href="${location}">${location}</a>` });
