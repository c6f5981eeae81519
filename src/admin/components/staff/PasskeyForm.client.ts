type PasskeyOptions = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

/** Asks the browser for a passkey, or to make one where the options name a user. Null when the person does not go on. */
async function ask(options: PasskeyOptions): Promise<Credential | null> {
  const asked = options.user
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return asked.catch(() => null);
}

// Older browsers lack these methods, and keep password and code.
if (typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function')
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    const field = form.querySelector<HTMLInputElement>('input[name=passkey]');
    const problem = form.querySelector<HTMLElement>('[role=alert]');
    const options = JSON.parse(form.dataset['passkey'] ?? '{}') as PasskeyOptions;
    // By another address of the same shop, browsers refuse.
    if (!field || !problem || location.hostname !== (options.rpId ?? options.rp?.id)) continue;
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      if (field.value) return;
      event.preventDefault();
      problem.hidden = true;
      const passkey = await ask(options);
      problem.hidden = passkey !== null;
      if (!passkey) return;
      field.value = JSON.stringify(passkey);
      form.requestSubmit();
    });
  }
