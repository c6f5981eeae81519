/** How long a link in a mail works: one that sets a new password, and one that verifies the address. */
export const RESET_LINK_MINUTES = 45;
export const VERIFICATION_LINK_HOURS = 24;

/** Time after signing in within which a customer may set a first password, in minutes. */
export const RECENT_SIGN_IN_MINUTES = 15;
