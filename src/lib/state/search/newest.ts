import { atom } from 'nanostores';
import { isRefused } from '#lib/client/request.ts';
import { newArrivalsCall, type Product } from '#lib/contract/catalogue.ts';
import { callStore } from '#lib/state/calls/call-store.ts';

const MAX_NEWEST = 4;

/** The newest products, shown in the search panel before anything is typed. */
export const $newest = atom<readonly Product[]>([]);

let isAsked = false;

/** Loads them once; a failure is only logged, as that of a search, and they are asked for again when the panel opens again. */
export async function loadNewest(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  const outcome = await callStore(newArrivalsCall, {});
  if (outcome && !isRefused(outcome)) return $newest.set(outcome.data.slice(0, MAX_NEWEST));
  isAsked = false;
  console.warn('The newest products could not be loaded', outcome?.message);
}
