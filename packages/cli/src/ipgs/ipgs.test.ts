/** Players in folders of their own who exchange files, and nothing else. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findGpg } from '../../../ipgs/test/gpg.ts';
import '../../../ipgs/test/quick-keys.ts';
import { kifu } from '../../test/run-kifu.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-ipgs-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
const CHECK = join(import.meta.dirname, '../../../../docs/ipgs-check.sh');

let clock = Date.parse('2026-01-02T03:04:05Z');
const env = { KIFU_PASSPHRASE: 'so', KIFU_HOME: join(FOLDER, 'home') };

/** Runs a command as a player; throws with what it says where it fails. */
async function as(player: string, ...argv: string[]): Promise<string> {
  clock += 1000;
  const folder = ['--folder', join(FOLDER, player)];
  const { code, out, err } = await kifu([...argv, ...folder], { env, startMs: clock });
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}${out}`);
  return out.trim();
}

const json = async (player: string, ...argv: string[]) =>
  JSON.parse(await as(player, ...argv, '--json'));

/** One player sends the tree to another. */
async function send(from: string, ...to: readonly string[]): Promise<void> {
  const file = join(FOLDER, `${from}.car`);
  await as(from, 'namespace', 'export', '-o', file, '--force');
  for (const each of to) await as(each, 'namespace', 'import', file);
}

/** A game that two have agreed on, Ann to begin; gives its id. */
async function agreeOn(challenger: string, contender: string, ...offer: string[]): Promise<string> {
  const { id } = await json(challenger, 'challenge', 'offer', ...offer, '--first', 'me');
  await send(challenger, contender);
  const accepted = await json(contender, 'challenge', 'accept', id);
  await send(contender, challenger);
  await as(challenger, 'challenge', 'confirm', accepted.id);
  await send(challenger, contender);
  return accepted.id;
}

/** Each plays in turn and sends. */
async function playAll(
  id: string,
  players: readonly [string, string],
  moves: readonly string[],
): Promise<void> {
  for (const [i, move] of moves.entries()) {
    const [mover, other] = i % 2 === 0 ? players : [players[1], players[0]];
    await as(mover, 'game', 'play', id, move);
    await send(mover, other);
  }
}

/** Both acknowledge and sign; the second to sign archives first. */
async function finish(id: string, [one, other]: readonly [string, string]): Promise<void> {
  await as(one, 'game', 'agree', id);
  await send(one, other);
  expect(await as(other, 'game', 'agree', id)).toContain('signed; waiting for');
  // said again, it changes nothing
  const [tree] = [await json(other, 'id', 'show')];
  expect(await as(other, 'game', 'sign', id)).toContain('signed; waiting for');
  expect((await json(other, 'id', 'show')).tree).toBe(tree.tree);
  await send(other, one);
  expect(await as(one, 'game', 'sign', id)).toContain('archived');
  await send(one, other);
}

beforeAll(async () => {
  for (const name of ['ann', 'bob', 'eve']) await as(name, 'id', 'new', name);
});

test('a game of go and one of chess, archived, and verified by a third and by stock gpg', async () => {
  const players = ['ann', 'bob'] as const;
  const go = await agreeOn(...players, 'go', '--size', '5', '--komi', '0.5');
  await playAll(go, players, ['C3', 'B4', 'pass', 'pass']);
  expect(await as('bob', 'game', 'show', go)).toMatch(
    /scoring: mark dead stones, accept, or resume/,
  );
  expect(await as('bob', 'game', 'propose', go, 'score')).toContain('W+0.5');
  await send('bob', 'ann');
  await finish(go, players);
  const chess = await agreeOn(...players, 'chess');
  await playAll(chess, players, ['e4', 'e5']);
  await as('bob', 'game', 'say', chess, 'no, after all');
  expect(await as('bob', 'game', 'resign', chess)).toMatch(
    /proposed W\+Resign[\s\S]*waiting for ann to accept the result/,
  );
  await send('bob', 'ann');
  // whatever either does next with the key at hand does what is left: no agree, no sign
  expect(await as('ann', 'game', 'list')).toContain(`game ${chess}: finished`);
  await send('ann', 'bob');
  expect(await as('bob', 'game', 'show', chess)).toContain(`${chess}: archived W+Resign`);
  await send('bob', 'ann');

  await send('ann', 'eve');
  const { games } = await json('eve', 'archive', 'verify');
  expect(
    games
      .map(({ game, result, commits }: { [key: string]: unknown }) => [game, result, commits])
      .sort(),
  ).toEqual([
    ['chess', 'W+Resign', 9],
    ['go', 'W+0.5', 10],
  ]);
  const archive = await as('eve', 'archive', 'list');
  expect(archive).toMatch(/go {2,}W\+0\.5 {2,}\S+ {2,}ann \(B\) – bob \(W\)/);
  expect(archive).toMatch(/chess {2,}W\+Resign {2,}\S+ {2,}ann \(W\) – bob \(B\)/);
  for (const { cid, game } of games) {
    const out = join(FOLDER, `check-${game}`);
    await as('eve', 'archive', 'export', cid, '-o', out);
    const said = execFileSync('sh', [CHECK, out], {
      env: { ...process.env, PATH: `${join(findGpg(), '..')}:${process.env.PATH}` },
    });
    expect(`${said}`).toMatch(
      /player 1: key .*, is called ann\n[\s\S]*player 2: key .*, is called bob\n[\s\S]*result W\+/,
    );
    expect(`${said}`).toMatch(/(?:9|10) commits are signed by those who made them/);
    const file = join(out, 'game.sgf');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/RE\[(.)/, (_, side) => `RE[${side === 'B' ? 'W' : 'B'}`),
    );
    expect(() => execFileSync('sh', [CHECK, out], { stdio: 'pipe' })).toThrow(
      /has not signed the game/,
    );
    const record = join(FOLDER, `${game}.json`);
    await as('eve', 'archive', 'export', cid, '-o', record);
    const verified = await kifu(['verify', record], { env });
    expect(verified.out).toMatch(
      /: verified[\s\S]*commits {3}(?:9|10) commits of IPGS[\s\S]*seat 1 {4}bob, key [0-9A-F]{40}, signed the result/,
    );
    const changed = join(FOLDER, `${game}-changed.json`);
    writeFileSync(changed, readFileSync(record, 'utf8').replace('"name":"ann"', '"name":"eve"'));
    expect((await kifu(['verify', changed], { env })).out).toContain('broken-record');
  }
  expect((await kifu(['library', 'list'], { env })).out).toMatch(
    /chess[\s\S]*ann – bob|ann – bob[\s\S]*chess/,
  );
  const kept = JSON.parse((await kifu(['library', 'list', '--json'], { env })).out.split('\n')[0]!);
  const again = await kifu(['verify', JSON.stringify(kept).match(/bafyrei[a-z2-7]+/)![0]], { env });
  expect(again.out).toMatch(/: verified[\s\S]*commits of IPGS, all verified/);
  expect(await as('ann', 'namespace', 'check')).toContain('good:');
  const list = await as('eve', 'player', 'list', '--game', 'go');
  expect(list.split('\n').map(line => line.split(/ {2,}/)[0])).toHaveLength(3);
  expect(await as('ann', 'player', 'show', 'bob', '--game', 'go')).toMatch(/estimated {2,}16\d\d/);
  await as('ann', 'player', 'trust', 'bob', '0.5');
  expect(await as('ann', 'player', 'show', 'bob')).toMatch(/trust {2,}0\.50/);
});

test('a result is disputed and play continues', async () => {
  const players = ['ann', 'bob'] as const;
  const id = await agreeOn(...players, 'go', '--size', '5');
  await playAll(id, players, ['pass', 'pass']);
  await as('ann', 'game', 'propose', id, 'score');
  await send('ann', 'bob');
  expect(await as('bob', 'game', 'dispute', id)).toContain('playing');
  await send('bob', 'ann');
  expect(await as('ann', 'game', 'play', id, 'D4')).toContain('playing');
  await send('ann', 'bob');
  await as('bob', 'game', 'resign', id);
  await send('bob', 'ann');
  // without the key nothing is signed
  const argv = ['game', 'show', id, '--folder', join(FOLDER, 'ann')];
  const { out } = await kifu(argv, { env: { KIFU_HOME: env.KIFU_HOME }, startMs: clock });
  expect(out).toContain('proposed B+Resign');
  expect(out).toContain(`accept the result with kifu game agree ${id}, or continue with dispute`);
});

test('a name that may mean several games means the one that fits, else the candidates are named', async () => {
  const players = ['ann', 'eve'] as const;
  const first = await agreeOn(...players, 'chess');
  const second = await agreeOn(...players, 'chess');
  const offered = await json('ann', 'challenge', 'offer', 'checkers', '--first', 'me');
  await send('ann', 'eve');
  await json('eve', 'challenge', 'accept', offered.id);
  await send('eve', 'ann');
  const said = await as('ann', 'game', 'play', 'eve', 'e4').catch(String);
  expect(said).toContain('eve, 2 match; use an ID');
  for (const id of [first, second]) expect(said).toContain(`${id} chess confirmed`);
  expect(await as('ann', 'challenge', 'confirm', 'eve')).toMatch(
    /confirmed with eve; you move first/,
  );
  await as('ann', 'game', 'play', first, 'e4');
  await send('ann', 'eve');
  await expect(as('ann', 'game', 'play', first, 'e5')).rejects.toThrow(
    "wrong-seat (not-your-turn): it is eve's turn",
  );
  // of three games one waits for eve
  expect(await as('eve', 'game', 'play', 'ann', 'e5')).toContain(first);
});

test('time runs out and is claimed', async () => {
  const players = ['ann', 'bob'] as const;
  const id = await agreeOn(...players, 'chess', '--time', '60');
  await playAll(id, players, ['e4', 'e5']);
  clock += 30_000;
  await expect(as('bob', 'game', 'propose', id, 'time')).rejects.toThrow(/has time left/);
  clock += 120_000;
  expect(await as('bob', 'game', 'propose', id, 'time')).toContain('proposed B+Time');
});

test('several accept, one is chosen', async () => {
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await send('ann', 'bob', 'eve');
  const [bob, eve] = [
    await json('bob', 'challenge', 'accept', id),
    await json('eve', 'challenge', 'accept', id),
  ];
  await send('bob', 'ann');
  await send('eve', 'ann');
  expect(await as('ann', 'challenge', 'list')).toMatch(/accepted.*\n.*accepted/);
  await as('ann', 'challenge', 'confirm', eve.id);
  await send('ann', 'bob', 'eve');
  expect(await as('eve', 'game', 'list')).toContain(`${eve.id}  confirmed`);
  expect(await as('bob', 'game', 'list')).not.toContain(bob.id);
  await expect(as('ann', 'challenge', 'confirm', bob.id)).rejects.toThrow(/not-chosen/);
});

test('a player who signs two steps on one commit is found out', async () => {
  const players = ['ann', 'bob'] as const;
  const id = await agreeOn(...players, 'chess');
  cpSync(join(FOLDER, 'ann'), join(FOLDER, 'ann-elsewhere'), { recursive: true });
  await as('ann', 'game', 'play', id, 'e4');
  await as('ann-elsewhere', 'game', 'play', id, 'd4');
  await send('ann', 'bob');
  // the other copy is of the same player, so its tree takes the place of the first; the own tree still lists the first move
  await send('ann-elsewhere', 'bob');
  expect(await as('bob', 'namespace', 'import', join(FOLDER, 'ann-elsewhere.car'))).not.toMatch(
    /double signing/,
  );
  expect(await as('bob', 'player', 'show', 'ann')).toMatch(/double signing {2,}1/);
  expect(await as('bob', 'namespace', 'evidence')).toMatch(
    /two steps on one commit {2,}by ann {2,}published by bob/,
  );
  // a player who gets the tree can check it
  await send('bob', 'eve');
  expect(await as('eve', 'namespace', 'evidence')).toMatch(
    /two steps on one commit {2,}by ann {2,}published by bob/,
  );
});

test('a player who confirms one offer twice is found out', async () => {
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'me');
  await send('ann', 'bob', 'eve');
  const accepted = [
    await json('bob', 'challenge', 'accept', id),
    await json('eve', 'challenge', 'accept', id),
  ];
  await send('bob', 'ann');
  await send('eve', 'ann');
  cpSync(join(FOLDER, 'ann'), join(FOLDER, 'ann-twice'), { recursive: true });
  await as('ann', 'challenge', 'confirm', accepted[0].id);
  await as('ann-twice', 'challenge', 'confirm', accepted[1].id);
  await send('ann', 'bob');
  await send('ann-twice', 'bob');
  const { evidence } = await json('bob', 'namespace', 'evidence');
  expect(evidence).toContainEqual(
    expect.objectContaining({
      kind: 'two-confirms',
      ok: true,
      against: expect.objectContaining({ name: 'ann' }),
    }),
  );
});

test('backgammon with dice that both make', async () => {
  const players = ['ann', 'bob'] as const;
  const id = await agreeOn(...players, 'backgammon');
  const rolled = new Set<string>();
  for (let i = 0; i < 4; i++) {
    const [player, other] = i % 2 === 0 ? (['bob', 'ann'] as const) : players;
    // links are shown together with moves, and alone where nothing can be played yet
    for (;;) {
      const { turn, seat, moves } = await json(player, 'game', 'show', id);
      if (!turn.includes(seat)) break;
      rolled.add(moves.join());
      await as(player, 'game', 'play', id, moves[0] ?? 'roll');
    }
    await send(player, other);
  }
  expect(rolled.size).toBeGreaterThan(3);
  await as('bob', 'game', 'resign', id);
  await send('bob', 'ann');
  await as('ann', 'challenge', 'list');
  await send('ann', 'bob');
  await as('bob', 'game', 'list');
  await send('bob', 'ann');
  const { games } = await json('ann', 'archive', 'list');
  expect(games).toContainEqual(
    expect.objectContaining({ game: 'backgammon', result: 'W+Resign', winner: 0 }),
  );
  const { cid } = games.find(({ game }: { game: string }) => game === 'backgammon');
  const file = join(FOLDER, 'backgammon.car');
  await as('ann', 'archive', 'export', cid, '-o', file);
  const verified = await kifu(['verify', file], { env });
  expect(verified.out).toMatch(
    /: verified[\s\S]*random {4}provably fair: made by all players together, \d+ random draws? checked/,
  );
  expect((await kifu(['info', file], { env })).out).toContain('ann');
});

const showsStart = async (name: string): Promise<void> => {
  const players = ['ann', 'bob'] as const;
  const id = await agreeOn(...players, name);
  const [ann, bob] = [await as('ann', 'game', 'show', id), await as('bob', 'game', 'show', id)];
  expect(ann.split('\n').length).toBeGreaterThan(8);
  expect(ann).toMatch(/confirmed, their turn[\s\S]*bob rolls first/);
  expect(bob).toMatch(new RegExp(`your turn[\\s\\S]*you roll first: kifu game play ${id} roll`));
  await expect(as('ann', 'game', 'play', id, 'roll')).rejects.toThrow(/it is .*'s turn/);
};
test.each(['backgammon', 'mage-duel'])('%s shows its board before the first roll', showsStart);
test('so does ludo', () => showsStart('ludo'));

test('two nodes of one player share what is private, and who vouches for both', async () => {
  const [secret, file] = [join(FOLDER, 'eve-secret.asc'), join(FOLDER, 'eve.asc')];
  await as('eve', 'id', 'export', '-o', file);
  await as('eve', 'id', 'export', '--secret', '-o', secret);
  await as('eve-2', 'id', 'import', file, secret);
  const { nodes } = await json('eve-2', 'id', 'show');
  await as('eve', 'id', 'node', nodes[0]);
  await as('eve', 'player', 'trust', 'bob', '0.25');
  await as('eve', 'player', 'note', 'bob', 'plays fast');
  await send('bob', 'eve-2');
  await send('eve', 'eve-2');
  expect((await json('eve-2', 'id', 'show')).nodes).toHaveLength(2);
  const bob = await as('eve-2', 'player', 'show', 'bob');
  expect(bob).toMatch(/trust {2,}0\.25/);
  expect(bob).toMatch(/note {2,}plays fast/);
  // nobody else can read it
  const tree = readFileSync(join(FOLDER, 'eve.car'));
  expect(tree.includes('plays fast')).toBe(false);
  await as('eve-2', 'player', 'note', 'bob', '');
  await send('eve-2', 'eve');
  expect(await as('eve', 'player', 'show', 'bob')).not.toContain('plays fast');
});

test('a key of native records is a person’s, once that person’s identity vouches for it', async () => {
  const own = { ...env, KIFU_HOME: join(FOLDER, 'zoe-home') };
  const run = async (...argv: string[]) => {
    clock += 1000;
    const { code, out, err } = await kifu(argv, { env: own, startMs: clock, input: 'e4 e5' });
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const record = join(FOLDER, 'native.car');
  await run('key', 'new', 'zoe');
  await run('record', 'chess', '--moves', '-', '--key', 'zoe', '-o', record);
  expect(await run('verify', record)).not.toContain('whose identity');
  await run('id', 'new', 'Zoe Example');
  await run('id', 'certify', 'zoe');
  expect(await run('verify', record)).toMatch(
    /seat 0 {4}Zoe Example, whose identity [0-9A-F]{40} vouches for the key since/,
  );
});

test('a folder is its owner’s alone', () => {
  expect(statSync(join(FOLDER, 'ann')).mode & 0o77).toBe(0);
  expect(statSync(join(FOLDER, 'ann/secret.asc')).mode & 0o77).toBe(0);
  expect(readFileSync(join(FOLDER, 'ann/secret.asc'), 'utf8')).toContain('PRIVATE KEY');
});

test('a node has settings of its own', async () => {
  expect(await as('bob', 'id', 'set')).toBe('all defaults');
  await as('bob', 'id', 'set', 'hours', '2');
  const { challenge } = { challenge: await as('bob', 'challenge', 'offer', 'chess') };
  const until = Date.parse(/until (.*)$/.exec(challenge)![1]!);
  expect(until - clock).toBeLessThan(2.1 * 3_600_000);
  await expect(as('bob', 'id', 'set', 'hours', 'x')).rejects.toThrow(/malformed/);
  await expect(as('bob', 'id', 'set', 'colour', 'x')).rejects.toThrow(
    /unknown setting; use hours, game/,
  );
  expect(await as('bob', 'id', 'set', 'hours')).toBe('all defaults');
});

test('a challenge for one player is taken by that player alone', async () => {
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--opponent', 'bob');
  await send('ann', 'bob', 'eve');
  expect(await as('bob', 'challenge', 'list')).toMatch(new RegExp(`${id}.*for me`));
  await expect(as('eve', 'challenge', 'accept', id)).rejects.toThrow(/for another player/);
  await as('ann', 'challenge', 'cancel', id);
  await send('ann', 'bob');
  expect(await as('bob', 'challenge', 'list')).not.toContain(id);
});

describe('refused', () => {
  test.each<[why: string, argv: readonly string[], said: RegExp]>([
    ['a second identity', ['id', 'new', 'x'], /^exists: .* already has an identity/],
    ['a game that there is not', ['game', 'show', 'zzzzzzzz'], /not-found: no game/],
    ['a challenge that there is not', ['challenge', 'accept', 'zzzzzzzz'], /not-found/],
    [
      'dice without an order',
      ['challenge', 'offer', 'backgammon'],
      /games with dice require --first me or --first them/,
    ],
    ['a game that is not played so', ['challenge', 'offer', 'dominos'], /unsupported/],
    [
      'rules that there are not',
      ['challenge', 'offer', 'go', '--rules', 'x'],
      /unknown rules; use/,
    ],
    ['a node that is none', ['id', 'node', 'x'], /peer ID/],
    ['a file that is none', ['namespace', 'import', CHECK], /malformed/],
  ])('%s', async (_why, argv, said) => {
    await expect(as('ann', ...argv)).rejects.toThrow(
      said.source.startsWith('^') ? new RegExp(said.source.slice(1)) : said,
    );
  });

  test('a key that stays locked', async () => {
    const argv = ['challenge', 'offer', 'chess', '--folder', join(FOLDER, 'bob')];
    const locked = await kifu(argv, { env: { KIFU_HOME: env.KIFU_HOME }, startMs: clock });
    expect(locked.err).toContain('KIFU_PASSPHRASE');
    const wrong = await kifu(argv, { env: { ...env, KIFU_PASSPHRASE: 'x' }, startMs: clock });
    expect(wrong.err).toContain('wrong passphrase');
  });
});
