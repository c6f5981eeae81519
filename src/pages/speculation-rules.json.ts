import type { APIRoute } from 'astro';
import { prefetchingRules } from '#lib/page/speculation.ts';
import { DAY_SECONDS } from '#lib/rules/durations.ts';

/** The pages that browsers may prefetch; a script of every page fetches this file. */
export const GET: APIRoute = () =>
  new Response(prefetchingRules, {
    headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });
