/**
 * The header that carries the application key, and the default key of a store. The key is public and authorises nothing. Another store may
 * give the header another name (setting `PUBLIC_STORE_APP_KEY_HEADER`).
 */
export const APPLICATION_KEY_HEADER = 'x-app-key';
export const DEFAULT_APPLICATION_KEY = 'demo-key';
