import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { store, temporaryFolder } from '#tests/support/cli/run-command.ts';

/** Root may read everything, so commands that must not run as another user. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Runs commands in one process as a user who owns the data folder only; returns what each wrote. */
function runAsStranger(dataDir: string, commands: readonly (readonly string[])[]): string[] {
  const program = `
    const { runCommand } = await import('#cli/run-command.ts');
    const { Writable } = await import('node:stream');
    const texts = [];
    for (const args of ${JSON.stringify(commands)}) {
      let text = '';
      const stream = new Writable({ write: (chunk, _, done) => done(void (text += chunk)) });
      await runCommand(args, { env: process.env, stdout: stream, stderr: stream, ownsProcess: false, exitCode: 0 });
      texts.push(text);
    }
    console.log(JSON.stringify(texts));`;
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' };
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: projectFolder, env, encoding: 'utf8', ...nobody });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

test('a file or folder that the shop’s user may not use is answered with where to put it', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
  spawnSync('chown', ['-R', nobody.uid ? '65534:65534' : String(process.getuid?.()), dataDir]);
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'products.csv'), 'Handle,Title\n');
  const secret = join(folder, 'secret.csv');
  writeFileSync(secret, 'Handle,Title\n');
  chmodSync(secret, nobody.uid ? 0o600 : 0o000);
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  for (const path of [home, locked]) chmodSync(path, nobody.uid ? 0o700 : 0o000);

  const inHome = join(home, 'products.csv');
  const read = (file: string, name: string) =>
    new RegExp(
      `^Error: The user ".+" cannot read ${file}\\. Put it where that user can, for example with "sudo install -o .+ -m 600 ${file} ${dataDir}/${name}", and name ${dataDir}/${name} instead\\n$`,
    );
  const open = join(folder, 'open.csv');
  writeFileSync(open, 'Handle,Title,Variant Price\ncap,Cap,499\n');
  const cases: [args: string[], sentence: RegExp][] = [
    [['import', inHome], read(inHome, 'products.csv')],
    [['import', secret], read(secret, 'secret.csv')],
    [
      ['import', open, '--pictures', locked],
      new RegExp(
        `^Error: The user ".+" cannot read ${locked}\\. .+ "sudo cp -r ${locked} ${dataDir}/locked && sudo chown -R .+"`,
      ),
    ],
    [['restore', secret], read(secret, 'secret.csv')],
    [['theme', 'set', `terms=@${inHome}`], read(inHome, 'products.csv')],
    [['theme', 'set', `logo=${secret}`], read(secret, 'secret.csv')],
    [
      ['backup', join(home, 'shop.db')],
      new RegExp(`^Error: The user ".+" cannot write to ${home}\\. Choose a folder of that user, such as ${dataDir}\\n$`),
    ],
    [['export', join(locked, 'products.csv')], new RegExp(`^Error: The user ".+" cannot write to ${locked}\\. Choose .+\\n$`)],
  ];
  const texts = runAsStranger(
    dataDir,
    cases.map(([args]) => args),
  );
  for (const [index, [args, sentence]] of cases.entries())
    expect([args, texts[index]]).toEqual([args, expect.stringMatching(sentence)]);
  for (const path of [home, locked]) chmodSync(path, 0o755);
});

test('a shop of another user is not taken for a missing one', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
  chmodSync(dataDir, nobody.uid ? 0o700 : 0o000);
  const texts = runAsStranger(dataDir, [['orders'], ['doctor']]);
  chmodSync(dataDir, 0o700);
  const sentence = new RegExp(`The user ".+" cannot read ${dataDir}`);
  for (const text of texts) {
    expect(text).toMatch(sentence);
    expect(text).not.toContain('There is no shop');
  }
});
