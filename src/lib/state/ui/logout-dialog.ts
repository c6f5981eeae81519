import { createSharedMap } from '#lib/state/persistence/shared-map.ts';

/** Never saved: every page starts with its dialogs closed. */
export interface UiState {
  isLogoutConfirmationModalOpen: boolean;
}

const closed: UiState = { isLogoutConfirmationModalOpen: false };

export const $ui = createSharedMap('ui', closed);

export const openLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', true);
export const closeLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', false);
