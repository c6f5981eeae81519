import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** Entry point of the build: responds to a request for a page or an API call. */
export const render = (request: Request): Promise<Response> => app.render(request);
