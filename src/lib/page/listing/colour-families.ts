import { t } from '#lib/contract/text/t.ts';

/** A family of colours by which a listing is filtered: its name, and the colour of its dot; `multicolour` has one for each quarter. */
interface ColourFamily {
  name: string;
  dot: string[];
}

const families: Readonly<Record<string, ColourFamily>> = {
  black: { name: t('Black'), dot: ['#1b1b1b'] },
  white: { name: t('White'), dot: ['#ffffff'] },
  grey: { name: t('Grey'), dot: ['#8b8f94'] },
  blue: { name: t('Blue'), dot: ['#2457a6'] },
  green: { name: t('Green'), dot: ['#2e7d4f'] },
  red: { name: t('Red'), dot: ['#b3262e'] },
  pink: { name: t('Pink'), dot: ['#e78fb0'] },
  purple: { name: t('Purple'), dot: ['#6d3b8e'] },
  yellow: { name: t('Yellow'), dot: ['#f2c230'] },
  orange: { name: t('Orange'), dot: ['#e8762d'] },
  brown: { name: t('Brown'), dot: ['#6b4423'] },
  beige: { name: t('Beige'), dot: ['#e8dcc4'] },
  gold: { name: t('Gold'), dot: ['#c9a227'] },
  silver: { name: t('Silver'), dot: ['#bfc3c8'] },
  multicolour: { name: t('Multicolour'), dot: ['#b3262e', '#f2c230', '#2e7d4f', '#2457a6'] },
};

/** A family by its name on the wire. One that only another store knows has that name, and no dot. */
export const colourFamily = (family: string): ColourFamily =>
  families[family.toLowerCase()] ?? { name: family.charAt(0).toUpperCase() + family.slice(1), dot: [] };
