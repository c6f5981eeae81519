import type { AwbLine } from '#lib/contract/admin/fulfilment.ts';

/** The prefix of the fields in which an order's AWB is typed. */
export const AWB_FIELD = 'awb-';

/** The list of AWBs that were typed beside their orders; several, with commas between them, are parcels of one order. */
export const typedList = (form: FormData): string =>
  [...form]
    .flatMap(([name, value]) =>
      name.startsWith(AWB_FIELD) && typeof value === 'string'
        ? value.split(/[,;]/).flatMap((awb) => (awb.trim() === '' ? [] : [`${name.slice(AWB_FIELD.length)}\t${awb.trim()}`]))
        : [],
    )
    .join('\n');

/** A list that was read, as text that reads the same. */
export const toListText = (lines: readonly AwbLine[]): string =>
  lines
    .filter(({ result }) => result !== 'refused')
    .map(({ order_number, awb, courier }) => [order_number ?? '', awb, courier ?? ''].join('\t'))
    .join('\n');

/** The chosen file in base64; undefined without one. */
export async function readSentFile(form: FormData, name: string): Promise<string | undefined> {
  const file = form.get(name);
  if (!(file instanceof File) || file.size === 0) return undefined;
  return Buffer.from(await file.arrayBuffer()).toString('base64');
}
