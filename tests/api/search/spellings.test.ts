import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexProducts } from '#api/database/search/product-index.ts';
import { searchProductsCall } from '#lib/contract/catalogue.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

/** Spellings of one word that readers take for equal, by script. */
const spellings: Record<string, string[][]> = {
  'nukta, composed, decomposed or left out': [
    ['सा\u095cी', 'सा\u0921\u093cी', 'साडी'],
    ['\u095bरी', 'ज\u093cरी', 'जरी'],
    ['\u0931ग', 'रग'],
    ['শা\u09dcি', 'শাড\u09bcি', 'শাডি'],
    ['ম\u09df\u09a6া', 'ময\u09bcদা', 'ময\u09a6া'],
    ['\u0a36ਾਲ', 'ਸ\u0a3cਾਲ', 'ਸਾਲ'],
    ['ਕਮੀ\u0a5bਟ', 'ਕਮੀਜ\u0a3cਟ', 'ਕਮੀਜਟ'],
    ['ફ\u0abcરાક', 'ફરાક'],
    ['ଶା\u0b5cୀ', 'ଶାଡ\u0b3cୀ', 'ଶାଡୀ'],
    ['ಫ\u0cbcರಾಕ', 'ಫರಾಕ'],
    ['ఫ\u0c3cరాక', 'ఫరాక'],
  ],
  'a nasal as half letter or anusvara': [
    ['हिन्दी', 'हिंदी'],
    ['कङ्गन', 'कंगन'],
    ['पञ्जाब', 'पंजाब'],
    ['अण्डा', 'अंडा'],
    ['पैन्ट', 'पैंट'],
    ['कम्बल', 'कंबल'],
    ['সঙ্গীত', 'সংগীত'],
    ['ਹਿਨ੍ਦੀ', 'ਹਿੰਦੀ', 'ਹਿਂਦੀ'],
    ['ગુજરાતી હિન્દી', 'ગુજરાતી હિંદી'],
    ['ଓଡ଼ିଆ ହିନ୍ଦୀ', 'ଓଡ଼ିଆ ହିଂଦୀ'],
    ['కమ్బళి', 'కంబళి'],
    ['ಕಮ್ಬಳಿ', 'ಕಂಬಳಿ'],
    ['സങ്ഗീതം', 'സംഗീതം'],
  ],
  'chandrabindu or anusvara': [
    ['साँवला', 'सांवला'],
    ['চাঁদর', 'চাংদর'],
    ['ਪਾਁਚਾ', 'ਪਾਂਚਾ'],
    ['ચાઁદી', 'ચાંદી'],
    ['ଚାଁଦି', 'ଚାଂଦି'],
    ['చాఁది', 'చాంది'],
    ['ಚಾಁದಿ', 'ಚಾಂದಿ'],
    ['ചാഁദി', 'ചാംദി'],
  ],
  'with and without joiners': [
    ['दर्\u200dया', 'दर्या'],
    ['রা\u200cন্না', 'রান্না'],
    ['ಬಟ್\u200cಟೆ', 'ಬಟ್ಟೆ'],
    ['తెర్\u200cచే', 'తెర్చే'],
  ],
  'letters of two encodings': [
    ['കുര്\u200dത്ത', 'കുർത്ത'],
    ['മേശവന്\u200dകാ', 'മേശവൻകാ'],
    ['പാല്\u200d', 'പാൽ'],
    ['വാള്\u200d', 'വാൾ'],
    ['തൂണ്\u200d', 'തൂൺ'],
    ['എന്റെ', 'എൻറെ'],
    ['മ\u0d4cനം', 'മ\u0d57നം', 'മ\u0d46\u0d57നം'],
    ['উত্\u200dসব', 'উৎসব'],
    ['ப\u0bcaருள்', 'ப\u0bc6\u0bbeருள்'],
    ['ஶ்ரீமதி', 'ஸ்ரீமதி'],
    ['لڑكي', 'لڑکی'],
  ],
  'with and without vowel signs': [['اُردو', 'اردو', 'ا\u0640ردو']],
  'case, accents and compatibility forms': [
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['Kérala', 'Ke\u0301rala', 'KERALA'],
    ['ΧΙΤΩΝΑΣ', 'χιτωνας', 'χιτωνασ', 'χιτώνας'],
    ['ﬁligree', 'filigree', 'Ｆｉｌｉｇｒｅｅ'],
    ['Women’s', "women's", 'womenʼs', 'womens', 'women＇s'],
  ],
  'characters that show nothing': [
    ['Table\u00adcloth', 'tablecloth', 'table\u200bcloth', 'table\u2060cloth', '\u202atablecloth\u202c', 'table\ufe0fcloth'],
  ],
  digits: [
    ['50171', '५०१७१', '৫০১৭১', '੫੦੧੭੧', '૫૦૧૭૧', '୫୦୧୭୧', '௫௦௧௭௧', '౫౦౧౭౧', '೫೦೧೭೧', '൫൦൧൭൧', '۵۰۱۷۱', '٥٠١٧١', '５０１７１'],
  ],
  'numbers and units': [
    ['500ml', '500 ml', '500-ml', '५०० ml', '500\u00a0ML'],
    ['1l', '1 l', '1 L'],
    ['1.5m', '1.5 m'],
    ['1 l bottle', '1l bottle'],
    ['iphone15', 'iphone 15', 'iPhone-15'],
  ],
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const find = async (search: string) =>
  (await shop.succeed(searchProductsCall, { body: { search } })).data.map(({ name }) => name);

describe('each spelling finds products named in any other', () => {
  test.for(Object.entries(spellings))('%s', async ([, groups]) => {
    for (const [i, group] of groups.entries()) {
      const ids: number[] = [];
      for (const [j, name] of group.entries())
        ids.push((await shop.add({ name, slug: `spelling-${i}-${j}`, category: 'Words' })).id);
      for (const typed of group) expect([typed, (await find(typed)).sort()]).toEqual([typed, group.toSorted()]);
      await shop.change(async (tx) => {
        await tx.updateTable('product').set({ active: 0 }).where('id', 'in', ids).execute();
        await indexProducts(tx, ids);
        for (const id of ids)
          await tx
            .updateTable('product')
            .set({ slug: `former-${id}` })
            .where('id', '=', id)
            .execute();
      });
    }
  });
});

test('different words stay different', async () => {
  for (const [i, name] of ['कमल', 'कंगन', 'अन्न', 'तेल', 'തേൻ', 'തേന'].entries())
    await shop.add({ name, slug: `other-${i}`, category: 'Words' });
  expect(await find('कमल')).toEqual(['कमल']);
  expect(await find('अन्न')).toEqual(['अन्न']);
  expect(await find('தேன்')).toEqual([]);
});

test('an emoji is no word', async () => {
  await shop.add({ name: '❤️ Mug 1️⃣', category: 'Mugs' });
  expect(await find('❤️')).toEqual([]);
  expect(await find('👩‍👩‍👧')).toEqual([]);
  expect(await find('mug ❤️')).toEqual(['❤️ Mug 1️⃣']);
});

describe('a word with digits', () => {
  beforeAll(async () => {
    for (const name of ['Floral Dress', 'Leather Boots', 'Phones Stand', 'Iphones Cover', 'Model A2345'])
      await shop.add({ name, category: 'Codes' });
  });

  test.for(['KT-INS114-DRE', 'dress1', 'boot5s', 'iphones9', 'TB-BT-01-28', 'ph0nes', '४dress'])(
    '%s is not corrected to a word without',
    async (typed) => {
      expect(await find(typed)).toEqual([]);
    },
  );

  test('is not a correction of a word without', async () => expect(await find('modela')).not.toContain('Phones Stand'));
});
