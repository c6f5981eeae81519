import type { APIRoute } from 'astro';
import { DAY_SECONDS } from '#lib/rules/durations.ts';
import { prefetchingRules } from '#lib/rules/routes/speculation.ts';

/** The pages that browsers may prefetch; a script of every page fetches this file. */
export const GET: APIRoute = () =>
  new Response(prefetchingRules, {
    headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });
