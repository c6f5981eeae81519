import type { ServerResponse } from 'node:http';
import { withTimeout } from '#api/services/concurrency.ts';
import { t } from '#lib/contract/text/t.ts';
import { sendText } from '#server/http/error-replies.ts';
import { RenderQueueFull } from './render-queue.ts';

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

/** Retry-After when the render queue is full or a render timed out, in seconds. */
const RETRY_AFTER_S = 2;

/** Whether a page could not be rendered because the shop is busy: the render queue is full, or the render timed out. */
export const isBusyError = (error: unknown): boolean => error instanceof RenderQueueFull || error instanceof RenderTimeout;

/** Responds 503: the shop is busy. */
export function replyBusy(response: ServerResponse): void {
  response.setHeader('retry-after', RETRY_AFTER_S);
  sendText(response, 503, t('The shop is very busy. Please try again in a moment.'));
}
