import * as z from 'zod/mini';
import { failure } from '#lib/contract/messages/failures.ts';
import { defineCall, replyWith } from './define-call.ts';

/** The most bytes of an address that is looked up, with its query. */
export const MAX_LOOKED_UP_ADDRESS = 4000;

const address = z.string().check(z.maxLength(MAX_LOOKED_UP_ADDRESS));

export const redirectCall = defineCall({
  name: 'redirect',
  method: 'GET',
  path: '/redirect',
  access: 'anyone',
  summary: 'Where an address that no page answers leads now.',
  params: z.object({ address }),
  reply: replyWith(
    z.object({
      /** A path of the site with its query, or a URL with https; absent if the address leads nowhere. */
      to: z.optional(z.string()),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});

export const redirectsCall = defineCall({
  name: 'redirects',
  method: 'GET',
  path: '/redirects',
  access: 'anyone',
  summary: 'Former addresses and where they lead, for static sites; in the order of the addresses, a part at a time.',
  params: z.object({ after: z.optional(address) }),
  reply: replyWith(z.array(z.object({ from: z.string(), to: z.string() }))),
  failure: failure.generic,
  beyondSpecification: true,
});
