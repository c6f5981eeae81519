/** Cookie of a browser that opened the demo's link; its value is the link's token. */
export const DEMO_LINK_COOKIE = 'demo_link';
