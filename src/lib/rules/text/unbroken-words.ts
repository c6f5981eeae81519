/** Splits a name so that the parts at odd positions must not break at their hyphen: a single letter with its word, as in "T-Shirt". */
export const splitUnbroken = (name: string): string[] => name.split(/(?<![\p{L}\p{N}-])(\p{L}-\p{L}+)/u);
