import { listContactMessages } from '#api/services/messages/contact-messages.ts';
import { bold, dim, formatIndianTime, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore } from '#cli/store/open-store.ts';

type ContactMessages = Awaited<ReturnType<typeof listContactMessages>>;

const describe = (messages: ContactMessages): string =>
  messages.length === 0
    ? dim('No messages.')
    : messages
        .map(({ id, state, created_at, firstname, lastname, email, phone_number, subject, message }) =>
          [
            `${id} (${state}), ${formatIndianTime(created_at)}, ${firstname} ${lastname}, ${email}, ${phone_number}`,
            bold(subject),
            message,
          ].join('\n'),
        )
        .join('\n\n');

export async function showContactMessages({ limit, ...flags }: OutputOptions & { limit: number }): Promise<void> {
  print(await withStore((db) => listContactMessages(db, limit)), flags, describe);
}
