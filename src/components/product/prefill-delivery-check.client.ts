import { SAVED_STATE_KEY, type SavedState } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';

/** As the delivery check says it; without a place until one is known. */
const deliversTo = (place: string): string => t('Delivers to {place}.', { place });

const whenLoaded = (task: () => void): void => {
  if (document.readyState === 'complete') task();
  else addEventListener('load', () => setTimeout(task));
};

/**
 * Shows the delivery check's saved result before its island hydrates. Where the pincode decides what shipping costs, it shows the pincode,
 * and the island asks once the page is loaded. Blocked or corrupt storage shows nothing.
 */
try {
  const { delivery } = JSON.parse(localStorage.getItem(SAVED_STATE_KEY) ?? '{}') as SavedState;
  const field = document.querySelector<HTMLInputElement>('.delivery-check input');
  const note = document.querySelector<HTMLElement>('#delivery-note > :last-child');
  if (field && note && delivery?.place && /^\d{6}$/.test(`${delivery.pincode}`)) {
    field.value ||= `${delivery.pincode}`;
    if (document.documentElement.dataset['shipping']?.includes('by_pincode'))
      whenLoaded(() => field.closest('astro-island')?.dispatchEvent(new Event('pointerover')));
    else {
      note.textContent = `${note.textContent}`.replace(deliversTo(''), () => deliversTo(`${delivery.place}`));
      note.hidden = false;
    }
  }
} catch (error) {
  console.warn('The saved pincode cannot be shown', error);
}
