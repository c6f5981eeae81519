/** Two taps of a thumb are no further apart, in milliseconds and in CSS pixels. */
const SAME_TAP_MS = 500;
const SAME_PLACE_PX = 32;

let previous: MouseEvent | undefined;
let latest: MouseEvent | undefined;
globalThis.addEventListener?.(
  'click',
  (event) => {
    if (event.detail > 0) [previous, latest] = [latest, event];
  },
  true,
);

/**
 * Whether a click is the second tap at one place, which was meant for what was there at the first. Compares times and places: Safari on iOS
 * may report 1 as `detail` of both. Where this script came after the first tap, `detail` tells. Keyboards and assistive technology have no
 * pointer, so that `detail` is 0. Of many quick taps, one every `SAME_TAP_MS` counts.
 */
export function isSecondTap({
  detail,
  timeStamp,
  clientX,
  clientY,
}: Pick<MouseEvent, 'detail' | 'timeStamp' | 'clientX' | 'clientY'>): boolean {
  if (!previous) return detail > 1;
  const isSecond =
    detail > 0 &&
    timeStamp - previous.timeStamp < SAME_TAP_MS &&
    Math.hypot(clientX - previous.clientX, clientY - previous.clientY) < SAME_PLACE_PX;
  if (isSecond) latest = previous;
  return isSecond;
}
