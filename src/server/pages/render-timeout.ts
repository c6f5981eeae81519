import { withTimeout } from '#api/services/concurrency.ts';

/** Timeout of rendering a page, in milliseconds. */
export const RENDER_TIMEOUT_MS = 9000;

/** The same for a page with a stale copy to fall back to. */
export const STALE_RENDER_TIMEOUT_MS = 3000;

/** The same for a document such as a feed. */
export const DOCUMENT_TIMEOUT_MS = 120_000;

/** A page took too long to render. */
export class RenderTimeout extends Error {}

/** Settles as `work` does, or rejects with `RenderTimeout` after `ms` milliseconds. The work is not cancelled. */
export const withRenderTimeout = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  withTimeout(work, ms, () => new RenderTimeout(`The page was not rendered within ${ms} ms`));
