import { FLASH_TOASTS, hasFlash } from '#lib/state/persistence/flash.ts';

/** Loads the toasts' script only when the previous page has left a flash toast. */
if (hasFlash(FLASH_TOASTS)) {
  import('#islands/toasts/show-flash-toasts.ts').then(({ showFlashToasts }) => showFlashToasts()).catch(console.warn);
}
