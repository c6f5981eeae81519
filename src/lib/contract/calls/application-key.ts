/** The header that carries the application key, and the default key of a store. The key is public and authorises nothing. */
export const APPLICATION_KEY_HEADER = 'x-app-key';
export const DEFAULT_APPLICATION_KEY = 'demo-key';
