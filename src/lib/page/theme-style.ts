import type { StoreSettings } from '#lib/contract/store.ts';
import { themeVariables } from '#lib/rules/theme.ts';
import { storeFont } from './fonts.ts';
import { toneVariables } from './tones.ts';

/** The store's look as the text of a `<style>`: fonts, theme colours and the tones derived from them (specification 4.1). */
export function themeStyle(settings: StoreSettings): string {
  const theme = themeVariables(settings);
  const font = storeFont(settings.fontFamily);
  const dark = theme['--on-page'] === '#ffffff';
  const variables = { ...theme, ...toneVariables(theme), '--font': font.stack, 'color-scheme': dark ? 'dark' : 'light' };
  const rules = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return `${font.faces}:root{${rules.join(';')}}`;
}
