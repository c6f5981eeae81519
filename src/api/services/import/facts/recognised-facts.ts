import type { Column } from '#api/services/import/read/column-names.ts';

/** Facts by the shop's spelling, each with the names that files give it, in lower case and without punctuation. */
const factNames: Readonly<Record<string, readonly string[]>> = {
  Fabric: ['fabric', 'fabric type', 'fabric name', 'fabric material', 'cloth', 'कपड़ा', 'फैब्रिक'],
  Material: ['material', 'materials', 'material type', 'material name', 'main material', 'outer material', 'मटेरियल'],
  Composition: ['composition', 'material composition', 'fabric composition', 'fabric content', 'blend', 'संघटन'],
  Care: [
    'care',
    'wash care',
    'fabric care',
    'material care',
    'care and wash',
    'care instruction',
    'care instructions',
    'wash care instructions',
    'washing instructions',
    'wash instructions',
    'देखभाल',
    'धुलाई',
    'धुलाई निर्देश',
  ],
  Ingredients: ['ingredients', 'ingredient list', 'घटक'],
  Manufacturer: [
    'maker',
    'manufacturer',
    'manufacturer name',
    'manufacturer details',
    'manufacturer name and address',
    'manufactured by',
    'mfd by',
    'mfg by',
    'made by',
    'निर्माता',
  ],
  Packer: ['packer', 'packer name', 'packer details', 'packer name and address', 'packed by', 'पैकर'],
  Importer: ['importer', 'importer name', 'importer details', 'importer name and address', 'imported by', 'आयातक'],
  'Marketed by': ['marketer', 'marketed by', 'विपणनकर्ता'],
  'Net quantity': [
    'net quantity',
    'net qty',
    'net quantity n',
    'net content',
    'net contents',
    'net weight',
    'net wt',
    'net volume',
    'शुद्ध मात्रा',
  ],
  Dimensions: [
    'dimensions',
    'dimension',
    'product dimensions',
    'item dimensions',
    'dimensions l x w x h',
    'size l x b x h',
    'माप',
    'आयाम',
  ],
  Warranty: ['warranty', 'warranty period', 'warranty details', 'product warranty', 'guarantee', 'वारंटी'],
  'Shelf life': ['shelf life', 'best before'],
  'FSSAI licence': ['fssai', 'fssai license', 'fssai licence', 'fssai number', 'fssai license number', 'fssai licence number'],
  Pattern: ['pattern', 'pattern type', 'print', 'print type', 'print or pattern type', 'पैटर्न'],
  Sleeve: ['sleeve', 'sleeves', 'sleeve type', 'sleeve style', 'sleeve length', 'sleeve length type', 'आस्तीन', 'बाजू'],
  Neck: ['neck', 'neckline', 'neck type', 'neck style', 'गला'],
  Collar: ['collar', 'collar type', 'कॉलर'],
  Fit: ['fit', 'fit type', 'fit shape', 'फिट'],
  Occasion: ['occasion', 'occasion type', 'अवसर'],
  Weave: ['weave', 'weave type'],
};

const spellings = new Map(Object.entries(factNames).flatMap(([fact, names]) => names.map((name) => [name, fact] as const)));

/** Names of columns of the importer's own in any file that has no other column for them. */
const aliases: readonly (readonly [Column, readonly string[]])[] = [
  [
    'country',
    [
      'country of origin',
      'country region of origin',
      'made in',
      'origin',
      'origin country',
      'country of manufacture',
      'manufacturing country',
      'मूल देश',
      'निर्माण देश',
    ],
  ],
  [
    'barcode',
    [
      'gtin',
      'ean',
      'upc',
      'isbn',
      'gtin13',
      'gtin 13',
      'ean13',
      'ean 13',
      'isbn13',
      'isbn 13',
      'ean code',
      'upc code',
      'ean upc',
      'upc ean',
      'barcode number',
      'gtin upc ean or isbn',
      'barcode isbn upc gtin etc',
      'बारकोड',
    ],
  ],
  [
    'hsn',
    [
      'hsn',
      'hsn code',
      'hsn no',
      'hsn number',
      'hsncode',
      'hsn sac',
      'hsn sac code',
      'hsn id',
      'hs code',
      'hs tariff code',
      'harmonized code',
      'harmonised code',
      'एचएसएन',
      'एचएसएन कोड',
    ],
  ],
];

const aliasNames = new Map(aliases.flatMap(([column, names]) => names.map((name) => [name, column] as const)));

/** A column's name without case, punctuation, marks and what WordPress puts before it: "Meta: _wash_care*" is "wash care". */
export const plainName = (name: string): string =>
  name
    .replace('\ufeff', '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/^meta:\s*/, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** The shop's spelling of a fact that a file names; undefined if it is not known. */
export const recogniseFact = (name: string): string | undefined => spellings.get(plainName(name));

/** The importer's column that a name means in any file; undefined if it means none. */
export const recogniseColumn = (name: string): Column | undefined => aliasNames.get(plainName(name));
