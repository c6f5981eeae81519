/**
 * Stoles and shawls: folded on the table, hung over a rail, and a close look at the woven border.
 */

import { flare } from '#drawing/clothes/dress/skirt.ts';
import { printDefs, weaveDefs } from '#drawing/studio/block-prints.ts';
import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import { acrossDefs, backdropFor, blurs, castShadow, clip, compact, deep, fall, fold, seam } from '#drawing/studio/sewing.ts';
import type { Drawing } from '#drawing/studio/studio.ts';
import { lit, mix, r, studio } from '#drawing/studio/studio.ts';
import { bandDefs, fringe, longFolds } from './border.ts';

/** Colours and ends of a stole. */
interface Look {
  colour: string;
  edge: string;
  border: string;
  fringe: string;
  tassels: string;
}

const dyed = (d: string): string => `<path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#print)"/>`;
const woven = (d: string): string => `<path d="${d}" fill="url(#weave)"/>`;

/** A drawing and the outline for its light. */
interface Drawn {
  outline: string;
  body: string;
  /** y of the border's top edge. */
  bandTop: number;
}

/** Folded lengthwise and once across, with both ends and their borders towards the viewer. */
function folded(look: Look): Drawn {
  const bandTop = 746;
  const top = 'M232 236Q246 212 292 210L640 214Q668 218 672 250L680 902Q450 912 222 898Z';
  const under = 'M244 250Q250 226 300 222L652 228Q686 234 690 268L702 948Q470 960 240 944Z';
  const shade = deep(look.colour, 0.8);
  const band = look.border === 'none' ? '' : `<path d="${top}" fill="url(#band)" clip-path="url(#end)"/>`;
  const side =
    look.border === 'none'
      ? ''
      : `<path d="M232 236L222 898h22L252 222Z" fill="${look.edge}"/><path d="M258 218L250 898h5L263 216Z" fill="${look.edge}"/>`;
  const layers = [0, 1, 2].map((i) => `M${r(676 + i * 8)} ${258 + i * 6}L${r(686 + i * 8)} ${906 + i * 16}`).join('');
  return {
    outline: `${top}${under}`,
    bandTop,
    body:
      fringe(
        look.tassels,
        (t) => [246 + t * 450, 946 + Math.sin(t * Math.PI) * 8],
        104,
        mix(look.fringe, '#12101a', 0.12),
        'under',
      ) +
      `<path d="${under}" fill="${deep(look.colour, 0.2)}"/><path d="${under}" fill="url(#print)" opacity=".6"/>${woven(under)}<path d="M240 912L702 916V950H240Z" fill="${look.border === 'none' ? look.colour : look.edge}" opacity=".75"/><path d="${layers}" stroke="${shade}" stroke-width="2.4" opacity=".6"/><path d="${layers}" stroke="${lit(look.colour, 0.6)}" stroke-width="2.2" opacity=".55" transform="translate(-4 0)"/>` +
      fringe(look.tassels, (t) => [230 + t * 444, 900 + Math.sin(t * Math.PI) * 8], 108, look.fringe, 'over') +
      `<path d="${top}" fill="#12101a" opacity=".4" transform="translate(7 7)"/>${dyed(top)}${side}${band}${woven(top)}` +
      `<g clip-path="url(#shape)"><g filter="url(#soft)"><path d="${fold(226, 480, 682, 470, 16, 12)}${fold(240, 640, 560, 668, 13, -12)}${fold(400, 330, 676, 300, 13, 10)}${fold(300, 880, 676, 838, 11, 10)}" fill="${shade}" opacity=".36"/><path d="${fold(226, 452, 682, 446, 15, 12)}${fold(240, 612, 560, 640, 13, -12)}${fold(400, 306, 676, 276, 13, 10)}${fold(300, 856, 676, 812, 11, 10)}" fill="${lit(look.colour, 0.85)}" opacity=".36"/>` +
      `<path d="M232 236Q246 212 292 210L640 214Q668 218 672 250" fill="none" stroke="${lit(look.colour, 0.8)}" stroke-width="26" opacity=".5" transform="translate(4 16)"/><path d="M676 240L690 920" stroke="${shade}" stroke-width="46" opacity=".5"/><path d="M222 898L680 902" stroke="${shade}" stroke-width="22" opacity=".35"/></g></g>${seam(top, look.colour, 1.3)}`,
  };
}

/** Hung over a wooden rail, the back end lower than the front one. */
function draped(look: Look): Drawn {
  const front = flare({ top: 176, bottom: 838, w: 128, h: 172, gores: 5, seed: look.colour, sag: 16 });
  const shift = (d: string): string => `<g transform="translate(-46 0)">${d}</g>`;
  const back = 'M340 180C330 420 350 700 372 952Q500 984 640 956C640 700 616 400 590 180Z';
  const shade = deep(look.colour, 0.8);
  const backFolds = longFolds(`${look.colour}back`, 520, 640, 260, 950, 3);
  const band = look.border === 'none' ? '' : `<path d="${front.outline}" fill="url(#band)" clip-path="url(#end)"/>`;
  const backBand =
    look.border === 'none'
      ? ''
      : `<g clip-path="url(#backShape)"><path d="M300 690H700V880H300Z" fill="url(#band)" transform="translate(8 124)"/></g>`;
  const hemLine = (t: number): [number, number] => [450 - 170 + t * 340, 840 + 15 * (1 - (2 * t - 1) ** 2)];
  const rail =
    '<rect x="80" y="164" width="760" height="30" rx="15" fill="#12101a" opacity=".3" transform="translate(8 16)"/><rect x="80" y="158" width="740" height="30" rx="15" fill="#9a6b42"/><rect x="84" y="161" width="732" height="9" rx="4.5" fill="#d9ae80" opacity=".75"/><path d="M120 176H780M180 182H560" stroke="#5d3b20" stroke-width="1.6" opacity=".5"/><ellipse cx="820" cy="173" rx="9" ry="15" fill="#7b5230"/>';
  const over = 'M276 196C274 150 290 138 330 138L520 138C548 138 556 150 586 196Z';
  return {
    outline: `${back}`,
    bandTop: 690,
    body:
      rail +
      fringe(
        look.tassels,
        (t) => [376 + t * 262, 956 + 16 * (1 - (2 * t - 1) ** 2)],
        106,
        mix(look.fringe, '#12101a', 0.14),
        'back',
      ) +
      `<path d="${back}" fill="${deep(look.colour, 0.16)}"/><path d="${back}" fill="url(#print)" opacity=".85"/>${backBand}${woven(back)}` +
      shift(
        fringe(look.tassels, hemLine, 106, look.fringe, 'front') +
          `<path d="${front.outline}" fill="#12101a" opacity=".4" transform="translate(9 6)"/><path d="${front.outline}" fill="url(#dye)"/><g clip-path="url(#front)">${front.cloth('print')}${band}</g>${woven(front.outline)}`,
      ) +
      `<path d="${over}" fill="url(#dye)"/><path d="${over}" fill="url(#print)"/>${woven(over)}` +
      `<g filter="url(#soft)"><g clip-path="url(#backShape)"><path d="${backFolds.dark}" fill="${shade}" opacity=".5"/><path d="${backFolds.light}" fill="${lit(look.colour, 0.8)}" opacity=".34"/><path d="M570 190C590 500 600 800 590 980H540V190Z" fill="${shade}" opacity=".4"/></g>` +
      `${shift(`<g clip-path="url(#front)"><path d="${front.dark}" fill="${shade}" opacity=".5"/><path d="${front.light}" fill="${lit(look.colour, 0.85)}" opacity=".4"/><path d="M610 200L640 860" stroke="${shade}" stroke-width="40" opacity=".42"/></g>`)}` +
      `<path d="M296 152Q430 140 560 152L566 166Q430 154 290 166Z" fill="${lit(look.colour, 0.85)}" opacity=".6"/><path d="M286 196Q430 204 580 196L584 218Q430 224 282 216Z" fill="${shade}" opacity=".4"/></g>` +
      shift(seam(front.hem, look.colour, 1.2)),
  };
}

/**
 * Draws a stole. `view` is front (folded), draped or detail; `colour` dyes the cloth; `print` with `ink` and `accent`
 * patterns it; `border` is kairi, diamond, temple, flower, lines or none in `edge` and `figure`; `tassels` is twisted,
 * loose or tassel.
 */
export const stole: Drawing = (params: DrawingParams) => {
  const colour = text(params, 'colour', '#8e3b46');
  const edge = text(params, 'edge', deep(colour, 0.3));
  const look: Look = {
    colour,
    edge,
    border: text(params, 'border', 'kairi'),
    fringe: text(params, 'fringe', colour),
    tassels: text(params, 'tassels', 'twisted'),
  };
  const accent = text(params, 'accent', '#e0b65a');
  const inks = { ink: text(params, 'ink', lit(colour, 0.6)), accent };
  const view = text(params, 'view', 'front');
  const hung = view === 'draped';
  const drawn = hung ? draped(look) : folded(look);
  const frontShape = hung
    ? clip('front', flare({ top: 176, bottom: 838, w: 128, h: 172, gores: 5, seed: colour, sag: 16 }).outline) +
      clip('backShape', drawn.outline)
    : clip('shape', drawn.outline);
  const shadow = hung
    ? `<path d="M310 200C300 460 240 700 240 940H660C640 700 616 400 590 200Z" fill="#191a26" opacity=".36" filter="url(#cast)" transform="translate(34 30)"/>`
    : castShadow(drawn.outline, 1.1);
  const across = acrossDefs('x1="0" y1="0" x2="1" y2=".9"', '.16', '.45', '#12101a', '.2');
  const subject = shadow + drawn.body + (hung ? '' : `<path d="${drawn.outline}" fill="url(#across)"/>`);
  const tilt = number(params, 'tilt', -4);
  const placed = hung ? subject : `<g transform="rotate(${tilt} 450 600)translate(0 -10)">${subject}</g>`;
  return compact(
    studio({
      backdrop: text(params, 'backdrop', backdropFor(colour)),
      defs:
        printDefs('print', text(params, 'print', 'plain'), inks, number(params, 'scale', 0.9)) +
        bandDefs(look.border, { ground: edge, figure: text(params, 'figure', '#e9d3a0'), accent }, drawn.bandTop, 1) +
        weaveDefs(lit(colour, 0.8), deep(colour, 0.8), number(params, 'weave', 1)) +
        fall('dye', colour, [240, 160, 680, 1000]) +
        frontShape +
        `<clipPath id="end"><path d="M100 ${drawn.bandTop}H800V${drawn.bandTop + 150}H100Z"/></clipPath>` +
        blurs(10, 18) +
        (hung ? '' : across),
      subject: view === 'detail' ? `<g transform="rotate(-9 450 600)translate(-380 -1240)scale(2.1)">${subject}</g>` : placed,
    }),
  );
};
