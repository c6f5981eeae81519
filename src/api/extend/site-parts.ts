import * as z from 'zod/mini';
import { type FontKind, type FontRole, fontKinds, fontRoles, type SlotName, slotNames } from '#lib/rules/shop-parts.ts';

/**
 * A component in a page. It is compiled by a build and rendered on the server with each page, for every shopper alike. One that throws, or takes
 * longer than `COMPONENT_TIMEOUT_MS`, is left out of the page, which is not cached then.
 */
export interface ComponentPart {
  /** An `.astro` file: a path from the folder of `shop.config.ts`, an absolute path or a `file:` URL. */
  component: string;
  /** Origins that its scripts, frames, styles, pictures and requests come from, such as `https://chat.example`; pages allow no other. */
  origins?: readonly string[];
}

/** A kind of section of the home page. The component gets the settings as `settings`. */
export interface SectionPart extends ComponentPart {
  /** Schema of its settings in the file of `store home`. A text named `image` is a picture file beside that file, and is stored. */
  settings: z.ZodMiniType;
}

/** A font file of the shop, for all text or for titles. */
export interface FontFile {
  /** A `.woff2` file: a path as that of a component. */
  file: string;
  /** The weight of the file, or the first and last of a variable font. Default `400 700`, all that pages use. */
  weight?: string;
  /** Characters that the file is fetched for, such as `U+900-97F` in CSS. Default all. */
  unicodeRange?: string;
  /** Kind of the font of the device that is shown while the first file of a list is not there. Default `sans-serif`. */
  fallback?: FontKind;
}

/** What `shop.config.ts` adds to the pages. */
export interface SiteParts {
  /** Fonts of all text, and of titles if those differ; several files for several weights or scripts. They win over the theme's. */
  fonts?: Partial<Record<FontRole, FontFile | readonly FontFile[]>>;
  /** A stylesheet that applies after those of the shop: a path from the folder of `shop.config.ts`. */
  css?: string;
  /** Sections of the home page by their names. In the file of `store home`: `{ "type": "custom", "name": …, "settings": { … } }`. */
  sections?: Readonly<Record<string, SectionPart>>;
  /** Components in named places of pages. They get `store`, the store info, and on the product page `product`. */
  slots?: Partial<Record<SlotName, ComponentPart>>;
}

/** Name of a part of `shop.config.ts`. */
export const partName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits or hyphens'));

/** Origins that the policy of pages is opened for. */
export const originsSchema = z.optional(
  z.array(z.string().check(z.regex(/^https:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/, 'must be an origin such as https://chat.example'))),
);

const part = {
  component: z.string().check(z.endsWith('.astro', 'must be the path of an .astro file')),
  origins: originsSchema,
};

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && 'safeParse' in value;

const fontFile = z.strictObject({
  file: z.string().check(z.endsWith('.woff2', 'must be the path of a .woff2 file')),
  weight: z.optional(
    z.string().check(z.regex(/^[1-9]\d{2}(?: [1-9]\d{2})?$/, 'must be a weight such as 400, or two such as 400 700')),
  ),
  unicodeRange: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?(?:, ?U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?)*$/i,
          'must be as in CSS, such as U+900-97F',
        ),
      ),
  ),
  fallback: z.optional(z.enum(fontKinds, `must be ${fontKinds.join(' or ')}`)),
});

/** What of `SiteParts` is checked when the configuration is loaded. */
export const sitePartsShape = {
  fonts: z.optional(
    z.partialRecord(
      z.enum(fontRoles),
      // Not a union, whose problem would not say which field is wrong.
      z.pipe(
        z.transform((fonts: unknown) => (Array.isArray(fonts) ? fonts : [fonts])),
        z.array(fontFile).check(z.minLength(1, 'must name at least one file')),
      ),
    ),
  ),
  css: z.optional(z.string().check(z.endsWith('.css', 'must be the path of a .css file'))),
  sections: z.optional(
    z.record(partName, z.strictObject({ ...part, settings: z.custom(isSchema, 'must be a schema, such as z.object({ … })') })),
  ),
  slots: z.optional(z.partialRecord(z.enum(slotNames), z.strictObject(part))),
};
