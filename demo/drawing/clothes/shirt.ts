/** Woven shirts: spread, button-down, camp and band collars, long, rolled or short sleeves, with pockets, plackets and cuffs. */

import { type DrawingParams, flag, number, optionalText, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded } from '#drawing/studio/studio.ts';
import { type Cloth, cloth } from './garment/cloth.ts';
import { type Cut, cuffBand, hangingFolds, hemline, type Lines, outlines, pieces, type Sleeve } from './garment/cut.ts';
import { brightness, buttonAt, buttonShape, garment, seam, sewn, stitch } from './garment/garment.ts';
import { hanger } from './garment/hanger.ts';
import { insideYoke } from './garment/neck.ts';
import { backCollar, frontCollar } from './shirt-collar.ts';

/** The cut of a shirt from its sleeve (long, rolled, short), its hem (tail, straight) and its collar. */
function cutOf(sleeve: string, hem: string, collar: string): Cut {
  const sleeves = {
    long: { outerBend: [294, 560], outer: [344, 862], inner: [256, 878], innerBend: [246, 650] },
    rolled: { outerBend: [270, 440], outer: [322, 618], inner: [234, 644], innerBend: [240, 560] },
    short: { outerBend: [280, 372], outer: [342, 498], inner: [232, 568], innerBend: [240, 520] },
  } satisfies Record<string, Sleeve>;
  const relaxed = collar === 'camp' || sleeve === 'short';
  return {
    neck: [88, 230],
    frontDrop: collar === 'camp' ? 150 : 52,
    backDrop: 16,
    pointed: collar === 'camp',
    shoulder: [relaxed ? 222 : 212, 282],
    armpit: [relaxed ? 248 : 238, 462],
    waist: [relaxed ? 242 : 228, 720],
    hem: [relaxed ? 246 : 238, hem === 'tail' ? 990 : 968],
    hemDrop: hem === 'tail' ? 18 : 12,
    ...(hem === 'tail' ? { hemRise: 66 } : {}),
    sleeve: sleeves[sleeve as keyof typeof sleeves] ?? sleeves.long,
  };
}

/** A patch pocket centred on a place; `flap` gives it a buttoned flap. */
function pocket(cx: number, y: number, flap: boolean, c: Cloth, thread: string): string {
  const side = cx - 450;
  const box =
    sewn(
      'patch',
      `M${cx - 52} ${y}H${cx + 52}V${y + 104}L${cx + 38} ${y + 120}H${cx - 38}L${cx - 52} ${y + 104}Z`,
      c.body,
      c.colour,
      side,
      5,
    ) +
    stitch(
      `M${cx - 47} ${y + 5}V${y + 102}L${cx - 35} ${y + 115}H${cx + 35}L${cx + 47} ${y + 102}V${y + 5}${flap ? '' : `M${cx - 52} ${y + 20}H${cx + 52}`}`,
      thread,
    );
  if (!flap) return box;
  return `${box}${sewn('flap', `M${cx - 55} ${y - 8}H${cx + 55}V${y + 24}L${cx} ${y + 44} ${cx - 55} ${y + 24}Z`, c.body, c.colour, side, 6)}${stitch(`M${cx - 50} ${y - 3}V${y + 20}L${cx} ${y + 38} ${cx + 50} ${y + 20}V${y - 3}`, thread)}${buttonAt(cx, y + 26, 0.8)}`;
}

/** The pockets a shirt has on its front: none, one, two or two with flaps. */
function pocketsOf(kind: string, c: Cloth, thread: string): string {
  if (kind === 'one') return pocket(552, 436, false, c, thread);
  return kind === 'none'
    ? ''
    : `<g id="pocket">${pocket(552, 432, kind === 'flap', c, thread)}</g><use href="#pocket" x="-204"/>`;
}

/** The button that closes a long sleeve's cuff. */
function cuffButton({ sleeve }: Cut, side: number): string {
  return sleeve ? buttonAt(450 + side * (sleeve.inner[0] + 18), sleeve.inner[1] - 32, 0.82) : '';
}

/** Cuffs, turned-up sleeves or stitched sleeve hems. */
function sleeveEnds(cut: Cut, kind: string, c: Cloth, thread: string): string {
  let out = '';
  for (const side of [-1, 1]) {
    const band = cuffBand(cut, side, kind === 'long' ? 60 : kind === 'rolled' ? 58 : 26, kind === 'rolled' ? 4 : 0);
    const name = side < 0 ? 'cuffL' : 'cuffR';
    out +=
      sewn(name, band, side < 0 ? c.left : c.right, c.colour, side, kind === 'short' ? 0 : -5) +
      `<use href="#${name}" fill="url(#l${side < 0 ? 0 : 1})" opacity=".8"/>`;
    if (kind === 'rolled') out += stitch(cuffBand(cut, side, 30, 3), thread);
    else if (kind === 'long') out += stitch(cuffBand(cut, side, 53, -4), thread) + cuffButton(cut, side);
    else out += stitch(cuffBand(cut, side, 22, 0), thread);
  }
  return out;
}

/** Everything sewn onto the front or the back. */
function trimsOf(cut: Cut, lines: Lines, c: Cloth, params: DrawingParams, back: boolean, collar: string): string {
  const thread = text(params, 'thread', brightness(c.colour) > 0.5 ? shaded(c.colour, 0.22) : lit(c.colour, 0.35));
  const top = cut.neck[1] + cut.frontDrop;
  const low = cut.hem[1] + cut.hemDrop;
  let out =
    seam(lines.leftArmhole + lines.rightArmhole, c.colour) +
    stitch(hemline(cut, -9), thread) +
    sleeveEnds(cut, text(params, 'sleeve', 'long'), c, thread);
  if (back) {
    const yoke = `M${450 - cut.shoulder[0] + 13} ${cut.shoulder[1] + 64}Q450 ${cut.shoulder[1] + 82} ${450 + cut.shoulder[0] - 13} ${cut.shoulder[1] + 64}`;
    const y = cut.shoulder[1] + 74;
    out += `${seam(yoke, c.colour)}<g transform="translate(0 -6)">${stitch(yoke, thread)}</g>`;
    out +=
      seam(`M426 ${y}L432 ${y + 300}M474 ${y}L468 ${y + 300}`, c.colour) +
      `<path d="M426 ${y}L432 ${y + 320} 446 ${y + 320} 438 ${y}Z" fill="#0d1220" opacity=".12"/><path d="M443 ${y - 8}V${y + 26}H457V${y - 8}" fill="none" stroke="${shaded(c.colour, 0.25)}" stroke-width="6"/>`;
    return out + collar;
  }
  out += seam(lines.leftShoulder + lines.rightShoulder, c.colour);
  const edges = `M429 ${top + 6}V${low}M471 ${top + 6}V${low}`;
  out +=
    seam(edges, c.colour) +
    `<path d="M472 ${top + 8}V${low - 2}" stroke="#0d1220" stroke-width="7" opacity=".13"/>` +
    stitch(`M435 ${top + 6}V${low - 9}M465 ${top + 6}V${low - 9}`, thread);
  const first = top + (cut.pointed ? 26 : 88);
  const gap = 96;
  for (let y = first; y < low - 70; y += gap) out += buttonAt(450, y);
  return out + collar;
}

/**
 * A shirt. Parameters: `view` front, back or detail; `collar` spread, button-down, camp or band; `sleeve` long, rolled or short;
 * `hem` tail or straight; `pockets` none, one, two or flap; `colour`, `second`, `third`, `pattern`, `patternScale`, `weave`;
 * `collarColour` for a contrast collar; `buttons`, `thread`, `backdrop`.
 */
export const shirt: Drawing = (params) => {
  const view = text(params, 'view', 'front');
  const back = view === 'back';
  const kind = text(params, 'collar', 'spread');
  const cut = cutOf(text(params, 'sleeve', 'long'), text(params, 'hem', 'tail'), kind);
  const lines = outlines(cut, back);
  const c = cloth(params, 'woven', lines.leftTurn, lines.rightTurn);
  const thread = text(params, 'thread', brightness(c.colour) > 0.5 ? shaded(c.colour, 0.22) : lit(c.colour, 0.35));
  const own = optionalText(params, 'collarColour');
  const front = frontCollar(kind, c, own, thread);
  return garment({
    colour: c.colour,
    backdrop: text(params, 'backdrop', '#e7e3db'),
    pieces: pieces(cut, lines, c),
    folds: hangingFolds(cut, `${c.colour}${text(params, 'pattern', '')}${kind}${view}`, number(params, 'crispness', 0.9)),
    defs: c.defs + buttonShape(text(params, 'buttons', '#efe9dc'), shaded(text(params, 'buttons', '#efe9dc'), 0.45)),
    behind: back
      ? ''
      : insideYoke(cut, own ?? c.body, own ?? c.colour, kind === 'camp' ? 26 : 30, flag(params, 'hanger') ? 0 : 0.9) +
        hanger(params, cut),
    worn: back ? '' : pocketsOf(text(params, 'pockets', 'one'), c, thread),
    cast: `${back ? '<path d="M330 262Q450 312 574 262L590 290Q450 330 336 284Z"/>' : front.cast}<path d="${lines.hem}" fill="none" stroke="${shaded(c.colour, 0.8)}" stroke-width="20" opacity=".4"/>`,
    trims: trimsOf(cut, lines, c, params, back, back ? backCollar(kind, c, own, thread) : front.draw),
    camera:
      view === 'detail'
        ? { x: 474, y: 390, zoom: 2, tilt: 6 }
        : flag(params, 'hanger')
          ? { x: 450, y: 556, zoom: 0.98 }
          : { x: 450, y: 596, zoom: 1.04 },
  });
};
