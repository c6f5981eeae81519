import {
  adminRefundAskCall,
  adminRefundPayeeCall,
  adminRefundSentCall,
  adminRefundTakeBackCall,
} from '#lib/contract/admin/refunds.ts';
import type { AdminPage } from './admin-page.ts';
import { readText } from './money-forms.ts';

/** Where the money of one refund goes, in full. */
export interface ShownPayee {
  refund: string;
  text: string;
}

/** What the buttons of `RefundRow` do. `show` gets the account of one refund, for the page that is shown then. */
export function refundActions(page: AdminPage, show: (payee: ShownPayee) => void) {
  const params = (form: FormData) => ({ id: String(form.get('refund')) });
  const states = { due: 'is due', asked: 'is on its way', unclear: 'has no answer yet', done: 'is done', failed: 'was refused' };
  return {
    ask: async (form: FormData) => {
      const { data } = await page.act(adminRefundAskCall, { params: params(form) });
      return page.done(page.here, `The refund ${states[data.state]}.`);
    },
    sent: async (form: FormData) => {
      await page.act(adminRefundSentCall, { params: params(form), body: { reference: readText(form, 'reference') ?? '' } });
      return page.done(page.here, 'The refund is done, and the customer is told.');
    },
    back: async (form: FormData) => {
      await page.act(adminRefundTakeBackCall, { params: params(form) });
      return page.done(page.here, 'The refund has been taken back.');
    },
    payee: async (form: FormData) => {
      const { data } = await page.act(adminRefundPayeeCall, { params: params(form) });
      const { upi, account, ifsc, name } = data;
      show({ refund: String(form.get('refund')), text: [upi ?? `${account}, ${ifsc}`, name].filter(Boolean).join(', ') });
      return undefined;
    },
  };
}
