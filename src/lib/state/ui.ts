import { map } from 'nanostores';
import { resettable } from './reset.ts';
import { keepInStep } from './sync.ts';

/** The ui state of specification 3. It is never saved: what an earlier page left open is closed on the next (specification 4.3). */
export interface UiState {
  isLogoutConfirmationModalOpen: boolean;
}

const closed: UiState = { isLogoutConfirmationModalOpen: false };

export const $ui = resettable(map(closed), closed);
keepInStep('ui', $ui, []);

export const openLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', true);
export const closeLogoutConfirmation = (): void => $ui.setKey('isLogoutConfirmationModalOpen', false);
