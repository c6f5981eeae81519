import { SAVED_STATE_KEY, type SavedState } from '#lib/contract/saved-state.ts';

const whenLoaded = (task: () => void): void => {
  if (document.readyState === 'complete') task();
  else addEventListener('load', () => setTimeout(task));
};

/**
 * Shows the saved pincode and its place before the delivery check's island hydrates. Where the pincode decides what shipping costs, the island
 * asks once the page is loaded. Blocked or corrupt storage shows nothing.
 */
try {
  const { delivery } = JSON.parse(localStorage.getItem(SAVED_STATE_KEY) ?? '{}') as SavedState;
  const known = document.querySelector<HTMLElement>('.delivery-known');
  const [pincode, place] = known?.querySelectorAll('b, small') ?? [];
  if (known && pincode && place && delivery?.place && /^\d{6}$/.test(`${delivery.pincode}`)) {
    pincode.textContent = `${delivery.pincode}`;
    place.textContent = delivery.place;
    known.hidden = false;
    (known.nextElementSibling as HTMLElement).hidden = true;
    if (document.documentElement.dataset['shipping']?.includes('by_pincode'))
      whenLoaded(() => known.closest('astro-island')?.dispatchEvent(new Event('pointerover')));
  }
} catch (error) {
  console.warn('The saved pincode cannot be shown', error);
}
