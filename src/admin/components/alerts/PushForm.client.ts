// Subscribes this browser to notifications, and sends what the push service gives it with the form.

const form = document.querySelector<HTMLFormElement>('form[data-push]');
const told = document.querySelector('[data-push-status]');

const say = (text: string): void => {
  if (told) told.textContent = text;
};

async function subscribe(of: HTMLFormElement): Promise<void> {
  const { push = '', worker = '', scope = '' } = of.dataset;
  if ((await Notification.requestPermission()) !== 'granted')
    return say('This browser does not allow notifications of this site. Allow them in its settings, then try again.');
  say('One moment…');
  await navigator.serviceWorker.register(worker, { scope });
  const registration = await new Promise<ServiceWorkerRegistration>((resolve) => {
    const look = async () => {
      const found = await navigator.serviceWorker.getRegistration(scope);
      if (found?.active) resolve(found);
      else setTimeout(look, 50);
    };
    void look();
  });
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe();
  const { endpoint, keys } = (
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push })
  ).toJSON();
  for (const [name, value] of Object.entries({ endpoint, ...keys })) {
    const field = of.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value ?? '';
  }
  of.submit();
}

if (form && 'serviceWorker' in navigator && 'PushManager' in window) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    subscribe(form).catch(() => say('This browser could not turn notifications on. Try another browser.'));
  });
} else say('This browser cannot show notifications.');

export {};
