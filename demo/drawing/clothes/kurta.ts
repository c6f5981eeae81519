/** Kurtas and short kurtis: straight, A-line, angrakha and short cuts with side slits, bands, borders, yokes and plackets. */

import { type DrawingParams, flag, number, optionalText, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded } from '#drawing/studio/studio.ts';
import { type Cloth, cloth } from './garment/cloth.ts';
import { type Cut, cuffBand, hangingFolds, hemline, type Lines, outlines, pieces, type Sleeve } from './garment/cut.ts';
import { brightness, buttonShape, garment, seam, stitch } from './garment/garment.ts';
import { hanger } from './garment/hanger.ts';
import { insideYoke, label } from './garment/neck.ts';
import { backBand, borderBand, facingInside, kurtaFront, yoke } from './kurta-neck.ts';

/** The cut from its shape (straight, a-line, short), its sleeve (long, three-quarter, short) and its neck. */
function cutOf(shape: string, sleeve: string, neck: string): Cut {
  const women = shape === 'a-line' || shape === 'slim';
  const drops: Record<string, number> = { band: 44, round: 62, v: 108, angrakha: 92 };
  const base: Cut = {
    neck: [women ? 72 : 68, 168],
    frontDrop: drops[neck] ?? 62,
    backDrop: 14,
    pointed: neck === 'v',
    shoulder: [women ? 160 : 182, 208],
    armpit: [women ? 182 : 206, women ? 352 : 366],
    waist: [200, 610],
    hem: [222, 1038],
    hemDrop: 10,
  };
  if (shape === 'a-line') Object.assign(base, { waist: [190, 540], hem: [306, 1010], hemDrop: 40 });
  if (shape === 'slim') Object.assign(base, { waist: [174, 540], hem: [212, 1020] });
  if (shape === 'short') Object.assign(base, { waist: [204, 560], hem: [214, 800], hemDrop: 12, hemRise: 20 });
  const [a, s] = [base.armpit[0], base.shoulder[0]];
  const sleeves = {
    long: { outerBend: [s + 76, 440], outer: [s + 124, 706], inner: [a + 34, 722], innerBend: [a + 8, 520] },
    'three-quarter': { outerBend: [s + 72, 400], outer: [s + 112, 560], inner: [a + 24, 580], innerBend: [a + 8, 480] },
    short: { outerBend: [s + 58, 300], outer: [s + 94, 398], inner: [a - 2, 440], innerBend: [a + 2, 410] },
  } satisfies Record<string, Sleeve>;
  return { ...base, sleeve: sleeves[sleeve as keyof typeof sleeves] ?? sleeves.long };
}

/** Where the side slits start. */
const slitTop = (cut: Cut): number => Math.round(cut.hem[1] - (cut.hem[1] - cut.waist[1]) * 0.62);

/** How far from the middle the side seam is at the top of the slit. */
const slitAt = (cut: Cut): number => Math.round(cut.waist[0] + (cut.hem[0] - cut.waist[0]) * 0.38);

/** The back panel seen at the slits, a little wider and longer than the front. */
function backPanel(cut: Cut, c: Cloth): string {
  const [half, y] = cut.hem;
  const end = y - (cut.hemRise ?? 0) + 7;
  return `<path d="M${450 - slitAt(cut) + 6} ${slitTop(cut)}L${450 - half - 9} ${end}C${450 - half * 0.6} ${y + cut.hemDrop + 14} ${450 + half * 0.6} ${y + cut.hemDrop + 14} ${450 + half + 9} ${end}L${450 + slitAt(cut) - 6} ${slitTop(cut)}Z" fill="${shaded(c.colour, 0.4)}"/>`;
}

/** Stitching, slits, cuffs, borders and pocket mouths. */
function trimsOf(cut: Cut, c: Cloth, params: DrawingParams, lines: Lines, back: boolean, thread: string): string {
  const hemY = cut.hem[1] - (cut.hemRise ?? 0);
  let out =
    seam(lines.leftArmhole + lines.rightArmhole + (back ? '' : lines.leftShoulder + lines.rightShoulder), c.colour) +
    stitch(hemline(cut, -12), thread);
  for (const side of [-1, 1]) {
    const x = (half: number): number => Math.round(450 + side * half);
    const top = slitTop(cut);
    const at = slitAt(cut);
    out +=
      `<path d="M${x(at + 1)} ${top}L${x(cut.hem[0] + 2)} ${hemY}" stroke="${shaded(c.colour, 0.7)}" stroke-width="2.4" opacity=".5"/>` +
      stitch(`M${x(at - 11)} ${top - 6}L${x(cut.hem[0] - 12)} ${hemY - 8}M${x(at + 2)} ${top}L${x(at - 11)} ${top - 6}`, thread);
    if (text(params, 'pocket', 'no') === 'side' && !back)
      out += seam(
        `M${x(cut.waist[0] - 3)} ${Math.round(cut.waist[1] + 20)}Q${x(cut.waist[0] - 26)} ${Math.round(cut.waist[1] + 70)} ${x(cut.waist[0] - 2)} ${Math.round(cut.waist[1] + 122)}`,
        c.colour,
      );
    out += stitch(cuffBand(cut, side, 16), thread);
  }
  return out;
}

/**
 * A kurta. Parameters: `view` front, back or detail; `shape` straight, slim, a-line or short; `sleeve` long, three-quarter or short;
 * `neck` band, round, v or angrakha; `placket` its length; `trim` the colour of collar, facing and placket; `border` with
 * `borderLine` for woven borders at hem and cuffs; `yoke` with `yokeHeart` for embroidery; `pocket` side; `colour`, `second`,
 * `third`, `pattern`, `patternScale`; `buttons`, `thread`, `backdrop`.
 */
export const kurta: Drawing = (params) => {
  const view = text(params, 'view', 'front');
  const back = view === 'back';
  const kind = text(params, 'neck', 'band');
  const cut = cutOf(text(params, 'shape', 'straight'), text(params, 'sleeve', 'long'), kind);
  const lines = outlines(cut, back);
  const c = cloth(params, 'woven', lines.leftTurn, lines.rightTurn);
  const thread = text(params, 'thread', brightness(c.colour) > 0.5 ? shaded(c.colour, 0.24) : lit(c.colour, 0.35));
  const trim = text(params, 'trim', c.colour);
  const length = number(params, 'placket', kind === 'round' ? 120 : 250);
  const front = kurtaFront(kind, cut, c, trim, thread, length);
  const deep = cut.neck[1] + cut.frontDrop;
  let worn = '';
  const border = optionalText(params, 'border');
  if (border !== undefined) {
    const line = text(params, 'borderLine', lit(border, 0.6));
    worn += borderBand(hemline(cut, -34), 44, border, line);
    for (const side of [-1, 1])
      worn += `<path d="${cuffBand(cut, side, 34)}" fill="${border}"/><path d="${cuffBand(cut, side, 24)}" fill="none" stroke="${line}" stroke-width="3" stroke-dasharray="6 3"/>`;
  }
  const yokeThread = optionalText(params, 'yoke');
  if (yokeThread !== undefined && !back)
    worn += yoke(deep - 40, deep + length, yokeThread, text(params, 'yokeHeart', lit(yokeThread, 0.5)));
  const backNeck =
    kind === 'band'
      ? backBand(cut, trim === c.colour ? c.body : trim, trim, thread)
      : `<path d="${lines.backNeck}" fill="none" stroke="${trim}" stroke-width="11"/>${stitch(lines.backNeck, thread)}`;
  const low = cut.hem[1] < 900;
  return garment({
    colour: c.colour,
    backdrop: text(params, 'backdrop', '#e7e3db'),
    pieces: pieces(cut, lines, c),
    folds: hangingFolds(cut, `${c.colour}${text(params, 'pattern', '')}${kind}${view}`, 1.05),
    defs: c.defs + buttonShape(text(params, 'buttons', '#cbb58e'), shaded(text(params, 'buttons', '#cbb58e'), 0.5)),
    behind:
      backPanel(cut, c) +
      (back
        ? ''
        : kind === 'band'
          ? insideYoke(cut, c.body, c.colour, 30, flag(params, 'hanger') ? 0 : 0.75, -6)
          : facingInside(cut, c.colour) + label(cut.neck[1] + cut.backDrop + 26, 0.75)) +
      (back ? '' : hanger(params, cut)),
    worn,
    cast:
      (back ? '' : front.cast) +
      `<path d="${lines.leftCuff}${lines.rightCuff}${lines.hem}" fill="none" stroke="${shaded(c.colour, 0.8)}" stroke-width="18" opacity=".4"/>`,
    trims: trimsOf(cut, c, params, lines, back, thread) + (back ? backNeck : front.draw),
    camera:
      view === 'detail'
        ? { x: 470, y: 350, zoom: 2.1, tilt: -5 }
        : flag(params, 'hanger')
          ? { x: 450, y: 564, zoom: 0.94 }
          : low
            ? { x: 450, y: 490, zoom: 1.2 }
            : { x: 450, y: 594, zoom: 1.03 },
  });
};
