import { adminRemoveParcelCall, adminSetParcelCall } from '#lib/contract/admin/fulfilment.ts';
import type { AdminPage } from './admin-page.ts';

/** What the buttons of `Parcels.astro` do, for the page's `post`; `here` is where it leads afterwards. */
export const parcelActions = (page: AdminPage, here: string) => {
  const set = async (form: FormData, id: number | undefined, notice: string) => {
    const text = (name: string) => String(form.get(name) ?? '');
    const body = { order_number: text('parcel_order'), courier: text('courier'), awb: text('awb') };
    await page.act(adminSetParcelCall, { body: { ...body, ...(id !== undefined && { id }) } });
    return page.done(here, notice);
  };
  return {
    'add-parcel': (form: FormData) => set(form, undefined, 'The parcel is saved.'),
    'correct-parcel': (form: FormData) => set(form, Number(form.get('parcel')), 'The parcel is corrected.'),
    'remove-parcel': async (form: FormData) => {
      const body = { order_number: String(form.get('parcel_order') ?? ''), id: Number(form.get('parcel')) };
      await page.act(adminRemoveParcelCall, { body });
      return page.done(here, 'The parcel is removed.');
    },
  };
};
