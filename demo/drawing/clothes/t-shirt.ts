/** T-shirts: crew, V-neck, Henley and polo necks in several cuts. */

import { type DrawingParams, flag, optionalText, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded } from '#drawing/studio/studio.ts';
import { chestPrintOf } from './garment/chest-print.ts';
import { type Cloth, cloth } from './garment/cloth.ts';
import { type Cut, cuffLine, hangingFolds, hemline, type Lines, neckline, outlines, pieces } from './garment/cut.ts';
import { brightness, buttonAt, buttonShape, garment, rib, seam, sewn, stitch } from './garment/garment.ts';
import { hanger } from './garment/hanger.ts';
import { insideBack, insideYoke } from './garment/neck.ts';

/** The cut by its name: regular, boxy (dropped shoulder), fitted (women's, cap sleeve) or long (long sleeves). */
function cutOf(name: string, neckKind: string): Cut {
  const frontDrop = neckKind === 'v' ? 148 : neckKind === 'scoop' ? 128 : neckKind === 'polo' ? 58 : 84;
  const base: Cut = {
    neck: [94, 226],
    frontDrop,
    backDrop: 22,
    pointed: neckKind === 'v',
    shoulder: [218, 278],
    armpit: [246, 452],
    waist: [238, 720],
    hem: [244, 978],
    hemDrop: 16,
    sleeve: { outerBend: [288, 366], outer: [352, 462], inner: [250, 548], innerBend: [244, 500] },
  };
  switch (name) {
    case 'boxy':
      return {
        ...base,
        neck: [96, 232],
        shoulder: [252, 300],
        armpit: [274, 476],
        waist: [272, 720],
        hem: [274, 950],
        sleeve: { outerBend: [306, 402], outer: [358, 520], inner: [252, 590], innerBend: [268, 540] },
      };
    case 'fitted':
      return {
        ...base,
        neck: [98, 232],
        shoulder: [184, 272],
        armpit: [212, 430],
        waist: [184, 650],
        hem: [216, 936],
        hemDrop: 20,
        sleeve: { outerBend: [236, 332], outer: [284, 414], inner: [212, 474], innerBend: [208, 452] },
      };
    case 'long':
      return {
        ...base,
        shoulder: [208, 276],
        armpit: [232, 450],
        waist: [226, 720],
        hem: [232, 968],
        sleeve: { outerBend: [292, 560], outer: [350, 880], inner: [272, 898], innerBend: [238, 640] },
      };
    default:
      return base;
  }
}

/** The knitted collar of a polo, open over the shoulders. */
function poloCollar(colour: string, tip: string): string {
  const leaf = (side: number): string => {
    const x = (half: number): number => 450 + side * half;
    const d = `M${x(66)} 210C${x(96)} 214 ${x(120)} 232 ${x(132)} 262L${x(92)} 346C${x(66)} 328 ${x(30)} 306 ${x(4)} 286C${x(28)} 262 ${x(52)} 240 ${x(66)} 210Z`;
    return (
      `<path d="${d}" fill="${side < 0 ? lit(colour, 0.1) : shaded(colour, 0.07)}" stroke="${shaded(colour, 0.6)}" stroke-opacity=".5" stroke-width="1.4"/>` +
      `<path d="${d}" fill="url(#weave)"/><path d="M${x(124)} 258L${x(88)} 334C${x(64)} 318 ${x(36)} 302 ${x(15)} 288" fill="none" stroke="${tip}" stroke-width="5" opacity=".9"/>` +
      `<path d="M${x(70)} 214C${x(58)} 242 ${x(32)} 266 ${x(6)} 288" fill="none" stroke="${lit(colour, 0.5)}" stroke-width="3" opacity=".4"/>`
    );
  };
  return leaf(-1) + leaf(1);
}

/** The buttoned opening of Henley and polo necks, from a height to another. */
function placket(top: number, bottom: number, buttons: number, colour: string, thread: string): string {
  let out =
    `<path d="M431 ${top}H469V${bottom}H431Z" fill="${colour}" stroke="${shaded(colour, 0.6)}" stroke-opacity=".5"/><path d="M431 ${top}H469V${bottom}H431Z" fill="url(#weave)"/>` +
    `<path d="M469 ${top}V${bottom}H431" fill="none" stroke="${shaded(colour, 0.7)}" stroke-width="4" opacity=".22" transform="translate(2 2)"/>` +
    stitch(`M435 ${top}V${bottom - 4}H465V${top}M435 ${bottom - 26}H465`, thread);
  const gap = (bottom - 40 - top) / buttons;
  for (let i = 0; i < buttons; i++) out += buttonAt(450, top + gap * (i + 0.55), 0.95);
  return out;
}

/** The `thread` parameter, or a tone of the cloth. */
const threadOf = (params: DrawingParams, c: Cloth): string =>
  text(params, 'thread', brightness(c.colour) > 0.45 ? shaded(c.colour, 0.25) : lit(c.colour, 0.4));

/** Parts sewn on: hem and cuff stitching, seams, neck. */
function trimsOf(cut: Cut, lines: Lines, c: Cloth, params: DrawingParams, back: boolean): string {
  const neckKind = text(params, 'neck', 'crew');
  const ribColour = text(params, 'ribs', shaded(c.colour, 0.06));
  const thread = threadOf(params, c);
  const neck = back ? lines.backNeck : lines.frontNeck;
  const drop = back ? cut.backDrop : cut.frontDrop;
  let out = seam(lines.leftArmhole + lines.rightArmhole + lines.leftShoulder + lines.rightShoulder, c.colour);
  out += stitch(hemline(cut, -15) + hemline(cut, -20), thread);
  const long = text(params, 'cut', 'regular') === 'long';
  const ribbed = params['ribs'] !== undefined || long || neckKind === 'polo';
  if (ribbed)
    out += long
      ? rib(cuffLine(cut, -1, 22, 1) + cuffLine(cut, 1, 22, 1), 44, ribColour)
      : rib(lines.leftCuff + lines.rightCuff, 20, ribColour);
  else
    for (const [cuff, x, y] of [
      [lines.leftCuff, 10, -11],
      [lines.rightCuff, -10, -11],
    ] as const)
      out += `<g transform="translate(${x} ${y})">${stitch(cuff, thread)}</g>`;
  if (neckKind === 'polo') {
    return back
      ? `${out}<path d="M318 262C340 222 390 204 450 204S560 222 582 262C540 284 500 292 450 292S360 284 318 262Z" fill="${ribColour}" stroke="${shaded(ribColour, 0.6)}" stroke-opacity=".5"/><path d="M318 262C340 222 390 204 450 204S560 222 582 262C540 284 500 292 450 292S360 284 318 262Z" fill="url(#weave)"/><path d="M324 262C364 282 404 288 450 288S536 282 576 262" fill="none" stroke="${c.second}" stroke-width="5"/>`
      : out + placket(284, 470, 3, c.colour, thread) + poloCollar(ribColour, c.second);
  }
  if (neckKind === 'henley' && !back)
    out += placket(cut.neck[1] + drop, cut.neck[1] + drop + 178, 4, text(params, 'ribs', c.colour), thread);
  out += rib(neck, 24, ribColour);
  const wide: Cut['neck'] = [cut.neck[0] + 17, cut.neck[1] + 4];
  return out + stitch(neckline(wide, drop + 13, cut.pointed === true && !back), thread);
}

/**
 * A T-shirt. Parameters: `view` front, back or detail; `cut` regular, boxy, fitted or long; `neck` crew, v, scoop, henley or polo;
 * `colour`, `second`, `third`, `pattern`; `sleeves` for contrast sleeves; `ribs` for contrast ribs; `pocket` plain or contrast;
 * `print` with `printColour`; `dip` for a dip-dyed hem; `block` for a contrast lower half.
 */
export const tShirt: Drawing = (params) => {
  const view = text(params, 'view', 'front');
  const back = view === 'back';
  const neckKind = text(params, 'neck', 'crew');
  const cut = cutOf(text(params, 'cut', 'regular'), neckKind);
  const lines = outlines(cut, back);
  const c = cloth(params, 'jersey', lines.leftTurn, lines.rightTurn);
  const sleeves = optionalText(params, 'sleeves');
  const fills = {
    body: c.body,
    left: sleeves ?? c.left,
    right: sleeves ?? c.right,
  };
  let worn = '';
  let defs = c.defs + buttonShape(text(params, 'buttons', '#e8dcc6'), shaded(c.colour, 0.2));
  const dip = optionalText(params, 'dip');
  if (dip !== undefined) {
    defs += `<linearGradient id="dip" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${dip}" stop-opacity="0"/><stop offset=".55" stop-color="${dip}" stop-opacity=".75"/><stop offset="1" stop-color="${dip}"/></linearGradient>`;
    worn += '<rect x="190" y="600" width="520" height="420" fill="url(#dip)"/>';
  }
  const block = optionalText(params, 'block');
  if (block !== undefined)
    worn += `<path d="M150 640H750V1010H150Z" fill="${block}"/><path d="M150 640H750" stroke="#0d1220" stroke-width="2" opacity=".4"/>`;
  const pocket = text(params, 'pocket', 'no');
  if (pocket !== 'no' && !back)
    worn +=
      sewn('pocket', 'M506 426H606V528L556 552 506 528Z', pocket === 'contrast' ? c.second : c.body, c.colour, 1, 5) +
      stitch('M511 450V525L556 546 601 525V450M508 440H604', threadOf(params, c));
  if (!back) worn += chestPrintOf(params, c, cut.neck[1] + 284);
  return garment({
    colour: c.colour,
    backdrop: text(params, 'backdrop', '#e7e3db'),
    pieces: pieces(cut, lines, fills),
    folds: hangingFolds(cut, `${c.colour}${text(params, 'pattern', '')}${text(params, 'cut', '')}${view}`),
    defs,
    behind: back
      ? ''
      : (neckKind === 'polo'
          ? insideYoke(cut, text(params, 'ribs', c.colour), c.colour, 14)
          : insideBack(cut, c.colour, text(params, 'ribs', c.colour))) + hanger(params, cut),
    matte: 0.2,
    worn,
    cast:
      (neckKind === 'polo'
        ? '<path d="M314 262L356 362 450 300 544 362 590 262Z"/>'
        : `<path d="${back ? lines.backNeck : lines.frontNeck}" fill="none" stroke="${shaded(c.colour, 0.8)}" stroke-width="34" transform="translate(3 9)" opacity=".6"/>`) +
      `<path d="${lines.leftCuff}${lines.rightCuff}${lines.hem}" fill="none" stroke="${shaded(c.colour, 0.8)}" stroke-width="20" opacity=".4"/>`,
    trims: trimsOf(cut, lines, c, params, back),
    camera:
      view === 'detail'
        ? { x: 486, y: 400, zoom: 2.05, tilt: -5 }
        : flag(params, 'hanger')
          ? { x: 450, y: 556, zoom: 0.98 }
          : { x: 450, y: 604, zoom: 1.04 },
  });
};
