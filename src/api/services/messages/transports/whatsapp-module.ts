import { OTP_TEMPLATE, smsTemplates, templateSetting } from '#api/services/messages/text-kinds.ts';
import type { TextTransportModule } from '#api/services/messages/transport-module.ts';
import type { ProviderSetting } from '#api/services/provider-settings.ts';

const PREFIX = 'WHATSAPP_';

/** Language of templates unless told. */
const DEFAULT_LANGUAGE = 'en';

/** Returns a check that a value, if there is one, has a form. */
const form =
  (name: string, pattern: RegExp, mustBe: string) =>
  (value: string | undefined): string | undefined =>
    value === undefined || value === '' || pattern.test(value) ? undefined : `${name} must be ${mustBe}, not "${value}"`;

const templateSettings = smsTemplates.map((kind): ProviderSetting => {
  const name = templateSetting(PREFIX, kind);
  return {
    name,
    findProblem: form(name, /^[a-z0-9_]{1,512}$/, 'the name of a template: small letters, digits and _'),
    ...(kind === OTP_TEMPLATE && { question: 'WhatsApp template of one-time codes', ifEmpty: '(Enter for none)' }),
  };
});

/** Template messages of the WhatsApp Cloud API. */
export const whatsapp: TextTransportModule = {
  name: 'whatsapp',
  channels: ['whatsapp'],
  settings: [
    {
      name: 'WHATSAPP_ACCESS_TOKEN',
      question: 'Access token of the WhatsApp Cloud API',
      ifEmpty: '(Enter for none)',
      isSecret: true,
      findProblem: (token = '') =>
        /^[\x21-\x7e]+$/.test(token) ? undefined : 'WHATSAPP_ACCESS_TOKEN must be the token alone, without spaces',
    },
    {
      name: 'WHATSAPP_PHONE_NUMBER_ID',
      question: 'Its phone number id',
      findProblem: (id = '') =>
        /^\d{1,30}$/.test(id)
          ? undefined
          : 'WHATSAPP_PHONE_NUMBER_ID must be the id of the sending number, digits alone, when WHATSAPP_ACCESS_TOKEN is set',
    },
    ...templateSettings,
    {
      name: 'WHATSAPP_LANGUAGE',
      findProblem: form(
        'WHATSAPP_LANGUAGE',
        /^[a-z]{2,3}(?:_[A-Z]{2,4})?$/,
        'the language of the templates, such as en or en_US',
      ),
    },
    { name: 'WHATSAPP_URL', isUrl: true },
  ],
  listKinds: (values) => smsTemplates.filter((kind) => values[templateSetting(PREFIX, kind)]),
  findWarnings: (values) =>
    templateSettings.some(({ name }) => values[name])
      ? []
      : [
          {
            finding: 'WhatsApp has no templates: nothing is sent by it',
            fix: 'Set WHATSAPP_TEMPLATE_OTP and the others to the names of approved templates; docs/sms-templates.md lists them',
          },
        ],
  doctor: { check: 'WhatsApp', fix: 'Check WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID in the WhatsApp Manager' },
  connect: async (values) => {
    const { createWhatsAppTransport } = await import('./whatsapp.ts');
    const {
      WHATSAPP_ACCESS_TOKEN = '',
      WHATSAPP_PHONE_NUMBER_ID = '',
      WHATSAPP_LANGUAGE = DEFAULT_LANGUAGE,
      WHATSAPP_URL,
    } = values;
    return createWhatsAppTransport({
      url: WHATSAPP_URL,
      token: WHATSAPP_ACCESS_TOKEN,
      phoneNumberId: WHATSAPP_PHONE_NUMBER_ID,
      language: WHATSAPP_LANGUAGE,
      findTemplate: (kind) => values[templateSetting(PREFIX, kind)],
    });
  },
};
