import type { ServerResponse } from 'node:http';
import { t } from '#lib/contract/text/t.ts';
import { noStore, plainText } from './response-headers.ts';

/** The text of a 500. */
export const UNEXPECTED_ERROR = t('Something went wrong. Please try again in a moment.');

/** Sends a short text, or only closes the connection if a response has started. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, plainText).end(text);
}

/** Refuses a request with an invalid target or host. Closes the connection, because further requests on it may be misread too. */
export function refuseBadRequest(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  sendText(response, 400, 'Bad request');
}

/** Responds to a request for a page on a host of the store API alone. */
export function refusePage(siteUrl: string | undefined, response: ServerResponse): void {
  const message = `Only the store API is here, below /api.${siteUrl ? ` The shop is at ${siteUrl}` : ''}`;
  response.writeHead(404, { 'content-type': 'application/json', ...noStore }).end(JSON.stringify({ success: false, message }));
}
