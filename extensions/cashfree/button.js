/** Cashfree's button on the payment page; see docs/extend.md for what it gets. */

let loading;

/** Loads Cashfree's script, once per page. Rejects when it cannot be loaded; the next call tries again. */
function loadCashfree(script) {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    const fail = () => {
      loading = undefined;
      element.remove();
      reject(new Error(`${script} could not be loaded`));
    };
    element.onload = () => (window.Cashfree ? resolve(window.Cashfree) : fail());
    element.onerror = fail;
    element.src = script;
    document.head.append(element);
  });
  return loading;
}

const failedText = 'The payment window could not be opened. Check your connection and try again.';

export function mount(element, { payment, options, script, amountText, setOpen }, done) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button primary';
  button.textContent = `Pay ${amountText}`;
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  const note = document.createElement('p');
  note.className = 'quiet';
  note.textContent =
    'UPI, cards and netbanking, by Cashfree. If you have paid in another app, stay here: this page continues by itself.';
  element.append(button, alert, note);
  // Loaded ahead, so that the window opens at once; a failure shows when it is needed.
  loadCashfree(script).catch(() => {});

  button.addEventListener('click', async () => {
    button.disabled = true;
    alert.textContent = '';
    setOpen(true);
    try {
      const Cashfree = await loadCashfree(script);
      const result = await Cashfree({ mode: options.mode }).checkout({
        paymentSessionId: options.session,
        redirectTarget: '_modal',
        // In browsers inside other apps, Cashfree's own page opens instead and comes back here, also if the store is elsewhere.
        returnUrl: `${location.origin}${location.pathname}?${new URLSearchParams({ id: payment.id, cashfree: 'returned' })}`,
      });
      // The window says that it is over, not whether money moved: the shop asks Cashfree.
      if (result.paymentDetails) done({ outcome: 'paid' });
      else if (result.error) done({ outcome: 'abandoned' });
    } catch {
      setOpen(false);
      alert.textContent = failedText;
    }
    button.disabled = false;
  });

  // Back from Cashfree's own page.
  if (new URLSearchParams(location.search).get('cashfree') === 'returned') done({ outcome: 'paid' });
}
