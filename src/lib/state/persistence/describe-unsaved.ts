import { t } from '#lib/contract/text/t.ts';
import { $unsaved, writeItem } from './saved-state.ts';
import { tryStorage } from './storage.ts';

const full = {
  cart: t('Your browser has no storage left, so your cart is lost on the next page.'),
  auth: t('Your browser has no storage left, so you are signed out on the next page.'),
};
const forbidden = {
  cart: t('Your browser does not let this shop save anything, so your cart is lost on the next page.'),
  auth: t('Your browser does not let this shop save anything, so you are signed out on the next page.'),
};

const PROBE = 'haat-can-save';

/** Why the cart or the session is lost on the next page, and what to do; undefined where the browser has saved it. */
export function describeUnsaved(slice: keyof typeof full): string | undefined {
  const canSave = writeItem(PROBE, '1') && writeItem(PROBE, undefined);
  if (canSave && !$unsaved.get().includes(slice)) return undefined;
  // Where storage holds something, only its size can refuse a write.
  return canSave || tryStorage('localStorage', ({ length }) => length > 0)
    ? `${full[slice]} ${t('To buy here, free some space on your device or clear the browsing data of other sites, then try again.')}`
    : `${forbidden[slice]} ${t("To buy here, allow site data for this shop in your browser's settings.")}`;
}
