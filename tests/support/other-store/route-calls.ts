import type { Page } from 'playwright';
import type { OtherStore } from './server.ts';

/** Leads a page's calls to `api`, and pictures beside it, to the independent store, as an owner's web server would. */
export async function routeCalls(page: Page, api: string, store: OtherStore): Promise<void> {
  const { origin } = new URL(api);
  for (const place of [`${api}/**`, `${origin}/pictures/**`])
    await page.route(place, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      // A page that is left, or a store that stops after its test, ends a call that is still under way.
      const response = await route.fetch({ url: store.url + pathname + search }).catch(() => undefined);
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
    });
}
