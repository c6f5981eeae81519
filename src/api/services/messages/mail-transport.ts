import { createTransport } from 'nodemailer';
import type { MailBody, OutboxMessage } from './outbox.ts';
import { type MessageTransport, Undeliverable } from './transport.ts';

/** A mail server: `smtp://user:password@host:587` or `smtps://…`, and whom mails are from. */
export interface MailSettings {
  smtpUrl: string;
  /** Such as `Meena Stores <orders@meena.example>`. */
  from: string;
}

/** How long the mail server may take to answer each of its steps, in milliseconds. */
const STEP_MS = 5000;

/** The same at every try, so that a mail server or reader that gets a mail twice sees that it is one. */
export const formatMessageId = (messageId: string, from: string): string =>
  `<${messageId}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;

/** The server said no to the recipient or the content, not to the shop. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'responseCode' in error)) return false;
  const ofThisMail =
    error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && 'command' in error && error.command === 'RCPT TO');
  return ofThisMail && Number(error.responseCode) >= 500;
}

/** Delivers mails to an SMTP server. */
export function createMailTransport({ smtpUrl, from }: MailSettings): MessageTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    kind: 'mail',
    send: async ({ message_id, recipient, subject, body }: OutboxMessage, signal) => {
      const { text, replyTo } = JSON.parse(body) as MailBody;
      const mail = {
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        messageId: formatMessageId(message_id, from),
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      };
      try {
        await transport.sendMail({ ...mail, signal });
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(String(error), { cause: error }) : error;
      }
    },
    verify: async () => void (await transport.verify()),
  };
}
