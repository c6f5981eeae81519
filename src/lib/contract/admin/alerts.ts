import * as z from 'zod/mini';
import { MAX_PUSH_ENDPOINT, MAX_TOKEN } from '#lib/contract/field-lengths.ts';
import { optionalPhone } from '#lib/contract/fields.ts';
import { adminCall } from './admin-call.ts';

export const adminAlertsCall = adminCall('adminAlerts', 'GET /alerts', 'owner', {
  summary: 'How the owner who asks hears of new orders.',
  reply: z.object({
    by_mail: z.boolean(),
    email: z.string(),
    phone_number: z.optional(z.string()),
    sends: z.object({ mail: z.boolean(), text: z.boolean() }),
    shop_email: z.optional(z.string()),
    /** The shop's public key, base64url; browsers need it to subscribe. */
    push_key: z.string(),
    devices: z.array(z.object({ id: z.int(), device_name: z.string(), created_at: z.string() })),
  }),
});

export const adminSaveAlertsCall = adminCall('adminSaveAlerts', 'POST /alerts/save', 'owner', {
  summary: 'Turns mails and texts about new orders on or off, for the owner who asks.',
  body: z.object({ by_mail: z.boolean(), phone_number: optionalPhone }),
});

const key = z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(MAX_TOKEN));

export const adminAddDeviceCall = adminCall('adminAddDevice', 'POST /alerts/devices', 'owner', {
  summary: 'Adds the browser that asks to those that show notifications about new orders.',
  body: z.object({ endpoint: z.url().check(z.maxLength(MAX_PUSH_ENDPOINT)), p256dh: key, auth: key }),
});

export const adminRemoveDeviceCall = adminCall('adminRemoveDevice', 'POST /alerts/devices/remove', 'owner', {
  summary: 'Removes a browser of the owner who asks.',
  body: z.object({ id: z.int() }),
});

export const adminTestDevicesCall = adminCall('adminTestDevices', 'POST /alerts/test', 'owner', {
  summary: 'Sends a notification to the browsers of the owner who asks.',
});
