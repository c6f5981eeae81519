import { PENDING_SIGN_OUTS_KEY } from '#lib/contract/saved-state.ts';
import { FLASH_TOASTS, hasFlash } from '#lib/state/persistence/flash.ts';
import { tryStorage } from '#lib/state/persistence/try-storage.ts';

/** Loads the toasts' script only when the previous page has left a flash toast. */
if (hasFlash(FLASH_TOASTS)) {
  import('#islands/toasts/show-flash-toasts.ts').then(({ showFlashToasts }) => showFlashToasts()).catch(console.warn);
}

/** Ends the sessions that were signed out while the store could not be reached. */
if (tryStorage('localStorage', (storage) => storage.getItem(PENDING_SIGN_OUTS_KEY), null)) {
  import('#lib/state/auth/pending-sign-outs.ts').then(({ repeatSignOuts }) => repeatSignOuts()).catch(console.warn);
}
