import type { APIContext } from 'astro';
import { hashForCsp } from '#lib/page/csp/inline-hash.ts';
import { pendingListingScript } from '#lib/page/inline-scripts/all-scripts.ts';

/**
 * Skeleton of a listing that the browser has yet to draw: the page's own cards without their contents. Controls are hidden too, because
 * they show another listing, and a choice would replace the one that the URL asks for.
 */
export const pendingListingStyle = [
  '[data-listing] :is(.results h1,.count,.paging,.chips,.sort,.filter-button,.filters :is(small,input,button)){visibility:hidden}',
  '[data-listing] :is(.card > :not(.picture),.card .picture > *){visibility:hidden}',
  '[data-listing] .found > *{animation:wait 1.4s ease-in-out infinite alternate}',
  '@keyframes wait{to{opacity:.45}}',
].join('');

/** Lets a page have the inline code of `PendingListing`. */
export function allowPendingListing({ csp }: Pick<APIContext, 'csp'>): void {
  csp?.insertScriptHash(hashForCsp(pendingListingScript));
  csp?.insertStyleHash(hashForCsp(pendingListingStyle));
}
