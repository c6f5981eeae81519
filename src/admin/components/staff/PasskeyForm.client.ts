/** Asks the browser for a passkey, or to make one where the options name a user. Null when the person does not go on. */
async function ask(options: string): Promise<PublicKeyCredential | null> {
  const json = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
  const asked = json.user
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
  return (await asked.catch(() => null)) as PublicKeyCredential | null;
}

// Older browsers lack these methods, and keep password and code.
if (typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function')
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    const field = form.querySelector<HTMLInputElement>('input[name=passkey]');
    const problem = form.querySelector<HTMLElement>('[role=alert]');
    if (!field || !problem) continue;
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      if (field.value) return;
      event.preventDefault();
      problem.hidden = true;
      const passkey = await ask(form.dataset['passkey'] ?? '');
      problem.hidden = passkey !== null;
      if (!passkey) return;
      field.value = JSON.stringify(passkey);
      form.requestSubmit();
    });
  }
