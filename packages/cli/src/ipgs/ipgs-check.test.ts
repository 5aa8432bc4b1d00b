/** `docs/ipgs-check.sh` with the real gpg: what it prints cannot be chosen by a player, and it refuses what it should. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cidOf, formatCid } from '@kifu/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGpg, findGpg } from '../../../ipgs/test/gpg.ts';
import { folderPlayers } from '../../test/folder-players.ts';

const { FOLDER, as, finished, json, send } = folderPlayers();
const gpg = createGpg();
afterAll(gpg.close);
const CHECK = join(import.meta.dirname, '../../../../docs/ipgs-check.sh');

/** Runs the script; returns what it prints, throws with what it complains about. */
const check = (folder: string): string =>
  `${execFileSync('sh', [CHECK, join(FOLDER, folder)], {
    env: { ...process.env, PATH: `${join(findGpg(), '..')}:${process.env.PATH}` },
    stdio: 'pipe',
  })}`;

/** A player whose key gpg has made, without a passphrase. */
async function importPlayer(name: string, expires: string): Promise<string> {
  const began = ['--faked-system-time', '20260101T000000!', '--passphrase', ''];
  gpg.run([...began, '--quick-gen-key', `${name}@ipgs.invalid`, 'ed25519', 'sign', expires]);
  const [file, secret] = [join(FOLDER, `${name}.asc`), join(FOLDER, `${name}-secret.asc`)];
  writeFileSync(file, gpg.run(['--armor', '--export', name]));
  writeFileSync(secret, gpg.run(['--armor', '--export-secret-keys', name]));
  await as(name, 'id', 'import', file, secret);
  const { fingerprint } = await json(name, 'id', 'show');
  return fingerprint;
}

/** Lets two players play, sign and archive a game; writes it into a folder. */
async function archive(one: string, other: string, folder: string): Promise<void> {
  const listed = async (): Promise<string[]> =>
    (await json(other, 'archive', 'list')).games.map(({ cid }: { cid: string }) => cid);
  const before = await listed();
  const id = await finished(one, other);
  await as(one, 'game', 'sign', id);
  await send(one, other);
  const game = (await listed()).find(cid => !before.includes(cid))!;
  await as(other, 'archive', 'export', game, '-o', join(FOLDER, folder));
}

const copy = (from: string, to: string): string => {
  cpSync(join(FOLDER, from), join(FOLDER, to), { recursive: true });
  return join(FOLDER, to);
};

let fingerprints: readonly [string, string];
beforeAll(async () => {
  await as('ann', 'id', 'new', 'Ann');
  await as('magnus', 'id', 'new', 'Bob]PB[Magnus Carlsen');
  await archive('ann', 'magnus', 'named');
  fingerprints = [await importPlayer('carl', '0'), await importPlayer('dora', '0')];
  await archive('carl', 'dora', 'good');
});

test('a name with brackets is printed as the name of its own player', async () => {
  const { fingerprint } = await json('ann', 'id', 'show');
  const lines = check('named').split('\n');
  expect(lines[1]).toBe(`player 1: key ${fingerprint}, signed the game, is called Ann`);
  expect(lines[2]).toMatch(/^player 2: key .*, is called Bob\]PB\[Magnus Carlsen$/);
});

test('a game of two keys of gpg is good', () => {
  const said = check('good');
  for (const fingerprint of fingerprints) expect(said).toContain(fingerprint);
  expect(said).toMatch(/10 commits are signed by those who made them, the two players/);
});

test('a key that has expired by now is refused', async () => {
  await importPlayer('fred', '30d');
  await archive('fred', 'dora', 'expired');
  expect(() => check('expired')).toThrow(
    /player 1 has not signed the game with a key that is good/,
  );
});

test('a key that was revoked is refused, whichever file says so', () => {
  const folder = copy('good', 'revoked');
  gpg.run(['--command-fd', '0', '--edit-key', fingerprints[1]], 'revkey\ny\ny\n1\n\ny\nsave\n');
  const revoked = gpg.run(['--armor', '--export', fingerprints[1]]);
  writeFileSync(join(folder, 'blocks', formatCid(cidOf('raw', revoked))), revoked);
  expect(() => check('revoked')).toThrow(
    /player 2 has not signed the game with a key that is good/,
  );
});

test('commits of others are refused though both players have signed the file', async () => {
  const folder = copy('good', 'others');
  await importPlayer('gina', '0');
  const head = /XH\[(\w+)\]/.exec(readFileSync(join(FOLDER, 'named/game.sgf'), 'utf8'))![1]!;
  cpSync(join(FOLDER, 'named/blocks'), join(folder, 'blocks'), { recursive: true });
  const key = join(FOLDER, 'gina.asc');
  const { hash } = await json('gina', 'id', 'show');
  const sgf = readFileSync(join(folder, 'game.sgf'), 'utf8')
    .replace(/XH\[\w+\]/, `XH[${head}]`)
    .replace(/XW\[\w+\]/, `XW[${hash}]`);
  writeFileSync(join(folder, 'game.sgf'), sgf);
  cpSync(key, join(folder, 'player-2.asc'));
  for (const [i, name] of ['carl', 'gina'].entries()) {
    const signature = gpg.run(['-u', name, '--armor', '--detach-sign'], sgf);
    writeFileSync(join(folder, `signature-${i + 1}.asc`), signature);
  }
  expect(() => check('others')).toThrow(/the commit \w+ is by neither player/);
});
