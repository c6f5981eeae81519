import { FLASH_TOASTS, hasFlash } from '#lib/state/persistence/flash.ts';

/** Notifications cost script, so they are fetched only when the page before has left one. */
if (hasFlash(FLASH_TOASTS)) {
  import('#islands/toasts/flash-toasts.ts')
    .then(({ showFlashToasts: showCarriedToasts }) => showCarriedToasts())
    .catch(console.warn);
}
