import type { MailTransportModule } from '#api/services/messages/transport-module.ts';

const isSmtpUrl = (text: string): boolean => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol);

/** A sender such as `Shop <orders@shop.example>`, or an address alone. */
const sender = /^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/;

/** Mails through any mail server. */
export const smtp: MailTransportModule = {
  name: 'smtp',
  channels: ['mail'],
  settings: [
    {
      name: 'SMTP_URL',
      question: 'Mail server, such as smtp://user:password@mail.example:587',
      ifEmpty: '(Enter for none yet)',
      isSecret: true,
      findProblem: (url = '') =>
        isSmtpUrl(url) ? undefined : 'SMTP_URL must be a URL such as smtp://user:password@mail.example:587',
    },
    {
      name: 'MAIL_FROM',
      question: 'Sender of mails, such as "Shop <orders@shop.example>"',
      findProblem: (from = '') =>
        sender.test(from)
          ? undefined
          : 'MAIL_FROM must be the sender of mails when SMTP_URL is set, such as "Shop <orders@shop.example>"',
    },
  ],
  packages: ['nodemailer'],
  doctor: { check: 'mail server', fix: 'Check the host, port, user and password in SMTP_URL' },
  connect: async ({ SMTP_URL = '', MAIL_FROM = '' }) => {
    const { createSmtpTransport } = await import('./smtp.ts');
    return createSmtpTransport({ smtpUrl: SMTP_URL, from: MAIL_FROM });
  },
};
