import { PictureRefused } from './picture-refused.ts';

/** The largest accepted picture file, in bytes. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

/** The most pixels to decode; more would take hundreds of megabytes of memory. */
export const MAX_PIXELS = 50_000_000;

export const refuseTooLarge = (): PictureRefused => new PictureRefused(`is larger than ${MAX_PICTURE_BYTES / 1024 ** 2} MB`);
