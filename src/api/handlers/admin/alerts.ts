import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { enqueuePush } from '#api/services/push/push-messages.ts';
import { readAlertSettings, saveAlertSettings } from '#api/services/push/staff-alerts.ts';
import { addDevice, listDevices, removeDevice } from '#api/services/push/subscriptions.ts';
import { readVapidKey, toApplicationServerKey } from '#api/services/push/vapid.ts';
import { Refusal } from '#api/services/refusal.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';

export const alertsAdminHandlers = {
  adminAlerts: async ({ context: { sends }, db, staff: { staffId, email } }) => {
    const { byMail, phone } = await readAlertSettings(db, staffId);
    const shopEmail = (await readSettings(db)).legal?.support_email;
    return {
      ...{ by_mail: byMail, email, sends: { mail: sends.mail, text: sends.ownerTexts } },
      ...(phone !== undefined && { phone_number: phone }),
      ...(shopEmail && { shop_email: shopEmail }),
      push_key: toApplicationServerKey(await readVapidKey(db)),
      devices: await listDevices(db, staffId),
    };
  },

  adminSaveAlerts: ({ db, staff, body: { by_mail: byMail, phone_number } }) =>
    write(db, (tx) => saveAlertSettings(tx, staff, { byMail, phone: phone_number || undefined })),

  adminAddDevice: ({ context, db, staff: { staffId }, body, headers }) => {
    const device = { ...body, deviceName: parseDeviceName(headers.get('user-agent')) };
    return write(db, (tx) => addDevice(tx, staffId, device, context.allowsPrivateWebhooks));
  },

  adminRemoveDevice: ({ db, staff: { staffId }, body }) => write(db, (tx) => removeDevice(tx, staffId, body.id)),

  adminTestDevices: ({ db, staff: { staffId } }) =>
    write(db, async (tx) => {
      const devices = (await listDevices(tx, staffId)).map(({ id }) => id);
      if (devices.length === 0) throw new Refusal(409, 'Turn notifications on in a browser first');
      const test = { title: 'It works', body: 'New orders are shown like this.', path: ADMIN_BASE, tag: 'test' };
      await enqueuePush(tx, devices, test);
    }),
} satisfies Partial<AdminHandlers>;
