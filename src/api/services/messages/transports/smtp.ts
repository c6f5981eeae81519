import type { Transporter } from 'nodemailer';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { type MailMessage, type MessageTransport, Undeliverable } from '#api/services/messages/message-transport.ts';

interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  smtpUrl: string;
  /** The sender, such as `Meena Stores <orders@meena.example>`. */
  from: string;
}

/** The Message-ID header. It is the same on each retry, so that mail servers and clients can dedupe. */
const formatMessageId = (messageId: string, from: string): string =>
  `<${messageId}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;

/** Whether the server rejected the recipient or the content permanently (5xx), so that a retry is useless. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'responseCode' in error)) return false;
  const isAboutThisMail =
    error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && 'command' in error && error.command === 'RCPT TO');
  return isAboutThisMail && Number(error.responseCode) >= 500;
}

/** Creates a transport that sends mail through an SMTP server. Each step of the protocol has its own timeout. */
export function createSmtpTransport({ smtpUrl, from }: SmtpSettings): MessageTransport<MailMessage> {
  let opened: Promise<Transporter> | undefined;
  /** Loads the mail library with the first mail. */
  const open = (): Promise<Transporter> => {
    opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: smtpUrl,
        connectionTimeout: PROVIDER_TIMEOUT_MS,
        greetingTimeout: PROVIDER_TIMEOUT_MS,
        socketTimeout: PROVIDER_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return opened;
  };
  return {
    send: async ({ id, recipient, subject, text, html, replyTo }, signal) => {
      const mail = {
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        ...(html !== undefined && { html }),
        messageId: formatMessageId(id, from),
        // Tells absence notes and other programs not to reply (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      };
      try {
        await (await open()).sendMail({ ...mail, signal });
      } catch (error) {
        throw isPermanent(error) ? new Undeliverable(String(error), { cause: error }) : error;
      }
    },
    verify: async () => (await open()).verify(),
  };
}
