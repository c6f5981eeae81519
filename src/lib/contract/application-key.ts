/** The header that carries the application key, and the key of a store that sets none. A public label, no secret. */
export const APPLICATION_KEY_HEADER = 'x-app-key';
export const DEFAULT_APPLICATION_KEY = 'demo-key';
