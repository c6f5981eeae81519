import { map } from 'nanostores';
import { registerForReset } from '#lib/state/persistence/reset-stores.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';

/** The ui state of specification 3. It is never saved: every page starts with its dialogs closed (specification 4.3). */
export interface UiState {
  isLogoutConfirmationModalOpen: boolean;
}

const closed: UiState = { isLogoutConfirmationModalOpen: false };

export const $ui = registerForReset(map(closed), closed);
syncAcrossTabs('ui', $ui, []);

export const openLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', true);
export const closeLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', false);
