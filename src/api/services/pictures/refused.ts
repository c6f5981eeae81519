/** A picture that cannot be taken; the message says why and continues a sentence that begins with its name. */
export class PictureRefused extends Error {}
