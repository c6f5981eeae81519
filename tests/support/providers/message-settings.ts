import { templateSetting } from '#api/services/messages/text-kinds.ts';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import { msg91 } from '#api/services/messages/transports/msg91-module.ts';
import { smtp } from '#api/services/messages/transports/smtp-module.ts';

/** The mail server and SMS provider of a test shop. */
export interface MessageSettings {
  mail?: { smtpUrl: string; from: string } | undefined;
  /** Templates by their kinds. */
  sms?: { url: string; authKey: string; templates: Record<string, string> } | undefined;
}

/** The transports with these settings. */
export function toTransports({ mail, sms }: MessageSettings): ChosenTransport[] {
  const templates = Object.entries(sms?.templates ?? {}).map(([kind, id]) => [templateSetting('SMS_', kind), id]);
  return [
    ...(mail ? [{ module: smtp, values: { SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from } }] : []),
    ...(sms
      ? [{ module: msg91, values: { SMS_AUTH_KEY: sms.authKey, SMS_URL: sms.url, ...Object.fromEntries(templates) } }]
      : []),
  ];
}
