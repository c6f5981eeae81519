import { SAVED_STATE_KEY, type SavedState } from '#lib/contract/saved-state.ts';

/** Shows the delivery check's saved result before its island hydrates. Blocked or corrupt storage shows nothing. */
try {
  const { delivery } = JSON.parse(localStorage.getItem(SAVED_STATE_KEY) ?? '{}') as SavedState;
  const form = document.querySelector('.delivery-check');
  const field = form?.querySelector('input');
  const note = form?.querySelector<HTMLElement>('[role=status] > span');
  if (field && note && /^\d{6}$/.test(String(delivery?.pincode)) && typeof delivery?.place === 'string') {
    field.value ||= String(delivery.pincode);
    note.querySelector('span')?.replaceChildren(delivery.place);
    note.hidden = delivery.place === '';
  }
} catch (error) {
  console.warn('The saved pincode cannot be shown', error);
}
