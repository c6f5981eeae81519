import { IMMUTABLE } from '#api/services/cache-control.ts';
import { type BrowserModule, MODULE_PATH } from '#api/services/payments/browser-module.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/**
 * Replies with the payment provider's browser module. A page that was rendered before the module changed gets the present one, which browsers do
 * not keep under the former name. Throws a `Refusal` (404) if there is none.
 */
export function replyBrowserModule(file: string, module: BrowserModule | undefined): Response {
  if (!module) throw new Refusal(404, failure.notFound);
  const isCurrent = module.path === `${MODULE_PATH}/${file}`;
  return new Response(module.text, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': isCurrent ? IMMUTABLE : 'no-store',
    },
  });
}
