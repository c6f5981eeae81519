import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';

export interface StoreFont {
  /** The value of `font-family`. */
  stack: string;
  /** The @font-face rules it needs. */
  faces: string;
  /** A file to preload. */
  file?: string;
}

const systemSans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const systemSerif = '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif';

/**
 * Instrument Sans comes with the shop. Its stand-in has the same width and height, measured on product names and prices, so that
 * nothing moves when the file arrives; `optional` keeps a page that is already being read as it is.
 */
const bundled: StoreFont = {
  stack: `"Instrument Sans","Instrument Stand-in",${systemSans}`,
  faces:
    `@font-face{font-family:"Instrument Sans";src:url(${instrumentSans}) format("woff2");font-weight:400 700;font-display:optional}` +
    '@font-face{font-family:"Instrument Stand-in";src:local("Arial"),local("Liberation Sans"),local("Roboto");' +
    'size-adjust:101.3%;ascent-override:95.8%;descent-override:24.7%;line-gap-override:0%}',
  file: instrumentSans,
};

const serifs = new Set(['georgia', 'serif', 'playfair display', 'lora', 'merriweather', 'times new roman', 'cormorant garamond']);

/** The font of a store's `fontFamily` setting: a bundled one, else the system's own of the same kind. Nothing of the setting reaches CSS. */
export function storeFont(setting: string): StoreFont {
  const wanted = setting.trim().toLowerCase();
  if (wanted === '' || wanted === 'instrument sans') return bundled;
  return { stack: serifs.has(wanted) ? systemSerif : systemSans, faces: '' };
}
