import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHost, type HostOptions } from '#server/host.ts';

/** A host with its own temporary folders; `handleRequest` answers pages and API calls. */
export interface FileHost {
  server: Server;
  origin: string;
  port: number;
  clientFolder: string;
  mediaFolder: string;
  close: () => void;
}

/** Starts a host on a free port. `fill` writes the build's files before the host reads them. */
export async function startFileHost(
  fill: (clientFolder: string) => void | Promise<void>,
  options: Partial<HostOptions> = {},
): Promise<FileHost> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-files-'));
  const clientFolder = join(folder, 'client');
  const mediaFolder = join(folder, 'media');
  mkdirSync(join(clientFolder, '_astro'), { recursive: true });
  mkdirSync(mediaFolder);
  await fill(clientFolder);
  const handleRequest = async () => new Response('a page', { status: 404 });
  const server = createHost({ clientFolder, mediaFolder, revision: () => 1, handleRequest, ...options });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, origin: `http://127.0.0.1:${port}`, port, clientFolder, mediaFolder, close };
}

/** Opens a connection that ignores errors; received data is read on demand only. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends raw bytes; resolves to everything received until the server closes the connection. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await dial(port);
  socket.write(bytes, 'latin1');
  return text(socket);
}
