import { CARRIED_TOASTS, isHandedOver } from '#lib/state/hand-over.ts';

/** Notifications cost script, so they are fetched only when the page before has left one. */
if (isHandedOver(CARRIED_TOASTS)) {
  import('#islands/toasts/carried.ts').then(({ showCarriedToasts }) => showCarriedToasts()).catch(console.warn);
}
