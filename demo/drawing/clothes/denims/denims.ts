/**
 * Denim: jeans, shorts and jackets in several cuts and washes, laid flat.
 */

import { text } from '#drawing/studio/params.ts';
import type { Drawing } from '#drawing/studio/studio.ts';
import { drawJacket } from './jacket.ts';
import { drawJeans } from './jeans.ts';

/**
 * Draws a denim garment. `garment` is jeans, shorts or jacket; `view` is front, back or detail; `colour`, `thread` and
 * `fade` (0–1) set the wash; `cut` (slim, straight, wide, tapered, boot, shorts) sets the shape of jeans.
 */
export const denims: Drawing = (params) =>
  text(params, 'garment', 'jeans') === 'jacket' ? drawJacket(params) : drawJeans(params);
