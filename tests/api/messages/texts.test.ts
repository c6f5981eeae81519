import { expect, test } from 'vitest';
import { smsTemplates, templateSetting } from '#api/services/messages/text-kinds.ts';
import { composeText, listVariables, textTemplates } from '#api/services/messages/text-of-kind.ts';
import { readProjectFile } from '#tests/house/imports.ts';

test('docs/sms-templates.md lists the texts as they are', () => {
  const rows = readProjectFile('docs/sms-templates.md')
    .split('\n')
    .filter((line) => line.startsWith('| `SMS_TEMPLATE_'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = Object.fromEntries(rows.map(([, setting, text = '']) => [setting, text.replace('<br>', '\n')]));
  const texts = smsTemplates.map((kind) => [`\`${templateSetting('SMS_', kind)}\``, textTemplates[kind]]);
  expect(listed).toEqual(Object.fromEntries(texts));
});

test('every text fits one segment with its longest variables of an order or code, and a shop name of 25 characters', () => {
  const longest: Record<string, string> = {
    otp: '482913',
    host: 'h'.repeat(30),
    order: 'HT-7K2M9QXD and 2 more',
    amount: '1,00,000.00',
  };
  for (const kind of smsTemplates.filter((each) => each !== 'order_dispatched')) {
    const variables = Object.fromEntries(listVariables(kind).map((name) => [name, longest[name] ?? '']));
    expect(composeText(kind, variables, 's'.repeat(25)).length).toBeLessThanOrEqual(160);
  }
});

test('a value that looks like a variable or the shop’s placeholder is not filled in again', () => {
  expect(composeText('order_confirmed', { order: '##amount## SHOP', amount: '5' }, 'Haat $& ##order##')).toBe(
    'Your order ##amount## SHOP is confirmed. - Haat $& ##order##',
  );
});
