/** A response whose connection fails after a part of its body. */
export const cutOff = (part: string): Response =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode(part));
        body.error(new TypeError('network error'));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );
