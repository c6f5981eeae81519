import { findRedirect, listRedirects } from '#api/services/redirects/redirects.ts';
import type { Handlers } from './call-context.ts';

export const redirectHandlers: Pick<Handlers, 'redirect' | 'redirects'> = {
  redirect: async ({ context, params }) => {
    const to = await findRedirect(context.db, params.address);
    return { success: true, data: to === undefined ? {} : { to } };
  },

  redirects: async ({ context, params }) => ({
    success: true,
    data: (await listRedirects(context.db, params.after)).map(({ path, target }) => ({ from: path, to: target })),
  }),
};
