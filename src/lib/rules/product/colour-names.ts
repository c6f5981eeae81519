import { foldName } from '#lib/rules/text.ts';

/** Names of the option or fact that tells the colour. */
const colourNames = ['colour', 'color', 'shade', 'रंग'];

/** Colours as shops name them, in the words of Indian catalogues. */
const colours: Readonly<Record<string, string>> = {
  beige: '#e8dcc4',
  black: '#1b1b1b',
  blue: '#2457a6',
  brown: '#6b4423',
  charcoal: '#3f4347',
  coral: '#f2735f',
  cream: '#f7efd9',
  gold: '#c9a227',
  golden: '#c9a227',
  green: '#2e7d4f',
  grey: '#8b8f94',
  gray: '#8b8f94',
  indigo: '#34417c',
  ivory: '#f8f4e6',
  khaki: '#8f8255',
  lavender: '#b7a6d9',
  lemon: '#f4e04d',
  magenta: '#b5257d',
  maroon: '#6f1d2b',
  mauve: '#b58aa5',
  mehendi: '#6f7332',
  mint: '#a9dcc0',
  mustard: '#d5a021',
  navy: '#1d2a4d',
  'navy blue': '#1d2a4d',
  olive: '#6b6b3a',
  orange: '#e8762d',
  peach: '#f6bfa0',
  pink: '#e78fb0',
  purple: '#6d3b8e',
  rani: '#d81b77',
  red: '#b3262e',
  rust: '#a64b24',
  saffron: '#f08c1e',
  silver: '#bfc3c8',
  'sky blue': '#8ec3e6',
  tan: '#b98b5b',
  teal: '#1d7874',
  turquoise: '#36b3b0',
  violet: '#6d4aa0',
  white: '#ffffff',
  wine: '#5c1a33',
  yellow: '#f2c230',
};

/** Whether a name of a fact or an option is that of the colour. */
export const isColourName = (name: string): boolean => colourNames.includes(foldName(name));

/** The colour that a name says; undefined for names that say none, such as "Floral". */
export const colourOf = (name: string): string | undefined => colours[foldName(name)];
