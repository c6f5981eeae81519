/** A picture that cannot be used. The message says why and continues a sentence that starts with the picture's name. */
export class PictureRefused extends Error {}
