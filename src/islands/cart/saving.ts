import { canSave } from '#lib/state/persistence/local-storage.ts';

const NOT_SAVED =
  "Your browser does not let this shop save anything, so your cart is lost on the next page. To buy here, allow site data for this shop in your browser's settings.";

/** Why the cart is lost on the next page; undefined where the browser saves it. */
export const unsavedNote = (): string | undefined => (canSave() ? undefined : NOT_SAVED);
