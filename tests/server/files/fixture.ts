import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHost, type HostOptions } from '#server/host.ts';

/** A host over two folders of its own; pages and calls are answered by `door`. */
export interface FileHost {
  server: Server;
  origin: string;
  port: number;
  clientFolder: string;
  mediaFolder: string;
  close: () => void;
}

/** Starts a host on a free port. `fill` writes the files of the build before they are looked for. */
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
  const door = async () => new Response('a page', { status: 404 });
  const server = createHost({ clientFolder, mediaFolder, revision: () => 1, handleRequest: door, ...options });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, origin: `http://127.0.0.1:${port}`, port, clientFolder, mediaFolder, close };
}

/** A connection that never throws; what it gets is read only when somebody asks for it. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends bytes as they are and gives all that comes until the server ends the connection. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await dial(port);
  socket.write(bytes, 'latin1');
  return text(socket);
}

/** How many file descriptors this process has open. */
export const openDescriptors = (): number => readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length;
