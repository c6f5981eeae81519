import type { ShopConfig } from '#api/extend/shop-config.ts';
import {
  type ChosenTransport,
  isMail,
  type MessageTransportModule,
  pickChannels,
} from '#api/services/messages/transport-module.ts';
import { messageTransports } from '#api/services/messages/transports.ts';
import { findDoubleNames, readProviderValues } from './provider-values.ts';

/** The transports that a shop can be set up with: its own and those of its configuration. */
export const listMessageTransports = ({ messages = [] }: ShopConfig): readonly MessageTransportModule[] => [
  ...messageTransports,
  ...messages,
];

/** Finds channels that several transports send by. */
function findDuplicates(chosen: readonly ChosenTransport[]): string[] {
  const byChannel = Map.groupBy(
    chosen.flatMap((transport) => pickChannels(transport).map((channel) => ({ channel, ...transport }))),
    ({ channel }) => channel,
  );
  return [...byChannel]
    .filter(([, ofChannel]) => ofChannel.length > 1)
    .map(([channel, ofChannel]) => {
      const switches = ofChannel.map(({ module }) => module.settings[0].name).join(' and ');
      return `${switches} cannot be set together: a shop has one provider for ${channelNames[channel]}`;
    });
}

const channelNames = { mail: 'mails', sms: 'text messages', whatsapp: 'WhatsApp' } as const;

/** Reads the settings of the message transports, of `modules`. Adds to `problems`. */
export function readMessages(
  env: NodeJS.ProcessEnv,
  problems: string[],
  modules: readonly MessageTransportModule[] = messageTransports,
): ChosenTransport[] {
  const chosen = modules
    .filter(({ settings: [first] }) => env[first.name])
    .map((module): ChosenTransport => {
      const values = readProviderValues(module, env, problems);
      if (isMail(module) && !env['PUBLIC_SITE_URL'])
        problems.push(`PUBLIC_SITE_URL must be set when ${module.settings[0].name} is: links in mails begin with it`);
      return { module, values };
    });
  for (const name of findDoubleNames(modules)) problems.push(`Two message transports are named ${name}: give one another name`);
  problems.push(...findDuplicates(chosen));
  return chosen;
}
