/** A picture that cannot be used. The message says why and continues a sentence that starts with the picture's name. */
export class PictureRefused extends Error {}

/** The largest accepted picture file, in bytes. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

export const refuseTooLarge = (): PictureRefused => new PictureRefused(`is larger than ${MAX_PICTURE_BYTES / 1024 ** 2} MB`);
