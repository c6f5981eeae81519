import { foldName } from '#lib/rules/text.ts';

/** Families of colours, by which shoppers filter. */
const families = [
  'black',
  'white',
  'grey',
  'blue',
  'green',
  'red',
  'pink',
  'purple',
  'yellow',
  'orange',
  'brown',
  'beige',
  'gold',
  'silver',
] as const;

/** A family, or several at once. */
export type ColourFamily = (typeof families)[number] | 'multicolour';

/** Colours as shops name them, in the words of Indian catalogues, with their families. A name of two words is listed if its last word says less. */
const colours: Readonly<Record<string, readonly [hex: string, family: ColourFamily]>> = {
  aqua: ['#7fd1d8', 'blue'],
  beige: ['#e8dcc4', 'beige'],
  black: ['#1b1b1b', 'black'],
  blue: ['#2457a6', 'blue'],
  bronze: ['#8c6a3f', 'brown'],
  brown: ['#6b4423', 'brown'],
  burgundy: ['#6a1b31', 'red'],
  camel: ['#b8895a', 'brown'],
  charcoal: ['#3f4347', 'grey'],
  chocolate: ['#4e3022', 'brown'],
  coffee: ['#5b4033', 'brown'],
  copper: ['#b0683f', 'brown'],
  coral: ['#f2735f', 'orange'],
  cream: ['#f7efd9', 'beige'],
  crimson: ['#a8182f', 'red'],
  cyan: ['#2fb5c9', 'blue'],
  denim: ['#3f5f87', 'blue'],
  fuchsia: ['#c9287d', 'pink'],
  gold: ['#c9a227', 'gold'],
  golden: ['#c9a227', 'gold'],
  green: ['#2e7d4f', 'green'],
  grey: ['#8b8f94', 'grey'],
  gray: ['#8b8f94', 'grey'],
  indigo: ['#34417c', 'blue'],
  ivory: ['#f8f4e6', 'white'],
  khaki: ['#8f8255', 'beige'],
  lavender: ['#b7a6d9', 'purple'],
  lemon: ['#f4e04d', 'yellow'],
  lilac: ['#c3aede', 'purple'],
  lime: ['#a4c93b', 'green'],
  magenta: ['#b5257d', 'pink'],
  maroon: ['#6f1d2b', 'red'],
  mauve: ['#b58aa5', 'purple'],
  mehendi: ['#6f7332', 'green'],
  mint: ['#a9dcc0', 'green'],
  mustard: ['#d5a021', 'yellow'],
  navy: ['#1d2a4d', 'blue'],
  'navy blue': ['#1d2a4d', 'blue'],
  nude: ['#dcbfa6', 'beige'],
  'off white': ['#f6f2e7', 'white'],
  olive: ['#6b6b3a', 'green'],
  orange: ['#e8762d', 'orange'],
  peach: ['#f6bfa0', 'orange'],
  pink: ['#e78fb0', 'pink'],
  plum: ['#6a2c55', 'purple'],
  purple: ['#6d3b8e', 'purple'],
  rani: ['#d81b77', 'pink'],
  red: ['#b3262e', 'red'],
  rose: ['#dd8aa0', 'pink'],
  rust: ['#a64b24', 'orange'],
  saffron: ['#f08c1e', 'orange'],
  sand: ['#d8c3a0', 'beige'],
  silver: ['#bfc3c8', 'silver'],
  'sky blue': ['#8ec3e6', 'blue'],
  tan: ['#b98b5b', 'brown'],
  teal: ['#1d7874', 'green'],
  turquoise: ['#36b3b0', 'blue'],
  violet: ['#6d4aa0', 'purple'],
  white: ['#ffffff', 'white'],
  wine: ['#5c1a33', 'red'],
  yellow: ['#f2c230', 'yellow'],
  काला: ['#1b1b1b', 'black'],
  काली: ['#1b1b1b', 'black'],
  सफ़ेद: ['#ffffff', 'white'],
  सफेद: ['#ffffff', 'white'],
  स्लेटी: ['#8b8f94', 'grey'],
  नीला: ['#2457a6', 'blue'],
  नीली: ['#2457a6', 'blue'],
  आसमानी: ['#8ec3e6', 'blue'],
  हरा: ['#2e7d4f', 'green'],
  हरी: ['#2e7d4f', 'green'],
  लाल: ['#b3262e', 'red'],
  गुलाबी: ['#e78fb0', 'pink'],
  रानी: ['#d81b77', 'pink'],
  बैंगनी: ['#6d3b8e', 'purple'],
  पीला: ['#f2c230', 'yellow'],
  पीली: ['#f2c230', 'yellow'],
  नारंगी: ['#e8762d', 'orange'],
  केसरिया: ['#f08c1e', 'orange'],
  भूरा: ['#6b4423', 'brown'],
  भूरी: ['#6b4423', 'brown'],
  सुनहरा: ['#c9a227', 'gold'],
  सुनहरी: ['#c9a227', 'gold'],
  चाँदी: ['#bfc3c8', 'silver'],
  கருப்பு: ['#1b1b1b', 'black'],
  வெள்ளை: ['#ffffff', 'white'],
  நீலம்: ['#2457a6', 'blue'],
  பச்சை: ['#2e7d4f', 'green'],
  சிவப்பு: ['#b3262e', 'red'],
  மஞ்சள்: ['#f2c230', 'yellow'],
};

/** Words for several colours at once. */
const severalColours = /\b(?:multi|multicolou?r(?:ed)?|rainbow|assorted)\b|बहुरंगी/u;

/** Names of the fact and the option that tell the colour. */
const colourNames = ['colour', 'color', 'shade', 'रंग', 'நிறம்'];

/** Looked up as they are composed after normalising: a nukta is a letter of its own then. */
const byName = new Map(Object.entries(colours).map(([name, colour]) => [name.normalize('NFC'), colour]));

const normalise = (name: string): string => foldName(name).normalize('NFC');

/** Whether a name of a fact or an option is that of the colour. */
export const isColourName = (name: string): boolean => colourNames.includes(normalise(name));

/** The colour that a name says, as hex; undefined for names that say none, such as "Floral". */
export const colourOf = (name: string): string | undefined => byName.get(normalise(name))?.[0];

/** The family of the last word that names a colour: "Sky Blue" is blue, "Rose Gold" gold, "Indigo Stripe" blue. */
function familyOfPart(part: string): ColourFamily | undefined {
  const words = part.split(/[^\p{L}\p{M}]+/u);
  return words.map((word) => byName.get(word)?.[1]).findLast((family) => family !== undefined);
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
