/** Places of pages for a component of `shop.config.ts`. `below-price` and `after-description` are on the product page. */
export const slotNames = ['head', 'after-header', 'below-price', 'after-description', 'footer'] as const;
export type SlotName = (typeof slotNames)[number];

/** What text a font of `shop.config.ts` is for. */
export const fontRoles = ['text', 'title'] as const;
export type FontRole = (typeof fontRoles)[number];

export const fontKinds = ['sans-serif', 'serif'] as const;
export type FontKind = (typeof fontKinds)[number];

/** Width, ascent and descent in percent that give a fallback font the metrics of another. */
export type FontMetrics = readonly [width: number, ascent: number, descent: number];

/** A font of `shop.config.ts` as a build has it. */
export interface BuiltFont {
  /** URL, weight as in CSS, and the characters that it is fetched for if not for all. */
  files: readonly { url: string; weight: string; range?: string }[];
  kind: FontKind;
  metrics: FontMetrics;
}

export type BuiltFonts = Readonly<Partial<Record<FontRole, BuiltFont>>>;

/** A component of `shop.config.ts` that failed in a page. */
export interface ComponentFailure {
  /** Such as `slot footer`. */
  name: string;
  error: unknown;
}

/** Pages publish each `ComponentFailure` on this channel of Node's diagnostics; the store of the process logs and counts them. */
export const COMPONENT_FAILURE_CHANNEL = 'shop:component-failure';
