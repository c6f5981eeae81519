import type { APIRoute } from 'astro';

/** Shows notifications and opens what they are about. It keeps nothing and touches no request. */
const worker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, data: path }));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(new URL(event.notification.data, location.origin)));
});
`;

/** The service worker of the admin pages. Its path is that of its scope, so that shoppers' pages never get one. */
export const GET: APIRoute = () => new Response(worker, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
