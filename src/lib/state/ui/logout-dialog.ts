import { map } from 'nanostores';
import { registerForReset } from '#lib/state/persistence/reset-stores.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';

/** Never saved: every page starts with its dialogs closed. */
export interface UiState {
  isLogoutConfirmationModalOpen: boolean;
}

const closed: UiState = { isLogoutConfirmationModalOpen: false };

export const $ui = registerForReset(map(closed), closed);
syncAcrossTabs('ui', $ui, []);

export const openLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', true);
export const closeLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', false);
