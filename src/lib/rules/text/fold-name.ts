/** Folds the case of names, the same in code and on both engines: names of one category or seller fold to the same text. */
export const foldName = (name: string): string => name.trim().toLowerCase();
