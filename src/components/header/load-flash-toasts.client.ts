import { PENDING_SIGN_OUTS_KEY } from '#lib/contract/saved-state.ts';
import { FLASH_TOASTS, peekFlash, tryStorage } from '#lib/state/persistence/storage.ts';

/** Loads the script only when earlier pages have left something to do: a flash toast, or a sign-out that the store has not heard of. */
if (peekFlash(FLASH_TOASTS) || tryStorage('localStorage', (storage) => storage.getItem(PENDING_SIGN_OUTS_KEY))) {
  import('#islands/toasts/show-flash-toasts.ts').then(({ showFlashToasts }) => showFlashToasts()).catch(console.warn);
}
