import type { APIRoute } from 'astro';
import { DAY_SECONDS } from '#lib/rules/durations.ts';
import { renderSpeculationRules } from '#lib/rules/routes/speculation.ts';

/** The pages that browsers may prefetch; every page names this file in a header. */
export const GET: APIRoute = () =>
  new Response(renderSpeculationRules(), {
    headers: { 'content-type': 'application/speculationrules+json', 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });
