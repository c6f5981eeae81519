import { OTP_TEMPLATE, smsTemplates, templateSetting } from '#api/services/messages/text-kinds.ts';
import type { TextTransportModule } from '#api/services/messages/transport-module.ts';

const PREFIX = 'SMS_';

/** MSG91's flow API, or a service that speaks like it. */
export const msg91: TextTransportModule = {
  name: 'msg91',
  channels: ['sms'],
  settings: [
    {
      name: 'SMS_AUTH_KEY',
      question: 'Key of the text-message provider, MSG91',
      ifEmpty: '(Enter for none yet)',
      isSecret: true,
    },
    { name: 'SMS_URL', isUrl: true },
    ...smsTemplates.map((kind) =>
      kind === OTP_TEMPLATE
        ? {
            name: templateSetting(PREFIX, kind),
            question: 'DLT template id of one-time codes',
            findProblem: (id = '') =>
              id ? undefined : 'SMS_TEMPLATE_OTP must be the id of the DLT template for one-time codes when SMS_AUTH_KEY is set',
          }
        : {
            name: templateSetting(PREFIX, kind),
            question: `DLT template id of "${kind.replaceAll('_', ' ')}"`,
            ifEmpty: '(Enter for none)',
          },
    ),
  ],
  listKinds: (values) => smsTemplates.filter((kind) => values[templateSetting(PREFIX, kind)]),
  doctor: { check: 'SMS provider', fix: 'Check that SMS_URL is right and reachable from this machine' },
  connect: async (values) => {
    const { createMsg91Transport } = await import('./msg91.ts');
    const { SMS_AUTH_KEY = '', SMS_URL } = values;
    return createMsg91Transport({
      url: SMS_URL,
      authKey: SMS_AUTH_KEY,
      findTemplate: (kind) => values[templateSetting(PREFIX, kind)],
    });
  },
};
