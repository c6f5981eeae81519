import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSentences, replaceTexts } from '#api/extend/replace-texts.ts';
import { t, tParts } from '#lib/contract/text/t.ts';

/** The value of an expression. */
const evaluate = (code: string): unknown => new Function(`return ${code}`)();

const texts = new Map([
  ['Add to cart', 'कार्ट में डालें'],
  ["That's all", 'Das war’s'],
  ['Say "yes"', 'हाँ'],
  ['Pictures of {name}', '{name} की तस्वीरें'],
  ['Pay', "$& $1 $' \\ `$\u007bx}` '\"</script>"],
  ['A\u00a0B', 'C'],
  ['One\ntwo', 'Eins\nzwei'],
]);

test.each([
  ['t in single quotes', "const a = t('Add to cart');", 'const a = "कार्ट में डालें";'],
  ['t in double quotes', 'f(t("That\'s all"), 1)', 'f("Das war’s", 1)'],
  ['an escaped apostrophe', "t('That\\'s all')", '"Das war’s"'],
  ['quotes in a sentence', 't(\'Say "yes"\')', '"हाँ"'],
  ['an escaped character', "t('A\\u00a0B') + t('One\\ntwo')", '"C" + "Eins\\nzwei"'],
  ['a sentence without words of the shop', "t('Remove')", "'Remove'"],
  ['white space and a comma at the end, with their lines', "t(\n  'Add to cart',\n);\nnext", '"कार्ट में डालें"\n\n;\nnext'],
  ['JSX', "<b title={t('Add to cart')}>{t('Remove')}</b>", '<b title={"कार्ट में डालें"}>{\'Remove\'}</b>'],
  ['calls in calls', "t('Hi {name}', { name: t('Add to cart') })", 't(\'Hi {name}\', { name: "कार्ट में डालें" })'],
  ['the literal of a call with values', "t('Pictures of {name}', { name })", 't("\\u007bname\\u007d की तस्वीरें", { name })'],
  [
    'the literal of tParts, whose call stays',
    "tParts('Pictures of {name}', { name: <b /> }); tParts('Add to cart')",
    'tParts("\\u007bname\\u007d की तस्वीरें", { name: <b /> }); tParts("कार्ट में डालें")',
  ],
])('%s is replaced', (_what, source, expected) => {
  expect(replaceTexts(source, texts)).toBe(expected);
});

test.each([
  "about('Add to cart')",
  "parts.split('Add to cart')",
  "$t('Add to cart')",
  "this.t('Add to cart')",
  't(`Add to cart`)',
  't(text)',
  "t('Add' + ' to cart')",
  "t(isOne ? 'Add to cart' : 'Remove')",
  'export const t = (sentence) => sentence;',
])('%s stays', (source) => {
  expect(replaceTexts(source, texts)).toBe(source);
  expect(findSentences(source)).toEqual([]);
});

test('words of any characters are read back as they are written, in code and in a template', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (words) => {
      const replaced = replaceTexts("`$\u007bt('Pay')}`", new Map([['Pay', words]]));
      expect(evaluate(replaced)).toBe(words);
      expect(replaced.slice(4, -3)).not.toMatch(/[<>`{}']|\n/);
    }),
  );
  expect(evaluate(replaceTexts("t('Pay')", texts))).toBe(texts.get('Pay'));
});

test('the sentences of a source are listed with their escapes resolved', () => {
  expect(findSentences("t('That\\'s all'); x = tParts(\n  \"It's {n}\",\n  { n },\n); t('A\\u00a0B')")).toEqual([
    "That's all",
    "It's {n}",
    'A\u00a0B',
  ]);
});

test('values are filled in where the words have their placeholders', () => {
  const words = (sentence: string) => texts.get(sentence) as 'Pictures of {name}';
  expect(t(words('Pictures of {name}'), { name: '$& {name}' })).toBe('$& {name} की तस्वीरें');
  expect(tParts(words('Pictures of {name}'), { name: 7 })).toEqual(['', 7, ' की तस्वीरें']);
});
