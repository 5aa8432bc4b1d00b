/** What the commands about players print, for programs and for people: scripts read it, so it stays as it is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import '../../../ipgs/test/quick-keys.ts';
import { kifu } from '../../test/run-kifu.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-golden-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

let clock = Date.parse('2026-01-02T03:04:05Z');
const env = { KIFU_PASSPHRASE: 'so', KIFU_HOME: join(FOLDER, 'home') };
const printed: string[] = [];

/** Keys are new each time, and so is all that is made with them. */
const masked = (text: string): string =>
  text
    .replaceAll(FOLDER, '<folder>')
    .replace(/12D3Koo\w+/g, '<node>')
    .replace(/\b[0-9A-F]{40}\b/g, '<fingerprint>')
    .replace(/\b[0-9A-F]{16}\b/g, '<key>')
    .replace(/\bba[a-z2-7]{50,}/g, '<cid>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hex>')
    .replace(/\b[a-z2-7]{8}\b/g, id => (ids.has(id) ? '<id>' : id))
    .replace(/\.\d{3}Z/g, '.000Z')
    .replace(/\d+ blocks?/g, '<n> blocks')
    .replace(/"blocks":\d+/g, '"blocks":<n>');
const ids = new Set<string>();

async function as(player: string, ...argv: string[]): Promise<string> {
  clock += 1000;
  const { code, out, err } = await kifu([...argv, '--folder', join(FOLDER, player)], {
    env,
    startMs: clock,
  });
  for (const [, cid] of `${out}${err}`.matchAll(/\bba[a-z2-7]{42,}([a-z2-7]{8})\b/g)) ids.add(cid!);
  for (const [, id] of out.matchAll(/(?:"id":"|(?:challenge|game) )([a-z2-7]{8})\b/g)) ids.add(id!);
  printed.push(
    masked(
      `$ ${player}: kifu ${argv.join(' ')}\n${out}${err}${code === 0 ? '' : `exit ${code}\n`}`,
    ),
  );
  return out;
}
const json = async (player: string, ...argv: string[]) =>
  JSON.parse(await as(player, ...argv, '--json'));
/** For people, and for programs. */
async function both(player: string, ...argv: string[]): Promise<void> {
  await json(player, ...argv);
  await as(player, ...argv);
}
async function send(from: string, to: string): Promise<void> {
  const file = join(FOLDER, `${from}.car`);
  await as(from, 'namespace', 'export', '-o', file, '--force', '--json');
  await as(to, 'namespace', 'import', file, '--json');
}

test('prints what it printed before', async () => {
  await as('ann', 'game', 'list');
  await as('ann', 'id', 'new', 'ann', '--json');
  await as('bob', 'id', 'new', 'bob');
  await both('ann', 'id', 'show');
  await both('ann', 'id', 'set', 'hours', '48');
  await both('ann', 'challenge', 'list');
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await as('ann', 'challenge', 'offer', 'go', '--size', '9');
  await both('ann', 'challenge', 'list');
  await send('ann', 'bob');
  await both('bob', 'challenge', 'list');
  const game = (await json('bob', 'challenge', 'accept', id)).id;
  await send('bob', 'ann');
  await as('ann', 'challenge', 'confirm', game);
  await send('ann', 'bob');
  await both('ann', 'game', 'list');
  await both('ann', 'game', 'show', game);
  await both('bob', 'game', 'show', 'ann');
  await as('bob', 'game', 'play', game, 'e5', '--json');
  await as('ann', 'game', 'play', game, 'e5', '--json');
  await as('ann', 'game', 'play', game, 'e4', '--json');
  await send('ann', 'bob');
  await as('bob', 'game', 'play', 'ann', 'c5');
  await as('bob', 'game', 'say', game, 'hello', '--json');
  await send('bob', 'ann');
  await both('ann', 'game', 'show', game);
  await as('ann', 'game', 'propose', game, 'draw', '--json');
  await send('ann', 'bob');
  await as('bob', 'game', 'dispute', game, '--json');
  await as('bob', 'game', 'resign', game);
  await send('bob', 'ann');
  await as('ann', 'game', 'agree', game, '--json');
  await send('ann', 'bob');
  await as('bob', 'game', 'sign', game);
  await send('bob', 'ann');
  await both('ann', 'game', 'list');
  await both('ann', 'archive', 'list');
  await both('ann', 'archive', 'verify');
  await as('ann', 'archive', 'export', 'bob', '-o', join(FOLDER, 'game.sgf'), '--json');
  await as('ann', 'archive', 'export', 'bob', '-o', join(FOLDER, 'game.car'));
  await as('ann', 'archive', 'export', 'bob', '-o', join(FOLDER, 'game.sgf'));
  await both('ann', 'player', 'list');
  await both('ann', 'player', 'show', 'bob');
  await both('ann', 'player', 'trust', 'bob', '0.5');
  await both('ann', 'player', 'note', 'bob', 'plays fast');
  await both('ann', 'namespace', 'show');
  await both('ann', 'namespace', 'evidence');
  await both('ann', 'namespace', 'check');
  await both('ann', 'peer', 'add', '/ip4/192.0.2.7/tcp/4001');
  await both('ann', 'peer', 'list');
  await both('ann', 'peer', 'status');
  await as('ann', 'id', 'export', '-o', join(FOLDER, 'ann.asc'), '--json');
  await as('ann', 'id', 'lock', '--json');
  await as('ann', 'game', 'show', 'nobody', '--json');
  await expect(printed.join('\n')).toMatchFileSnapshot('../../test/golden/player-commands.txt');
}, 120_000);
