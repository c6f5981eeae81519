import { foldName } from '#lib/rules/text.ts';

/** Colours as shops name them, in the words of Indian catalogues, by the family by which shoppers filter. */
const families = {
  black: {
    black: '#1b1b1b',
    काला: '#1b1b1b',
    काली: '#1b1b1b',
    கருப்பு: '#1b1b1b',
  },
  white: {
    ivory: '#f8f4e6',
    'off white': '#f6f2e7',
    white: '#ffffff',
    सफ़ेद: '#ffffff',
    सफेद: '#ffffff',
    வெள்ளை: '#ffffff',
  },
  grey: {
    charcoal: '#3f4347',
    grey: '#8b8f94',
    gray: '#8b8f94',
    स्लेटी: '#8b8f94',
  },
  blue: {
    aqua: '#7fd1d8',
    blue: '#2457a6',
    cyan: '#2fb5c9',
    denim: '#3f5f87',
    indigo: '#34417c',
    navy: '#1d2a4d',
    'navy blue': '#1d2a4d',
    'sky blue': '#8ec3e6',
    turquoise: '#36b3b0',
    नीला: '#2457a6',
    नीली: '#2457a6',
    आसमानी: '#8ec3e6',
    நீலம்: '#2457a6',
  },
  green: {
    green: '#2e7d4f',
    lime: '#a4c93b',
    mehendi: '#6f7332',
    mint: '#a9dcc0',
    olive: '#6b6b3a',
    teal: '#1d7874',
    हरा: '#2e7d4f',
    हरी: '#2e7d4f',
    பச்சை: '#2e7d4f',
  },
  red: {
    burgundy: '#6a1b31',
    crimson: '#a8182f',
    maroon: '#6f1d2b',
    red: '#b3262e',
    wine: '#5c1a33',
    लाल: '#b3262e',
    சிவப்பு: '#b3262e',
  },
  pink: {
    fuchsia: '#c9287d',
    magenta: '#b5257d',
    pink: '#e78fb0',
    rani: '#d81b77',
    rose: '#dd8aa0',
    गुलाबी: '#e78fb0',
    रानी: '#d81b77',
  },
  purple: {
    lavender: '#b7a6d9',
    lilac: '#c3aede',
    mauve: '#b58aa5',
    plum: '#6a2c55',
    purple: '#6d3b8e',
    violet: '#6d4aa0',
    बैंगनी: '#6d3b8e',
  },
  yellow: {
    lemon: '#f4e04d',
    mustard: '#d5a021',
    yellow: '#f2c230',
    पीला: '#f2c230',
    पीली: '#f2c230',
    மஞ்சள்: '#f2c230',
  },
  orange: {
    coral: '#f2735f',
    orange: '#e8762d',
    peach: '#f6bfa0',
    rust: '#a64b24',
    saffron: '#f08c1e',
    नारंगी: '#e8762d',
    केसरिया: '#f08c1e',
  },
  brown: {
    bronze: '#8c6a3f',
    brown: '#6b4423',
    camel: '#b8895a',
    chocolate: '#4e3022',
    coffee: '#5b4033',
    copper: '#b0683f',
    tan: '#b98b5b',
    भूरा: '#6b4423',
    भूरी: '#6b4423',
  },
  beige: {
    beige: '#e8dcc4',
    cream: '#f7efd9',
    khaki: '#8f8255',
    nude: '#dcbfa6',
    sand: '#d8c3a0',
  },
  gold: {
    gold: '#c9a227',
    golden: '#c9a227',
    सुनहरा: '#c9a227',
    सुनहरी: '#c9a227',
  },
  silver: {
    silver: '#bfc3c8',
    चाँदी: '#bfc3c8',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

/** A family, or several at once. */
type ColourFamily = keyof typeof families | 'multicolour';

/** Words for several colours at once. */
const severalColours = /\b(?:multi|multicolou?r(?:ed)?|rainbow|assorted)\b|बहुरंगी/u;

/** Names of the fact and the option that tell the colour. */
const colourNames = ['colour', 'color', 'shade', 'रंग', 'நிறம்'];

/** By name as it is composed after normalising, in which a nukta is a letter of its own. */
const byName = new Map(
  Object.entries(families).flatMap(([family, names]) =>
    Object.entries(names).map(([name, hex]) => [name.normalize('NFC'), { hex, family: family as ColourFamily }] as const),
  ),
);

const normalise = (name: string): string => foldName(name).normalize('NFC');

/** Whether a name of a fact or an option is that of the colour. */
export const isColourName = (name: string): boolean => colourNames.includes(normalise(name));

/** The colour that a name says, as hex; undefined for names that say none, such as "Floral". */
export const colourOf = (name: string): string | undefined => byName.get(normalise(name))?.hex;

/** The family of the last word that names a colour: "Sky Blue" is blue, "Rose Gold" gold, "Indigo Stripe" blue. */
function familyOfPart(part: string): ColourFamily | undefined {
  const words = part.split(/[^\p{L}\p{M}]+/u);
  return words.map((word) => byName.get(word)?.family).findLast((family) => family !== undefined);
}

/**
 * The family of a colour as a shop names it; undefined if no word of it is known. Colours of several families that are joined, such as "Red & Blue"
 * and "Black/White", are `multicolour`; of "Navy with white dots" the first counts.
 */
export function familyOfColour(name: string): ColourFamily | undefined {
  const text = normalise(name);
  if (severalColours.test(text)) return 'multicolour';
  const [main = ''] = text.split(/\s(?:with|on)\s/u);
  const parts = main.split(/[,/&+]|\s(?:and|और|மற்றும்)\s/u);
  const found = [...new Set(parts.flatMap((part) => familyOfPart(part) ?? []))];
  return found.length > 1 ? 'multicolour' : found[0];
}
