/** The lobby: what its events and errors carry, snapshots, profiles. */
import { hashState, type Json, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { after, begun, doIn, empty, placing, reopen } from '../../../test/mage-lobby.ts';
import { gain, NO_PROGRESS } from '../achievements.ts';
import { STANDARD } from '../options.ts';
import { game } from '../rules.ts';
import { type Lobby, parseCommand, playerOf } from './index.ts';
import { moveIdAfter, stateAfter } from './lobby.ts';

describe('events', () => {
  test('of a new board', () => {
    const { events } = unwrap(
      doIn(after(empty, { as: 'ann', cmd: 'create' }), {
        as: 'bob',
        cmd: 'join',
        host: 'ann',
        seed: 1,
        t: 100,
      }),
    );
    expect(events).toEqual([
      {
        type: 'BoardCreated',
        board: 0,
        border: 'CMMMMMRMMRMMCMMMCMRMMMMMMMMMCMRM',
        top: 5,
        cells: '..'.repeat(64),
        players: [
          ['ann', 0, 3],
          ['bob', 1, 3],
        ],
        blueScore: [0, 0],
        redScore: [0, 0],
        lastMove: null,
        state: 'InProgress',
      },
      { type: 'GameStarted', host: 'ann', guest: 'bob', board: 0 },
    ]);
  });

  test('of moves: ids count up over all boards, and each names the one before', () => {
    let lobby = after(
      begun,
      { as: 'carl', cmd: 'create' },
      { as: 'dora', cmd: 'join', host: 'carl', seed: 2, t: 100 },
    );
    const ids = [0, 1, 0, 0, 1].map(number => {
      const { events, lobby: next } = unwrap(doIn(lobby, placing(lobby, number, 110)));
      lobby = next;
      const [moved] = events;
      expect(events.at(-1)).toMatchObject({
        type: 'BoardUpdated',
        board: number,
        lastMove: moved!.move!,
      });
      return [moved!.board, moved!.move, moved!.prevMove];
    });
    expect(ids).toEqual([
      [0, 0, null],
      [1, 1, null],
      [0, 2, 0],
      [0, 3, 2],
      [1, 4, 1],
    ]);
  });

  test('the deck is told by counts, not in its order', () => {
    const { events } = unwrap(doIn(begun, { as: 'ann', cmd: 'skip', t: 101 }));
    expect(events[0]).toEqual({
      type: 'Skipped',
      cause: 'player',
      player: 'ann',
      board: 0,
      move: 0,
      prevMove: null,
      timestamp: 101,
    });
    const { deck, top } = events.at(-1)! as unknown as { deck: number[]; top: number };
    expect(deck.map((count, tile) => count + (tile === top ? 1 : 0))).toEqual(STANDARD.deck);
  });

  test('of an end: both are told, paid and counted; the last event is the board', () => {
    const once = after(begun, { as: 'ann', cmd: 'skip', t: 101 });
    const { events, lobby } = unwrap(doIn(once, { as: 'ann', cmd: 'skip', t: 200 })); // bob is late
    expect(events.map(({ type, player = null, cause = null }) => [type, player, cause])).toEqual([
      ['Skipped', 'bob', 'timeout'],
      ['Skipped', 'ann', 'player'],
      ['GameFinished', 'ann', null],
      ['GameFinished', 'bob', null],
      ['CurrentPlayerBalance', 'ann', null],
      ['CurrentPlayerBalance', 'bob', null],
      ['BoardUpdated', null, null],
    ]);
    expect(playerOf(lobby, 'bob')).toMatchObject({ status: 'Finished', balance: 15, games: 1 });
    expect(lobby.boards[0]!.moveIds).toEqual([0, 1, 2]);
  });
});

describe('errors carry what the sheet gives them', () => {
  test.each<[command: { [key: string]: Json }, error: object]>([
    [
      { as: 'ann', cmd: 'create' },
      { type: 'GameCreateFailed', host: 'ann', status: 'InProgress' },
    ],
    [
      { as: 'carl', cmd: 'join', host: 'ann', seed: 1, t: 1 },
      {
        type: 'GameJoinFailed',
        host: 'ann',
        guest: 'carl',
        hostStatus: 'InProgress',
        guestStatus: 'Finished',
      },
    ],
    [
      { as: 'carl', cmd: 'cancel' },
      { type: 'GameCancelFailed', player: 'carl', status: 'Finished' },
    ],
    [
      { as: 'carl', cmd: 'skip', t: 1 },
      { type: 'PlayerNotInGame', player: 'carl', board: 0 },
    ],
    [
      { as: 'bob', cmd: 'skip', t: 101 },
      { type: 'NotYourTurn', player: 'bob', board: 0 },
    ],
    [
      { as: 'bob', cmd: 'finish', board: 0, t: 101 },
      { type: 'CantFinishGame', player: 'bob', board: 0 },
    ],
    [
      { as: 'ann', cmd: 'joker', tile: 3, rot: 1, col: 3, row: 4, t: 101 },
      {
        type: 'InvalidMove',
        player: 'ann',
        prevMove: null,
        tile: 3,
        rotation: 1,
        col: 3,
        row: 4,
        isJoker: true,
        board: 0,
        reason: 'detached',
      },
    ],
    [
      { as: 'ann', cmd: 'snapshot', board: 0, move: -1 },
      { type: 'SnapshotCreateFailed', player: 'ann', board: 0, state: 'InProgress', move: -1 },
    ],
    [
      { as: 'carl', cmd: 'create-from-snapshot', snapshot: 0, t: 1 },
      { type: 'BoardCreateFromSnapshotFailed', player: 'carl', source: null, move: null },
    ],
    [
      { as: 'ann', cmd: 'skin', skin: 2 },
      { type: 'PlayerSkinChangeFailed', player: 'ann', skin: 2, price: 100, balance: 0 },
    ],
  ])('%j', (command, error) => {
    const refused = doIn(begun, command);
    expect(refused).toMatchObject({ ok: false, error });
    if (!refused.ok) expect(refused.fault.rule).toMatch((error as { type: string }).type);
  });

  test.each<Json>([
    null,
    {},
    { as: 'ann' },
    { as: '', cmd: 'create' },
    { as: 'ann', cmd: 'toString' },
    { as: 'ann', cmd: 'join', host: 1, t: 1 },
    { as: 'ann', cmd: 'join', host: 'bob', seed: -1, t: 1 },
    { as: 'ann', cmd: 'skip', t: -1 },
    { as: 'ann', cmd: 'finish', t: 1 },
    { as: 'ann', cmd: 'place', rot: 0, t: 1 },
    { as: 'ann', cmd: 'skin', skin: 9 },
    { as: 'x'.repeat(65), cmd: 'create' },
  ])('%j is no command', command => {
    expect(parseCommand(command)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });
});

describe('snapshots', () => {
  const ended = after(
    begun,
    placing(begun, 0, 101),
    { as: 'bob', cmd: 'skip', t: 102 },
    { as: 'ann', cmd: 'skip', t: 103 },
  );

  test('every move of a chain can be gone on from, exactly', () => {
    const { first, acts } = ended.boards[0]!;
    expect(acts).toHaveLength(3);
    expect(hashState(game, stateAfter(ended, 0, 0))).toBe(hashState(game, first));
    expect(stateAfter(ended, 0, 2)).toMatchObject({ done: 2, end: null });
    expect(stateAfter(ended, 0, 3)).toMatchObject({ done: 3, end: { reason: 'double-skip' } });
    expect([0, 1, 2, 3].map(n => moveIdAfter(ended, 0, n))).toEqual([null, 0, 1, 2]);
  });

  test('a finished match is reopened; branches of branches count from the first move', () => {
    const reopened = after(
      ended,
      { as: 'carl', cmd: 'snapshot', board: 0, move: 3 },
      { as: 'carl', cmd: 'create-from-snapshot', snapshot: 0, reseed: 77 },
      { as: 'dora', cmd: 'join', host: 'carl', t: 500 },
    );
    const { state } = reopened.boards[1]!;
    expect(state).toMatchObject({ done: 3, end: null, now: 0 });
    const on = after(reopened, placing(reopened, 1, 520));
    expect(on.boards[1]!.moveIds).toEqual([3]);
    const again = after(
      on,
      { as: 'ann', cmd: 'snapshot', board: 1, move: 2 },
      { as: 'ann', cmd: 'snapshot', board: 1, move: 4 },
      { as: 'ann', cmd: 'create-from-snapshot', snapshot: 1 },
      { as: 'bob', cmd: 'create-from-snapshot', snapshot: 2 },
    );
    const [old, fresh] = [again.boards[2]!.first, again.boards[3]!.first];
    expect(hashState(game, old)).toBe(hashState(game, reopen(stateAfter(ended, 0, 2))));
    expect(fresh).toMatchObject({ done: 4, seed: on.boards[1]!.state.seed });
    expect([moveIdAfter(again, 3, 2), moveIdAfter(again, 3, 4)]).toEqual([1, 3]);
    expect(ended.boards[0]).toBe(again.boards[0]); // the source is never changed
  });

  test('a chain cut between the skip of who was late and the move after it', () => {
    const late = after(begun, placing(begun, 0, 101));
    const { state } = late.boards[0]!;
    const at = state.now + 70 + 100;
    const place = [...game.legal(game.time!.advance(state, 71).state, 0)].find(
      ({ op }) => op === 'place',
    )!;
    const two = after(late, { as: 'ann', cmd: 'place', ...fieldsOf(place), t: at });
    expect(two.boards[0]!.state.done).toBe(3);
    const cut = stateAfter(two, 0, 2);
    expect(cut).toMatchObject({ done: 2, isSkipped: true, top: state.top });
    expect(game.active(reopen(cut))).toEqual([0]);
  });

  const fieldsOf = ({ op: _, ...fields }: { readonly [key: string]: Json }) => fields;
});

test('profiles: names, skins, and trophies for who wears them', () => {
  const rich: Lobby = {
    ...begun,
    players: new Map(begun.players).set('ann', { ...playerOf(begun, 'ann'), balance: 500 }),
  };
  const { lobby, events } = unwrap(doIn(rich, { as: 'ann', cmd: 'skin', skin: 3 }));
  expect(playerOf(lobby, 'ann')).toMatchObject({ skin: 3, balance: 500 });
  expect(events).toEqual([{ type: 'PlayerSkinChanged', player: 'ann', skin: 3 }]);
  expect(
    playerOf(after(lobby, { as: 'ann', cmd: 'username', username: 'Anna' }), 'ann').username,
  ).toBe('Anna');
  expect(gain(NO_PROGRESS, events[0]!, 'ann')).toEqual({ Golem: 1 });
});
