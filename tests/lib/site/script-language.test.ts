import { expect, test } from 'vitest';
import { langOf } from '#lib/site/script-language.ts';

test.for([
  ['कुर्ता, नीला', 'hi'],
  ['শাড়ি', 'bn'],
  ['ਫੁਲਕਾਰੀ', 'pa'],
  ['બાંધણી', 'gu'],
  ['ସମ୍ବଲପୁରୀ', 'or'],
  ['பட்டுப் புடவை', 'ta'],
  ['చీర', 'te'],
  ['ಸೀರೆ', 'kn'],
  ['മുണ്ട്', 'ml'],
  ['Kurta, कुर्ता', 'hi'],
  ['Linen Shirt, Sky – ₹1,599', undefined],
  ['', undefined],
] as const)('the name “%s” has the language %s', ([name, language]) => {
  expect(langOf(name)).toBe(language);
});
