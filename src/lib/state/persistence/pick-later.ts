import type * as z from 'zod/mini';

/**
 * Creates the choice between two tabs' fields, of which `rank` tells how late they are. Between equal ones the longer text of the saved
 * fields wins, then the greater one, so that all tabs choose alike; `mine` when they are the same.
 */
export function createPickLater<Fields extends object>(schema: z.ZodMiniType, rank: (fields: Fields) => readonly number[]) {
  const toText = (fields: Fields): string => JSON.stringify(schema.safeParse(fields).data);
  return <Tab extends Fields>(mine: Tab, theirs: Tab): Tab => {
    const others = rank(theirs);
    const [lead = 0] = rank(mine).flatMap((value, place) => value - (others[place] ?? 0) || []);
    if (lead !== 0) return lead > 0 ? mine : theirs;
    const [text, otherText] = [toText(mine), toText(theirs)];
    return (text.length - otherText.length || (text >= otherText ? 1 : -1)) > 0 ? mine : theirs;
  };
}
