/** Sweatshirts and hoodies: crew, hood, zipped hood, half zip and polo collar, with set-in or raglan sleeves and ribbed bands. */

import { type DrawingParams, flag, optionalText, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded } from '#drawing/studio/studio.ts';
import { chestPrintOf } from './garment/chest-print.ts';
import { type Cloth, cloth } from './garment/cloth.ts';
import { type Cut, cuffLine, hangingFolds, hemline, type Lines, neckline, outlines, pieces } from './garment/cut.ts';
import { brightness, buttonAt, buttonShape, garment, rib, seam, sewn, stitch } from './garment/garment.ts';
import { hanger } from './garment/hanger.ts';
import { insideBack, insideYoke } from './garment/neck.ts';
import { backHood, cords, frontHood, kangaroo } from './sweatshirt-hood.ts';

/** The cut: regular, boxy (dropped shoulder) or cropped, with the neck's depth. */
function cutOf(name: string, neck: string): Cut {
  const base: Cut = {
    neck: [92, 236],
    frontDrop: neck === 'crew' || neck === 'half zip' ? 74 : 78,
    backDrop: 20,
    shoulder: [222, 290],
    armpit: [252, 482],
    waist: [256, 720],
    hem: [238, 952],
    hemDrop: 5,
    sleeve: { outerBend: [318, 580], outer: [352, 880], inner: [270, 896], innerBend: [278, 660] },
  };
  if (name === 'boxy')
    return {
      ...base,
      neck: [96, 240],
      shoulder: [258, 318],
      armpit: [284, 512],
      waist: [286, 720],
      hem: [264, 920],
      sleeve: { outerBend: [338, 600], outer: [362, 860], inner: [284, 874], innerBend: [306, 680] },
    };
  if (name === 'cropped')
    return {
      ...base,
      neck: [92, 252],
      shoulder: [224, 304],
      armpit: [258, 490],
      waist: [262, 660],
      hem: [240, 812],
      sleeve: { outerBend: [322, 580], outer: [352, 862], inner: [272, 878], innerBend: [280, 660] },
    };
  return base;
}

/** A zip from a height to another: tape, teeth, slider with its pull. */
function zip(top: number, low: number, slider: number, metal: string, tape: string): string {
  return (
    `<path d="M440 ${top}H460V${low}H440Z" fill="${shaded(tape, 0.35)}"/><path d="M450 ${top}V${low}" stroke="${shaded(metal, 0.4)}" stroke-width="9"/><path d="M450 ${top}V${low}" stroke="${lit(metal, 0.3)}" stroke-width="9" stroke-dasharray="2.4 2.4"/><path d="M450 ${top}V${low}" stroke="${shaded(metal, 0.6)}" stroke-width="1.4"/>` +
    `<path d="M443 ${slider}H457L455 ${slider + 20}H445Z" fill="${lit(metal, 0.25)}" stroke="${shaded(metal, 0.5)}"/><path d="M447 ${slider + 16}H453L455 ${slider + 48}Q450 ${slider + 54} 445 ${slider + 48}Z" fill="${metal}" stroke="${shaded(metal, 0.55)}"/>`
  );
}

/** The stand-up collar of a half zip, or the knitted collar of a polo sweatshirt. */
function collarOf(kind: string, ribColour: string, thread: string): { draw: string; cast: string } {
  let draw = '';
  for (const side of [-1, 1]) {
    const p = (at: number, y: number): string => `${450 + side * at} ${y}`;
    draw +=
      kind === 'polo'
        ? sewn(
            side < 0 ? 'leafL' : 'leafR',
            `M${p(66, 214)}C${p(98, 220)} ${p(122, 238)} ${p(132, 270)}L${p(96, 356)}C${p(66, 338)} ${p(30, 318)} ${p(4, 300)}C${p(28, 272)} ${p(54, 246)} ${p(66, 214)}Z`,
            ribColour,
            ribColour,
            side,
          ) + stitch(`M${p(124, 270)}L${p(92, 344)}C${p(66, 328)} ${p(36, 312)} ${p(14, 299)}`, thread)
        : sewn(
            side < 0 ? 'leafL' : 'leafR',
            `M${p(96, 246)}C${p(104, 222)} ${p(100, 196)} ${p(90, 184)}C${p(84, 176)} ${p(74, 178)} ${p(66, 188)}C${p(50, 206)} ${p(30, 218)} ${p(8, 224)}L${p(6, 310)}C${p(44, 304)} ${p(80, 284)} ${p(96, 246)}Z`,
            ribColour,
            ribColour,
            side,
          ) +
          `<path d="M${p(83, 195)}C${p(62, 222)} ${p(40, 232)} ${p(10, 239)}" fill="none" stroke="${shaded(ribColour, 0.6)}" stroke-width="22" stroke-dasharray="1.5 4" opacity=".28"/>` +
          stitch(`M${p(92, 250)}C${p(76, 280)} ${p(44, 296)} ${p(10, 302)}`, thread);
  }
  return {
    draw,
    cast:
      kind === 'polo'
        ? '<path d="M314 266L354 372 450 312 548 372 590 266Z"/>'
        : '<path d="M346 246Q450 372 556 246L552 284Q450 380 350 284Z"/>',
  };
}

/** Ribbed hem and cuffs. */
function bands(cut: Cut, colour: string, cloth: string): string {
  const hem = hemline(cut, -28);
  const top = hemline(cut, -57);
  const cuffs = cuffLine(cut, -1, 28, 5) + cuffLine(cut, 1, 28, 5);
  return (
    rib(hem, 58, colour) +
    seam(top, cloth) +
    rib(cuffs, 58, colour) +
    `<path d="${hem}" fill="none" stroke="url(#l2)" stroke-width="58" opacity=".8"/>`
  );
}

/** The raglan seam lines from neck to armpit. */
const raglan = (cut: Cut, side: number): string =>
  `M${450 + side * (cut.neck[0] + 2)} ${cut.neck[1] + 4}C${450 + side * (cut.neck[0] + 36)} ${cut.neck[1] + 90} ${450 + side * (cut.armpit[0] - 60)} ${cut.armpit[1] - 70} ${450 + side * cut.armpit[0]} ${cut.armpit[1]}`;

/** All that is sewn on. */
function trimsOf(
  cut: Cut,
  lines: Lines,
  c: Cloth,
  params: DrawingParams,
  back: boolean,
  thread: string,
  ribColour: string,
): string {
  const neck = text(params, 'neck', 'crew');
  const joined =
    text(params, 'sleeveCut', 'set-in') === 'raglan'
      ? raglan(cut, -1) + raglan(cut, 1)
      : lines.leftArmhole + lines.rightArmhole + lines.leftShoulder + lines.rightShoulder;
  let out = `${seam(joined, c.colour)}<g transform="translate(0 7)">${stitch(joined, thread)}</g>${bands(cut, ribColour, c.colour)}`;
  const low = cut.hem[1] - 54;
  const zipped = neck === 'zip hood';
  if (back)
    return (
      out +
      (neck.endsWith('hood')
        ? backHood(c.colour, thread)
        : neck === 'half zip' || neck === 'polo'
          ? `<path id="stand" d="M346 258C350 224 372 196 392 190Q450 178 508 190C528 196 550 224 554 258Q450 296 346 258Z" fill="${ribColour}" stroke="${shaded(ribColour, 0.6)}"/><use href="#stand" fill="url(#weave)" stroke="none"/>`
          : rib(lines.backNeck, 30, ribColour))
    );
  if (zipped) out += seam(`M434 330V${low}M466 330V${low}`, c.colour) + zip(336, low + 54, 352, '#a9a59b', c.colour);
  if (neck.endsWith('hood'))
    return (
      out +
      frontHood(c.colour, text(params, 'lining', shaded(c.colour, 0.1)), thread, zipped ? 340 : 362).draw +
      cords(text(params, 'cord', lit(c.colour, 0.75)), 336, [486, 512])
    );
  if (neck === 'half zip')
    return (
      out +
      seam('M432 300V490H468V300', c.colour) +
      stitch('M427 300V496H473V300', thread) +
      zip(236, 486, 252, '#a9a59b', c.colour) +
      collarOf(neck, ribColour, thread).draw
    );
  if (neck === 'polo')
    return (
      out +
      sewn('strip', 'M432 304H468V460H432Z', c.colour, c.colour, 1, 3) +
      stitch('M437 304V455H463V304', thread) +
      [330, 380, 430].map((y) => buttonAt(450, y)).join('') +
      collarOf(neck, ribColour, thread).draw
    );
  const deep = cut.neck[1] + cut.frontDrop;
  if (text(params, 'insert', 'yes') === 'yes')
    out += `<path d="M412 ${deep - 4}L450 ${deep + 62} 488 ${deep - 4}Z" fill="${ribColour}"/>${seam(`M412 ${deep}L450 ${deep + 62} 488 ${deep}`, c.colour)}${stitch(`M405 ${deep}L450 ${deep + 72} 495 ${deep}`, thread)}`;
  return (
    out + rib(lines.frontNeck, 32, ribColour) + stitch(neckline([cut.neck[0] + 22, cut.neck[1] + 6], cut.frontDrop + 17), thread)
  );
}

/**
 * A sweatshirt. Parameters: `view` front, back or detail; `cut` regular, boxy or cropped; `neck` crew, hood, zip hood, half zip or polo;
 * `sleeveCut` set-in or raglan; `sleeves` for contrast sleeves; `ribs`, `lining`, `cord`; `insert` no leaves out the V at the neck;
 * `pocket` kangaroo; `block` for a contrast chest; `print` with `printColour`, `printSecond`, `printScale`; `colour`, `second`, `pattern`.
 */
export const sweatshirt: Drawing = (params) => {
  const view = text(params, 'view', 'front');
  const back = view === 'back';
  const neck = text(params, 'neck', 'crew');
  const cut = cutOf(text(params, 'cut', 'regular'), neck);
  const lines = outlines(cut, back);
  const c = cloth(params, 'fleece', lines.leftTurn, lines.rightTurn);
  const thread = text(params, 'thread', brightness(c.colour) > 0.5 ? shaded(c.colour, 0.24) : lit(c.colour, 0.3));
  const ribColour = text(params, 'ribs', shaded(c.colour, 0.07));
  const own = optionalText(params, 'sleeves');
  let worn = '';
  if (own !== undefined && text(params, 'sleeveCut', 'set-in') === 'raglan')
    for (const side of [-1, 1])
      worn += `<path d="${raglan(cut, side)}L${450 + side * 300} ${cut.armpit[1]}V${cut.neck[1] - 40}H${450 + side * cut.neck[0]}Z" fill="${own}"/>`;
  const block = optionalText(params, 'block');
  if (block !== undefined)
    worn += `<path d="M0 0H900V${cut.armpit[1] + 70}H0Z" fill="${block}"/><path d="M150 ${cut.armpit[1] + 70}H750M150 ${cut.armpit[1] + 98}H750" stroke="${c.second}" stroke-width="10"/>`;
  if (!back) worn += chestPrintOf(params, c, cut.neck[1] + 270);
  const hooded = neck.endsWith('hood');
  const low = cut.hem[1] - 54;
  if (!back && text(params, 'pocket', hooded ? 'kangaroo' : 'no') === 'kangaroo')
    worn += kangaroo(low - 190, low, c.body, c.colour, thread, neck === 'zip hood');
  const collared = neck === 'half zip' || neck === 'polo';
  const shade = hooded
    ? frontHood(c.colour, c.colour, thread, 350).cast
    : collared
      ? collarOf(neck, ribColour, thread).cast
      : `<path d="${back ? lines.backNeck : lines.frontNeck}" fill="none" stroke="#0d1220" stroke-width="44" transform="translate(3 10)" opacity=".6"/>`;
  return garment({
    colour: c.colour,
    backdrop: text(params, 'backdrop', '#e7e3db'),
    pieces: pieces(cut, lines, { body: c.body, left: own ?? c.left, right: own ?? c.right }),
    folds: hangingFolds(cut, `${c.colour}${neck}${text(params, 'cut', '')}${view}`, 1.25),
    defs: c.defs + (neck === 'polo' ? buttonShape(text(params, 'buttons', '#e8dcc6'), shaded(c.colour, 0.2)) : ''),
    behind:
      back || hooded
        ? ''
        : (collared ? insideYoke(cut, ribColour, ribColour, neck === 'polo' ? 18 : 52) : insideBack(cut, c.colour, ribColour)) +
          hanger(params, cut),
    matte: 0.35,
    worn,
    cast: `${back && hooded ? '' : shade}<path d="${hemline(cut, -62)}${lines.leftCuff}${lines.rightCuff}" fill="none" stroke="#0d1220" stroke-width="16" opacity=".45"/>`,
    trims: trimsOf(cut, lines, c, params, back, thread, ribColour),
    camera:
      view === 'detail'
        ? { x: 470, y: hooded ? 360 : 400, zoom: hooded ? 1.8 : 2, tilt: 5 }
        : flag(params, 'hanger')
          ? { x: 450, y: 550, zoom: 0.98 }
          : { x: 450, y: hooded ? 540 : 590, zoom: 1.04 },
  });
};
