import { expect, test } from 'vitest';
import { isNetworkFileSystem } from '#api/services/health/data-folder.ts';

test.each([
  ['NFS', 0x6969, true],
  ['CIFS', 0xff534d42, true],
  ['CIFS, signed', 0xff534d42 | 0, true],
  ['SMB 2', 0xfe534d42, true],
  ['sshfs', 0x65735546, true],
  ['9p', 0x01021997, true],
  ['ext4', 0xef53, false],
  ['XFS', 0x58465342, false],
  ['Btrfs', 0x9123683e, false],
  ['overlay', 0x794c7630, false],
  ['tmpfs', 0x01021994, false],
])('%s is recognised', (_, type, isNetwork) => {
  expect(isNetworkFileSystem(type)).toBe(isNetwork);
});
