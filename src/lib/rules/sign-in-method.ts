/** By a one-time code sent to the mobile number, or by email and password. */
export const signInMethods = ['code', 'password'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The cookie with the method of the last sign-in on this device; only the sign-in page has it. */
export const SIGN_IN_METHOD_COOKIE = 'sign-in-method';
