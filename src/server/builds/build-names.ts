/** Marker file of a complete build. */
export const COMPLETE = 'complete';

/** Name prefix of an unfinished build; it is renamed when it is complete. */
export const UNFINISHED = 'building-';
