import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';
import { adminRoutes } from './routes.ts';

/** Adds the admin pages. A static build has none, because they need the store. */
export function adminPages(isStaticSite: boolean): AstroIntegration {
  return {
    name: 'haat:admin-pages',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        if (isStaticSite) return;
        for (const { pattern, page } of adminRoutes)
          injectRoute({
            pattern: ADMIN_BASE + pattern,
            entrypoint: fileURLToPath(new URL(`./pages/${page}`, import.meta.url)),
            prerender: false,
          });
      },
    },
  };
}
