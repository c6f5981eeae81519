/** Reading the free-form parameters of a picture, for the accessories (watches, wallets, sunglasses, belts). */

import type { DrawingParams } from './studio.ts';

/** A text parameter, or the fallback when the picture does not name it. */
export function text(params: DrawingParams, key: string, fallback: string): string {
  const value = params[key];
  return typeof value === 'string' ? value : fallback;
}

/** One of a fixed set of words, or the first of the set when the picture does not name a known one. */
export function choice<T extends string>(params: DrawingParams, key: string, options: readonly [T, ...T[]]): T {
  const value = params[key];
  return options.find((option) => option === value) ?? options[0];
}

/** A number parameter, or the fallback. */
export function amount(params: DrawingParams, key: string, fallback: number): number {
  const value = params[key];
  return typeof value === 'number' ? value : fallback;
}

/** A yes-or-no parameter; absent means no. */
export const flag = (params: DrawingParams, key: string): boolean => params[key] === true;
