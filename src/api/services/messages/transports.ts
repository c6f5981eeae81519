import type { MessageTransportModule } from './transport-module.ts';
import { msg91 } from './transports/msg91-module.ts';
import { smtp } from './transports/smtp-module.ts';
import { webhook } from './transports/webhook-module.ts';
import { whatsapp } from './transports/whatsapp-module.ts';

/** The transports that a shop can be set up with. Another one is an import and an entry here. */
export const messageTransports: readonly MessageTransportModule[] = [smtp, msg91, whatsapp, webhook];
