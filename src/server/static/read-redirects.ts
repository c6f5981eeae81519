import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { redirectsCall } from '#lib/contract/calls/redirects.ts';
import { readRedirectTarget } from '#lib/rules/routes/old-address.ts';
import { parseJson } from '#lib/rules/text.ts';
import type { StoreReader } from './store-reader.ts';

type Redirects = ReplyOf<typeof redirectsCall>['data'];

/** Parts that are read at most: more redirects than a shop can have. */
const MAX_PARTS = 100;

/** Reads the former addresses and where they lead; none if the store lacks the call. Throws a `StartFailure` if it cannot be reached. */
export async function readRedirects(reader: StoreReader): Promise<Redirects> {
  const all: Redirects = [];
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const after = all.at(-1)?.from;
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const { text } = await reader.read(JSON.stringify(['GET', redirectsCall.path + query]));
    const reply = redirectsCall.reply.safeParse(parseJson(text));
    if (!reply.success || reply.data.data.length === 0) break;
    all.push(...reply.data.data);
  }
  return all.filter(({ from, to }) => from.startsWith('/') && 'target' in readRedirectTarget(to, true));
}
