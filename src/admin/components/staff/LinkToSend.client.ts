const field = document.querySelector<HTMLInputElement>('#link-to-send');
if (field) {
  const button = document.createElement('button');
  button.className = 'a-button';
  button.textContent = 'Copy the link';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  });
  field.parentElement?.append(button);
}
