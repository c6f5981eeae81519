import type { MailMessage, TextMessage } from './message-transport.ts';
import type { MailBody, OutboxMessage } from './outbox.ts';
import { fillSiteUrl } from './site-url-placeholder.ts';
import type { SmsTemplate } from './text-kinds.ts';
import { composeText } from './text-of-kind.ts';

/** The mail of an outbox row; its links begin with `siteUrl`, the shop's public address without a trailing slash. */
export function readMailMessage({ message_id, recipient, subject, body }: OutboxMessage, siteUrl: string): MailMessage {
  const { text, html, replyTo, subject: ownSubject = subject } = JSON.parse(body) as MailBody;
  return {
    id: message_id,
    recipient,
    subject: ownSubject,
    text: fillSiteUrl(text, siteUrl),
    html: html && fillSiteUrl(html, siteUrl),
    replyTo,
  };
}

/** The text to a phone of an outbox row, signed with the store's name. */
export function readTextMessage({ message_id, recipient, subject, body }: OutboxMessage, storeName: string): TextMessage {
  const kind = subject as SmsTemplate;
  const variables = JSON.parse(body) as Record<string, string>;
  return { id: message_id, kind, recipient, variables, text: composeText(kind, variables, storeName) };
}
