import { isRefused, type Refused, type RequestOptions } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { requestStore } from '#lib/page/store/client.ts';

/** Headers of a browser's request that calls for it need: the client's address, which the host has set, its device and the demo's link. */
const FORWARDED = ['x-client-address', 'user-agent', 'cookie'];

/** A call that the store refused. */
export class AdminCallRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super([refused.message].flat().join(' '));
    this.refused = refused;
  }
}

const forwardedHeaders = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(FORWARDED.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])));

/** Calls the store for a page, with the session's token as bearer. Throws `AdminCallRefused`. */
export async function callAdmin<C extends Call>(
  request: Request,
  token: string | undefined,
  call: C,
  options: Pick<RequestOptions<C>, 'params' | 'body'> = {},
): Promise<ReplyOf<C>> {
  const outcome = await requestStore(call, { ...options, token, headers: forwardedHeaders(request) });
  if (!outcome) throw new AdminCallRefused({ success: false, message: call.failure, httpStatus: 0 });
  if (isRefused(outcome)) throw new AdminCallRefused(outcome);
  return outcome;
}
