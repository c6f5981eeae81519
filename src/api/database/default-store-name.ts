/** Name of a shop whose owner has not set one (specification 3, 4.1). */
export const DEFAULT_STORE_NAME = 'Haat';
