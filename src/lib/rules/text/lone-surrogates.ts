/** Replaces lone surrogates, which cannot be encoded, by U+FFFD. Browsers before 2023 have no function for it and keep them. */
export const replaceLoneSurrogates = (text: string): string => text.toWellFormed?.() ?? text;
