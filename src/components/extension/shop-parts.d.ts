/** What `shop.config.ts` adds to the pages (server/builds/shop-parts.ts). */
declare module 'virtual:shop-parts' {
  import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
  import type { BuiltFonts } from '#lib/rules/shop-parts.ts';

  /** Loads a component, once. */
  export type ShopComponent = () => Promise<{ default: AstroComponentFactory }>;

  export const sections: Readonly<Record<string, ShopComponent | undefined>>;
  export const slots: Readonly<Record<string, ShopComponent | undefined>>;
  export const fonts: BuiltFonts;
  /** Origins that the components load from. */
  export const origins: readonly string[];
  /** Minified; '' for none. */
  export const css: string;
}

/** The module of `shop.config.ts` that gets the events of shoppers. */
declare module 'virtual:shop-analytics' {
  import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';

  /** May throw. A promise that never resolves does no harm. */
  export default function report(event: ShopperEvent): unknown;
}
