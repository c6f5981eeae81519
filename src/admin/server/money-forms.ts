/** A field's text without spaces around it; undefined when it is empty. */
export function readFormText(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() ? value.trim() : undefined;
}

/** An amount as people type it, such as "200", "₹1,499.5" or "Rs. 200/-", in the form of calls; as typed if it is none. */
export function readFormRupees(form: FormData, name: string): string | undefined {
  const typed = readFormText(form, name);
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(typed?.replaceAll(/rs\.?|[₹,\s]|\/-$/gi, '') ?? '') ?? [];
  return whole === undefined ? typed : `${whole}.${decimals.padEnd(2, '0')}`;
}

/** The chosen units by item, from fields named `units-<id>`. */
export function readUnits(form: FormData): Record<string, number> {
  const units: Record<string, number> = {};
  for (const [name, value] of form) {
    const [, id] = /^units-(\d+)$/.exec(name) ?? [];
    const count = Number(value);
    if (id !== undefined && Number.isInteger(count) && count > 0) units[id] = count;
  }
  return units;
}
