import type { APIRoute } from 'astro';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';

/** What phones need to put the admin pages on the home screen; iPhones show notifications only then. It says nothing about the shop. */
const manifest = { name: 'Shop admin', start_url: ADMIN_BASE, scope: ADMIN_BASE, display: 'standalone' };

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
