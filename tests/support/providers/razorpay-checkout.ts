type Proof = Record<string, string>;

/**
 * A script with the documented interface of Razorpay's checkout.js: a window in a frame of its own origin, or with `redirect` a form
 * that sends the browser to its own page. Like the original it styles its elements inline.
 */
export const checkoutScript = `
const origin = new URL(document.currentScript.src).origin;
window.Razorpay = class {
  constructor(options) {
    this.options = options;
    this.listeners = {};
    window.razorpayOptions = options;
  }
  on(event, listener) {
    this.listeners[event] = listener;
  }
  open() {
    const { options } = this;
    if (options.redirect) {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: origin + '/v1/checkout/embedded' });
      for (const name of ['key', 'order_id', 'amount', 'callback_url']) {
        form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value: options[name] }));
      }
      document.body.append(form);
      return form.submit();
    }
    const box = document.createElement('div');
    box.innerHTML = '<style>.rzp { position: fixed }</style>';
    box.setAttribute('style', 'position: fixed; inset: 0; z-index: 99');
    box.className = 'rzp';
    const frame = document.createElement('iframe');
    frame.setAttribute('style', 'width: 100%; height: 100%; border: 0; background: white');
    frame.title = 'Razorpay Checkout';
    frame.src = origin + '/v1/checkout/public?order_id=' + encodeURIComponent(options.order_id);
    box.append(frame);
    document.body.append(box);
    const receive = ({ origin: from, data }) => {
      if (from !== origin) return;
      if (data.event === 'failed') return this.listeners['payment.failed']?.({ error: data.error });
      removeEventListener('message', receive);
      box.remove();
      if (data.event === 'paid') options.handler(data.proof);
      else options.modal?.ondismiss?.();
    };
    addEventListener('message', receive);
  }
};
`;

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Razorpay</title><body>${body}</body></html>`;

/** The content of the checkout's window. */
export const framePage = (proof: Proof): string =>
  page(`<button id="upi">Pay by UPI</button><button id="fail">Let it fail</button><button id="close">Close</button>
<script>
const tell = (message) => parent.postMessage(message, '*');
document.querySelector('#upi').onclick = () => tell({ event: 'paid', proof: ${JSON.stringify(proof)} });
document.querySelector('#fail').onclick = () => tell({ event: 'failed', error: { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed' } });
document.querySelector('#close').onclick = () => tell({ event: 'dismissed' });
</script>`);

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const returnForm = (action: string, label: string, fields: Proof): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeAttribute(value)}">`,
  );
  return `<form method="post" action="${escapeAttribute(action)}">${inputs.join('')}<button>${label}</button></form>`;
};

/** The provider's own page, from which every button posts back to the shop. */
export const ownPage = (callbackUrl: string, proof: Proof): string =>
  page(
    [
      returnForm(callbackUrl, 'Pay by UPI', proof),
      returnForm(callbackUrl, 'Let it fail', { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_failed' }),
      returnForm(callbackUrl, 'Leave', { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_cancelled' }),
    ].join(''),
  );
