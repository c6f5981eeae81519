import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { enqueuePush } from '#api/services/push/push-messages.ts';
import { readAlertSettings, saveAlertSettings } from '#api/services/push/staff-alerts.ts';
import { addDevice, listDevices, removeDevice } from '#api/services/push/subscriptions.ts';
import { readVapidKey, toApplicationServerKey } from '#api/services/push/vapid.ts';
import { Refusal } from '#api/services/refusal.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { alertsAdminCalls } from '#lib/contract/admin/alerts.ts';
import { ADMIN_BASE } from '#lib/rules/routes/admin-path.ts';

export const alertsAdminHandlers: AdminHandlers<typeof alertsAdminCalls> = {
  adminAlerts: async (request) => {
    const { db, sends } = request.context;
    const { staffId, email } = requireStaff(request);
    const { byMail, phone } = await readAlertSettings(db, staffId);
    const shopEmail = (await readSettings(db)).legal?.support_email;
    return {
      success: true,
      data: {
        ...{ by_mail: byMail, email, sends: { mail: sends.mail, text: sends.ownerTexts } },
        ...(phone !== undefined && { phone_number: phone }),
        ...(shopEmail && { shop_email: shopEmail }),
        push_key: toApplicationServerKey(await readVapidKey(db)),
        devices: await listDevices(db, staffId),
      },
    };
  },

  adminSaveAlerts: async (request) => {
    const staff = requireStaff(request);
    const { by_mail: byMail, phone_number: phone } = request.body;
    await write(request.context.db, (tx) => saveAlertSettings(tx, staff, { byMail, phone: phone || undefined }));
    return { success: true };
  },

  adminAddDevice: async (request) => {
    const { context, body, headers } = request;
    const { staffId } = requireStaff(request);
    const deviceName = parseDeviceName(headers.get('user-agent'));
    await write(context.db, (tx) => addDevice(tx, staffId, { ...body, deviceName }, context.allowsPrivateWebhooks));
    return { success: true };
  },

  adminRemoveDevice: async (request) => {
    const { staffId } = requireStaff(request);
    await write(request.context.db, (tx) => removeDevice(tx, staffId, request.body.id));
    return { success: true };
  },

  adminTestDevices: async (request) => {
    const { staffId } = requireStaff(request);
    const test = { title: 'It works', body: 'New orders are shown like this.', path: ADMIN_BASE, tag: 'test' };
    await write(request.context.db, async (tx) => {
      const devices = await listDevices(tx, staffId);
      if (devices.length === 0) throw new Refusal(409, 'Turn notifications on in a browser first');
      await enqueuePush(
        tx,
        devices.map(({ id }) => id),
        test,
      );
    });
    return { success: true };
  },
};
