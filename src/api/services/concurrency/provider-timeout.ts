/** How long a call to an external provider (SMS, mail, payments, CAPTCHA) may take, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 5000;
