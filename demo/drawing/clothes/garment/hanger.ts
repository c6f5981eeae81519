/** A wooden hanger on a brass rail. */

import { type DrawingParams, flag } from '#drawing/studio/params.ts';
import type { Cut } from './cut.ts';

/** The rail with the hanger's hook, and the wood seen inside the neckline; an empty text unless `hanger` is set. */
export function hanger(params: DrawingParams, cut: Cut): string {
  if (!flag(params, 'hanger')) return '';
  const [half, y] = cut.neck;
  const rail = y - 150;
  const wood = `M${450 - half} ${y + 30}C${450 - half * 0.5} ${y + 4} ${450 - 22} ${y - 12} 450 ${y - 12}S${450 + half * 0.5} ${y + 4} ${450 + half} ${y + 30}V${y + 62}C${450 + half * 0.5} ${y + 30} ${450 + 24} ${y + 20} 450 ${y + 20}S${450 - half * 0.5} ${y + 30} ${450 - half} ${y + 62}Z`;
  const hook = `M450 ${y - 8}V${y - 64}C450 ${y - 84} 478 ${y - 90} 480 ${y - 122}C482 ${y - 176} 420 ${y - 178} 421 ${y - 128}`;
  return (
    `<linearGradient id="brass" x2="0" y2="1"><stop stop-color="#8f6f3c"/><stop offset=".25" stop-color="#f3dfae"/><stop offset=".5" stop-color="#c59f5c"/><stop offset="1" stop-color="#6b4f26"/></linearGradient><linearGradient id="wood" x2="1" y2=".6"><stop stop-color="#d8ac78"/><stop offset=".5" stop-color="#b98450"/><stop offset="1" stop-color="#7d5230"/></linearGradient>` +
    `<path d="M-200 ${rail + 32}H1100" stroke="#0d1220" stroke-width="12" opacity=".09"/>` +
    `<path d="${hook}" fill="none" stroke="#0d1220" stroke-width="8" opacity=".14" transform="translate(12 18)"/><rect x="-200" y="${rail - 9}" width="1300" height="18" fill="url(#brass)"/>` +
    `<path d="${hook}" fill="none" stroke="#5d5a55" stroke-width="7.5" stroke-linecap="round"/><path d="${hook}" fill="none" stroke="#d9d5cc" stroke-width="3.4" stroke-linecap="round" transform="translate(-1 -1)"/>` +
    `<path d="${wood}" fill="url(#wood)"/><path d="M${450 - half} ${y + 34}C${450 - half * 0.5} ${y + 9} 428 ${y - 7} 450 ${y - 7}S${450 + half * 0.5} ${y + 9} ${450 + half} ${y + 34}" fill="none" stroke="#f4d9ae" stroke-width="3" opacity=".7"/>`
  );
}
