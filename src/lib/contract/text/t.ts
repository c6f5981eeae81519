/** Names of the placeholders of a sentence: `'name'` of `Pictures of {name}`. */
type Placeholder<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Values<Sentence extends string, Value> = [Placeholder<Sentence>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Sentence>, Value>>];

const placeholder = /\{(\w+)\}/;

/**
 * A sentence of the interface in the shop's own words, with its values filled in: `t('Pictures of {name}', { name })`. The sentence is its key, and
 * must be written as one string literal: the shop's words replace it when its code is loaded or built, so that a call without values costs nothing.
 */
// Lets bundlers leave out constants that nothing uses.
/* @__NO_SIDE_EFFECTS__ */
export const t = <Sentence extends string>(sentence: Sentence, ...[values]: Values<Sentence, string | number>): string =>
  values ? splitSentence(sentence, values).join('') : sentence;

/** As `t`, for values that are elements: the texts and values of the sentence in their order. */
/* @__NO_SIDE_EFFECTS__ */
export const tParts = <Sentence extends string, Value>(
  sentence: Sentence,
  ...[values]: Values<Sentence, Value>
): (string | Value)[] => splitSentence(sentence, values ?? {});

function splitSentence<Value>(sentence: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return sentence.split(placeholder).map((part, index) => (index % 2 === 1 ? (values[part] as Value) : part));
}
