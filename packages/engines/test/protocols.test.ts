/** Whole matches between small engines of our own, one for each protocol. */
import { setImmediate } from 'node:timers/promises';
import { type Json, type Kit, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { readKifu } from '@kifu/record';
import { describe, expect, test } from 'vitest';
import { type EngineProtocol, openEngine } from '../src/index.ts';
import { contextFor, fakeSpec, openFake, playMatch } from './matches.ts';
import { turnOf } from './turns.ts';

test.each<[game: string, protocol: EngineProtocol, name: string, options: object, entries: number]>(
  [
    ['chess', 'uci', 'Fake Fish 1.2', {}, 24],
    ['checkers', 'hub', 'Fake Draughts 2', {}, 30],
    ['go', 'gtp', 'Fake Go 0.1', { width: 5 }, 2000],
    ['go', 'gtp', 'Fake Go 0.1', { width: 9, handicap: 3, rules: 'AGA' }, 2000],
    ['dominos', 'json', 'Fake JSON 3', {}, 2000],
  ],
)('%s by %s', async (game, protocol, name, options, entries) => {
  const kit = unwrap(await loadKit(game));
  const players = [await openFake(kit, protocol), await openFake(kit, protocol)];
  const { host, faults } = await playMatch({ kit, players, options: options as never, entries });
  expect(faults).toEqual([]);
  expect(host.replay.n).toBeGreaterThan(5);
  const { header } = unwrap(readKifu(host.replay.nodes));
  expect(header.players.map(player => player.name)).toEqual([name, name]);
});

describe('options', () => {
  const open = async (options: { readonly [name: string]: string }, elo?: number) => {
    const kit = unwrap(await loadKit('chess'));
    const spec = fakeSpec('uci', 'good', { options, ...(elo === undefined ? {} : { elo }) });
    const player = await openEngine(spec, contextFor(kit));
    await player.close();
    return player;
  };

  test('are listed with their bounds', async () => {
    const { options, author } = await open({});
    expect(author).toBe('Nobody in Particular');
    expect(options[0]).toEqual({
      ...{ name: 'Hash', type: 'spin', default: '16', min: 1, max: 64, values: [] },
    });
    expect(options[1]).toMatchObject({ name: 'Style', values: ['Calm', 'Very Wild'] });
  });

  test.each([
    [{ Hash: '65' }, undefined, 'its option Hash must be from 1 to 64, not 65'],
    [{ Hash: 'much' }, undefined, 'its option Hash must be a whole number'],
    [{ Style: 'Wild' }, undefined, 'its option Style must be one of Calm, Very Wild'],
    [{ Sound: 'on' }, undefined, 'it has no option Sound'],
    [{}, 500, 'its option UCI_Elo must be from 1350 to 2850, not 500'],
  ])('that an engine does not allow are refused: %j', async (options, elo, message) => {
    await expect(open(options as never, elo)).rejects.toThrow(message);
  });

  test('that an engine allows are set', async () => {
    await expect(open({ hash: '32', style: 'very wild' }, 1500)).resolves.toBeDefined();
  });

  test('of GTP are commands', async () => {
    const kit = unwrap(await loadKit('go'));
    const opening = (level: string) =>
      openEngine(fakeSpec('gtp', 'good', { options: { level } }), contextFor(kit));
    await (await opening('5')).close();
    await expect(opening('11')).rejects.toThrow('it refused the option level 11');
  });
});

test.each(['gtp', 'json'] as const)('an engine resigns by %s', async protocol => {
  const kit = unwrap(await loadKit(protocol === 'gtp' ? 'go' : 'chess'));
  const players = [await openFake(kit, protocol), await openFake(kit, protocol, 'resign')];
  const { host, faults } = await playMatch({ kit, players });
  expect(faults).toEqual([]);
  expect(host.replay.outcome).toMatchObject({ winners: [0], reason: 'resignation' });
});

test('a search is stopped when it is no longer needed', async () => {
  const kit = unwrap(await loadKit('chess'));
  const player = await openEngine(fakeSpec('uci', 'slow'), contextFor(kit));
  const aborting = new AbortController();
  const choice = player.decide(turnOf(kit), aborting.signal);
  await setImmediate();
  aborting.abort();
  await expect(choice).resolves.toMatchObject({ do: 'move' });
  await player.close();
});

test('an engine that ponders continues where its expectation comes true, and starts again elsewhere', async () => {
  const { chess } = await import('@kifu/games/chess');
  const kit = chess as Kit;
  const { game } = kit;
  const spec = fakeSpec('uci', 'ponder', { ponder: true });
  const player = await openEngine(spec, contextFor(kit));
  const moves: Json[] = [];
  let { state } = unwrap(start(game, {}));
  const legal = () => [...game.legal(state, game.active(state)[0]!)];
  const hexOf = (move: Json) => game.moves.hex.encode(move);
  const make = (move: Json) => {
    state = unwrap(game.play(state, game.active(state)[0]!, move)).state;
    moves.push(move);
  };
  const { signal } = new AbortController();
  const isLast: boolean[] = [];
  // it expects the first answer: not this one, this one, and this one again
  for (const answer of [-1, 0, 0, null]) {
    const decided = await player.decide({ ...turnOf(kit, state), moves: () => [...moves] }, signal);
    if (decided.do !== 'move') throw new Error('it did not move');
    isLast.push(hexOf(decided.move) === hexOf(legal().at(-1)!));
    make(decided.move);
    if (answer !== null) make(legal().at(answer)!);
  }
  expect(isLast).toEqual([false, false, true, true]);
  await player.close();
});

test('an engine plays a game with dice by JSON lines', async () => {
  const kit = unwrap(await loadKit('ludo'));
  const players = [await openFake(kit, 'json'), await openFake(kit, 'json')];
  const { host, faults } = await playMatch({ kit, players, entries: 60 });
  expect(faults).toEqual([]);
  expect(host.replay.n).toBeGreaterThanOrEqual(60);
});
