import * as z from 'zod/mini';
import { line, linkTo, pictureName } from '#cli/home/check-file.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';

const MAX_SECTIONS = 20;
const MAX_SLIDES = 8;
const MAX_TITLE = 80;
const MAX_TEXT = 200;
const MAX_NAME = 255;
/** The strip above the header is one line on most screens. */
const MAX_ANNOUNCEMENT = 120;

const title = line(MAX_TITLE);
const link = { link: z.optional(linkTo), link_text: z.optional(line(40)) };
const slide = z.strictObject(
  { image: pictureName, heading: title, text: z.optional(line(MAX_TEXT)), ...link },
  { error: 'must be { "image": …, "heading": … }' },
);
const limitError = `must be a whole number from 1 to ${PRODUCTS_PER_PAGE}`;

const list = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z
    .array(item, { error: 'must be a list in square brackets' })
    .check(z.minLength(1, { error: 'must not be empty' }), z.maxLength(most, { error: `may have at most ${most} entries` }));

const sectionTypes = {
  banner: z.strictObject({ type: z.literal('banner'), slides: list(slide, MAX_SLIDES) }),
  categories: z.strictObject({ type: z.literal('categories'), title }),
  products: z.strictObject({
    type: z.literal('products'),
    title,
    link: z.optional(linkTo),
    sub_category: z.optional(line(MAX_NAME)),
    search: z.optional(line(MAX_NAME)),
    slugs: z.optional(list(line(MAX_NAME), PRODUCTS_PER_PAGE)),
    limit: z.optional(
      z
        .int({ error: limitError })
        .check(z.minimum(1, { error: limitError }), z.maximum(PRODUCTS_PER_PAGE, { error: limitError })),
    ),
  }),
  new_arrivals: z.strictObject({ type: z.literal('new_arrivals'), title }),
  promo: z.strictObject({
    type: z.literal('promo'),
    image: pictureName,
    heading: title,
    text: z.optional(line(MAX_TEXT)),
    ...link,
  }),
  custom: z.strictObject({
    type: z.literal('custom'),
    name: line(MAX_TITLE),
    settings: z.record(z.string(), z.unknown(), { error: 'must be { … }' }),
  }),
};

const section = z.discriminatedUnion(
  'type',
  [
    sectionTypes.banner,
    sectionTypes.categories,
    sectionTypes.products,
    sectionTypes.new_arrivals,
    sectionTypes.promo,
    sectionTypes.custom,
  ],
  { error: `must be one of ${Object.keys(sectionTypes).join(', ')}` },
);

/** The home page in a file: the line above the header, and the sections in order. Without sections, the shop arranges them itself. */
export const homeFile = z.strictObject(
  {
    announcement: z.optional(
      z
        .string({ error: 'must be a text in quotes' })
        .check(z.trim(), z.maxLength(MAX_ANNOUNCEMENT, { error: `may have at most ${MAX_ANNOUNCEMENT} characters` })),
    ),
    sections: z
      .array(section, { error: 'must be a list in square brackets' })
      .check(z.maxLength(MAX_SECTIONS, { error: `may have at most ${MAX_SECTIONS} entries` })),
  },
  { error: 'must be { "announcement": …, "sections": […] }' },
);
export type HomeFile = z.output<typeof homeFile>;

/** Entries beside Home, Category and Shop, and characters in all of them: a wide screen has them in one line. */
const MAX_ENTRIES = 5;
const MAX_LABELS = 48;

export const menuFile = z
  .array(z.strictObject({ label: line(MAX_LABELS), link: linkTo }, { error: 'must be { "label": …, "link": … }' }), {
    error: 'must be a list in square brackets, such as [{ "label": "Sarees", "link": "/shop?categories=sarees" }]',
  })
  .check(
    z.maxLength(MAX_ENTRIES, { error: `may have at most ${MAX_ENTRIES} entries` }),
    z.refine((entries) => entries.reduce((sum, { label }) => sum + label.length, 0) <= MAX_LABELS, {
      error: `has labels of more than ${MAX_LABELS} characters in all, which do not fit in one line`,
    }),
  );
