import * as z from 'zod/mini';
import { defineCall, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { MAX_PUSH_ENDPOINT, MAX_TOKEN } from '#lib/contract/field-lengths.ts';
import { optionalPhone } from '#lib/contract/fields.ts';
import { failure } from '#lib/contract/messages/failures.ts';

export const adminAlertsCall = defineCall({
  name: 'adminAlerts',
  method: 'GET',
  path: '/admin/alerts',
  access: 'owner',
  summary: 'How the owner who asks hears of new orders.',
  reply: replyWith(
    z.object({
      by_mail: z.boolean(),
      /** Their own address. */
      email: z.string(),
      phone_number: z.optional(z.string()),
      /** What the shop can send. */
      sends: z.object({ mail: z.boolean(), text: z.boolean() }),
      /** The address of the shop that hears of every order in full. */
      shop_email: z.optional(z.string()),
      /** The shop's public key, base64url; browsers need it to subscribe. */
      push_key: z.string(),
      devices: z.array(z.object({ id: z.int(), device_name: z.string(), created_at: z.string() })),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSaveAlertsCall = defineCall({
  name: 'adminSaveAlerts',
  method: 'POST',
  path: '/admin/alerts/save',
  access: 'owner',
  summary: 'Turns mails and texts about new orders on or off, for the owner who asks.',
  body: z.object({ by_mail: z.boolean(), phone_number: optionalPhone }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

const key = z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(MAX_TOKEN));

export const adminAddDeviceCall = defineCall({
  name: 'adminAddDevice',
  method: 'POST',
  path: '/admin/alerts/devices',
  access: 'owner',
  summary: 'Adds the browser that asks to those that show notifications about new orders.',
  body: z.object({ endpoint: z.url().check(z.maxLength(MAX_PUSH_ENDPOINT)), p256dh: key, auth: key }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminRemoveDeviceCall = defineCall({
  name: 'adminRemoveDevice',
  method: 'POST',
  path: '/admin/alerts/devices/remove',
  access: 'owner',
  summary: 'Removes a browser of the owner who asks.',
  body: z.object({ id: z.int() }),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminTestDevicesCall = defineCall({
  name: 'adminTestDevices',
  method: 'POST',
  path: '/admin/alerts/test',
  access: 'owner',
  summary: 'Sends a notification to the browsers of the owner who asks.',
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});

export const alertsAdminCalls = [
  adminAlertsCall,
  adminSaveAlertsCall,
  adminAddDeviceCall,
  adminRemoveDeviceCall,
  adminTestDevicesCall,
] as const;
