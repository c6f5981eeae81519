import type { APIRoute } from 'astro';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';
import { themeVariables } from '#lib/rules/theme/theme-variables.ts';

export const GET: APIRoute = async (context) => {
  const store = await loadStoreInfo(context);
  const theme = themeVariables(store);
  const letter = /\p{L}|\p{N}/u.exec(store.store_name)?.[0]?.toUpperCase() ?? 'H';
  return new Response(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
      `<rect width="32" height="32" rx="8" fill="${theme['--button']}"/>` +
      `<text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="19" font-weight="600" fill="${theme['--on-button']}">${letter}</text></svg>`,
    { headers: { 'content-type': 'image/svg+xml' } },
  );
};
