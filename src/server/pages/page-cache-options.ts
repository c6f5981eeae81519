import type { OutgoingHttpHeaders } from 'node:http';
import type { PageOutcome } from '#api/metrics.ts';
import type { ResolvedPage } from '#api/services/redirects/resolve-page.ts';
import type { BackgroundCompressor } from './background-compressor.ts';
import type { FindRedirect } from './known-redirects.ts';
import type { Dictionaries } from './offered-dictionaries.ts';
import type { RenderQueueOptions } from './render-queue.ts';

/** Renders the page at an absolute URL. `known` is the data tag of a cached page (see rules/http/page-data-headers.ts), for which it may respond 304. */
type RenderPage = (url: string, known?: string) => Promise<Response>;

interface CdnOptions {
  ttlSeconds: number;
  /** The revision, if it is known to be the latest; undefined if another server may have changed it. */
  confirmedRevision: () => number | undefined;
}

export interface PageCacheOptions {
  render: RenderPage;
  /** Revision of the data that pages show; when it changes, pages are revalidated. Read on each request, so it must be cheap. */
  revision: () => number;
  maxBytes?: number;
  onServed?: (outcome: PageOutcome) => void;
  /** Called with the first error of a series of failed renders; again only after a render has succeeded. */
  onError?: (error: unknown) => void;
  resolve?: (url: string) => ResolvedPage | undefined;
  /** Finds where an address leads that has no page; by default none does. */
  findRedirect?: FindRedirect;
  queue?: RenderQueueOptions;
  /** A CDN in front; none by default. */
  cdn?: CdnOptions | undefined;
  headers?: OutgoingHttpHeaders;
  /** Whether all requests are for the same origin, whatever their Host header. */
  isOneOrigin?: boolean;
  /** Clock in milliseconds. */
  now?: () => number;
  compression?: BackgroundCompressor;
  /** Dictionaries that browsers may have; none by default. */
  dictionaries?: Dictionaries | undefined;
}
