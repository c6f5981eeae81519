import type { ServerResponse } from 'node:http';
import { t } from '#lib/contract/text/t.ts';
import { sendText } from '#server/http/error-replies.ts';
import { RenderQueueFull } from './render-queue.ts';
import { RenderTimeout } from './render-timeout.ts';

/** Retry-After when the render queue is full or a render timed out, in seconds. */
const RETRY_AFTER_S = 2;

/** Whether a page could not be rendered because the shop is busy: the render queue is full, or the render timed out. */
export const isBusyError = (error: unknown): boolean => error instanceof RenderQueueFull || error instanceof RenderTimeout;

/** Responds 503: the shop is busy. */
export function replyBusy(response: ServerResponse): void {
  response.setHeader('retry-after', RETRY_AFTER_S);
  sendText(response, 503, t('The shop is very busy. Please try again in a moment.'));
}
