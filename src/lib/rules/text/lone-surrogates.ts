/** `String.prototype.toWellFormed`, which browsers before 2023 lack: lone surrogates become U+FFFD, which can be encoded. */
export const replaceLoneSurrogates = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
