import { writeItem } from './local-storage.ts';
import { $unsaved } from './saved-state.ts';
import { tryStorage } from './try-storage.ts';

const lost = { cart: 'your cart is lost on the next page', auth: 'you are signed out on the next page' };

const PROBE = 'haat-can-save';

/** Why the cart or the session is lost on the next page, and what to do; undefined where the browser has saved it. */
export function describeUnsaved(slice: keyof typeof lost): string | undefined {
  const canSave = writeItem(PROBE, '1') && writeItem(PROBE, undefined);
  if (canSave && !$unsaved.get().includes(slice)) return undefined;
  // Where storage holds something, only its size can refuse a write.
  return canSave || tryStorage('localStorage', ({ length }) => length > 0)
    ? `Your browser has no storage left, so ${lost[slice]}. To buy here, free some space on your device or clear the browsing data of other sites, then try again.`
    : `Your browser does not let this shop save anything, so ${lost[slice]}. To buy here, allow site data for this shop in your browser's settings.`;
}
