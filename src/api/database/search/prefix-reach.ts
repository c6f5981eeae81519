/**
 * Where a word of a search, as tokenised, also matches longer words that begin with it: in no field, in titles, which are name, brand and
 * category, or anywhere. Two letters match in titles only, because some word of a long description begins with almost any two.
 */
export function prefixReachOf(word: string): 'none' | 'titles' | 'anywhere' {
  if (word.length > 2) return 'anywhere';
  return word.length === 2 ? 'titles' : 'none';
}
