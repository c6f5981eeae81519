import { findRedirect, listRedirects } from '#api/services/redirects/redirects.ts';
import type { Handlers } from './call-context.ts';

export const redirectHandlers = {
  redirect: async ({ db, params }) => {
    const to = await findRedirect(db, params.address);
    return { success: true, data: to === undefined ? {} : { to } };
  },

  redirects: async ({ db, params }) => ({
    success: true,
    data: (await listRedirects(db, params.after)).map(({ path, target }) => ({ from: path, to: target })),
  }),
} satisfies Partial<Handlers>;
