import type { Page } from 'playwright';
import { axeViolationsInThemes } from './axe.ts';
import { desktop, phone } from './test-page.ts';

interface Width {
  viewport: { width: number; height: number };
  width: number;
}

/** Each scene at its widths, one after the other, so that its page is loaded once. */
export const atEachWidth = <Scene extends object>(scenes: readonly (Scene & { only?: 'narrow' | 'wide' })[]): (Scene & Width)[] =>
  scenes.flatMap((scene) =>
    [phone, desktop]
      .filter((viewport) => !scene.only || (scene.only === 'wide') === (viewport === desktop))
      .map((viewport) => ({ ...scene, viewport, width: viewport.width })),
  );

interface View {
  name: string;
  viewport: Width['viewport'];
  /** What is loaded. A scene at the place of the one before stays on its page, unless that has failed. */
  place: string;
  load: () => Promise<unknown>;
  /** Opens the state to check, also when another one of the page or this one was opened before. */
  open: () => Promise<unknown>;
}

/** Returns a function that opens scenes in a page one after the other, and returns the violations of each in every theme. */
export function useScenes(page: Page): (view: View) => Promise<string[]> {
  let here: string | undefined;
  return async ({ name, viewport, place, load, open }) => {
    const stays = here === place;
    here = undefined;
    await page.setViewportSize(viewport);
    // Closes the panel of the scene before.
    if (stays) await page.keyboard.press('Escape');
    else await load();
    await open();
    const found = await axeViolationsInThemes(page, name);
    if (found.length === 0) here = place;
    return found;
  };
}
