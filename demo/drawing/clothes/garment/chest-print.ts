import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import { lit } from '#drawing/studio/studio.ts';
import type { Cloth } from './cloth.ts';
import { chestPrint } from './motifs.ts';

/** The print that `print` names, its middle at height `y`, with `printColour`, `printSecond` and `printScale`; '' for none. */
export function chestPrintOf(params: DrawingParams, cloth: Cloth, y: number): string {
  const print = chestPrint(
    text(params, 'print', 'none'),
    text(params, 'printColour', cloth.second),
    text(params, 'printSecond', lit(cloth.colour, 0.5)),
  );
  return print && `<g transform="translate(450 ${y}) scale(${number(params, 'printScale', 1)})" opacity=".93">${print}</g>`;
}
