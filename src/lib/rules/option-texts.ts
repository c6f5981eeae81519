/** Heads the choice of a product whose file has no other name for it. */
const DEFAULT_NAME = 'Size';

/** Joins the names and the values of several options: "Size / Colour", "M / Navy". */
export const OPTION_SEPARATOR = ' / ';

/** What a product's variants differ in, such as "Size" or "Colour". */
export const optionHeading = (name: string | null | undefined): string => name || DEFAULT_NAME;

/** The same inside a sentence: "size", "size and colour". Abbreviations such as "RAM" keep their capitals. */
const inSentence = (name: string | undefined): string =>
  optionHeading(name)
    .split(OPTION_SEPARATOR)
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' and ');

/** "Size: M" or "Colour: Navy", for a line of a cart or order. */
export const labelVariation = (name: string | null | undefined, variation: string): string =>
  `${optionHeading(name)}: ${variation}`;

const withArticle = (name: string | undefined): string => {
  const wanted = inSentence(name);
  return `${/^[aeio]/i.test(wanted) ? 'an' : 'a'} ${wanted}`;
};

/** The next step of a product with a choice: "Choose a size". */
export const chooseOption = (name: string | undefined): string => `Choose ${withArticle(name)}`;

/** The error of a product bought without a choice: "Please choose a size first". */
export const chooseFirst = (name: string | undefined): string => `Please choose ${withArticle(name)} first`;

/** "size 28" or "colour Navy", inside a sentence. */
export const namedOption = (name: string | undefined, variation: string): string => `${inSentence(name)} ${variation}`;
