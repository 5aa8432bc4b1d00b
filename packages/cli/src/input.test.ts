import { type Kit, ok, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { beforeAll, expect, test } from 'vitest';
import { toys } from '../test/toy-kits.ts';
import {
  readBytes,
  readJsonMove,
  readMove,
  readPosition,
  readSetup,
  spell,
  spellShort,
} from './input.ts';

let chess: Kit;
let race: Kit;
let nim: Kit;
let first: unknown;
beforeAll(async () => {
  chess = unwrap(await loadKit('chess'));
  race = unwrap(await toys.load('race'));
  nim = unwrap(await toys.load('nim'));
  first = unwrap(start(chess.game, {})).state;
});

const E4 = { from: [4, 1], promotion: null, to: [4, 3] };

test.each([
  'e4',
  'e2e4',
  '0x0C1C00',
  '{"from":[4,1],"to":[4,3]}',
  '{"to":[4,3],"from":[4,1],"promotion":null}',
])('reads %s', text => {
  expect(readMove(chess, first, text)).toEqual(ok(E4));
  expect(readJsonMove(chess, first, text)).toEqual(ok(E4));
});

test.each<[text: string, code: string, says: string]>([
  ['0x0c1c00', 'malformed', 'upper-case'],
  ['0X0C1C00', 'malformed', '0x'],
  ['{"from":[4,1]}', 'malformed', ''],
  ['{"from":[4,1],"from":[4,1],"to":[4,3]}', 'malformed', 'duplicate key "from"'],
  ['nonsense', 'malformed', 'SAN'],
  ['', 'malformed', ''],
  ['Nf6', 'illegal-move', 'Nf6'],
])('refuses %j', (text, code, says) => {
  const read = readMove(chess, first, text);
  expect(read).toMatchObject({ ok: false, fault: { code } });
  expect(read.ok ? '' : read.fault.message).toContain(says);
});

test('moves that are numbers are read as numbers', () => {
  const { state } = unwrap(start(race.game, { seed: 1 }));
  expect(readMove(race, state, '1')).toEqual(ok(1));
  expect(readMove(race, state, 'm1')).toEqual(ok(1));
  expect(readJsonMove(race, state, 1)).toEqual(ok(1));
  expect(readMove(race, state, 'x')).toMatchObject({
    fault: { message: 'a move is m and a digit' },
  });
});

test('bytes are read with and without 0x, in either case', () => {
  for (const digits of ['347C00', '347c00', '0x347C00'])
    expect(readBytes(chess, digits)).toEqual(ok({ from: [4, 6], promotion: 'q', to: [4, 7] }));
  for (const digits of ['', '347C0', '347CGG', '347C0000'])
    expect(readBytes(chess, digits)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});

test('a move is spelled only in notations that read it back', () => {
  expect(spell(chess, first, E4)).toEqual([
    { name: 'SAN', text: 'e4' },
    { name: 'UCI', text: 'e2e4' },
  ]);
  const later = { from: [4, 6], promotion: 'q', to: [4, 7] };
  expect(spell(chess, first, later)).toEqual([{ name: 'UCI', text: 'e7e8q' }]);
  expect(spellShort({ ...chess, notations: [] }, first, E4)).toBe('0x0C1C00');
  const throws = {
    name: 'T',
    format: () => {
      throw new Error('no');
    },
    parse: () => ok(E4),
  };
  expect(spell({ ...chess, notations: [throws] }, first, E4)).toEqual([]);
});

test('a setup gets a seed only where the game takes one and it names none', () => {
  expect(readSetup(chess, { seed: 5 }, 1)).toEqual(ok({}));
  expect(readSetup(race, {}, 1)).toEqual(ok({ seed: 1 }));
  expect(readSetup(race, { seed: 5 }, 1)).toEqual(ok({ seed: 5 }));
  expect(readSetup(race, { setup: '{"seed":9}', seed: 5 }, 1)).toEqual(ok({ seed: 9 }));
  expect(readSetup(race, {})).toEqual(ok({}));
});

test('a position becomes the start of the setup', () => {
  const fen = '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1';
  const setup = unwrap(readSetup(chess, { position: fen }));
  const { state } = unwrap(start(chess.game, setup));
  expect(chess.positions[0]!.format(state)).toBe(fen);
  const canon = JSON.stringify(chess.game.states.canon(state));
  expect(chess.positions[0]!.format(unwrap(readPosition(chess, canon)))).toBe(fen);
});

test.each<[why: string, options: Parameters<typeof readSetup>[1], code: string]>([
  ['no JSON', { setup: '{' }, 'malformed'],
  ['no object', { setup: '[]' }, 'bad-setup'],
  ['a bad position', { position: 'x' }, 'malformed'],
  ['two starts', { setup: '{"start":{"canon":1}}', position: 'x' }, 'bad-setup'],
])('refuses a setup: %s', (_why, options, code) => {
  expect(readSetup(chess, options)).toMatchObject({ ok: false, fault: { code } });
});

test('what is wrong with a setup is said of --setup', () => {
  for (const setup of ['{', '[]', ''])
    expect(readSetup(chess, { setup })).toMatchObject({
      fault: { message: expect.stringMatching(/^--setup: /) },
    });
});

test.each<[options: Parameters<typeof readSetup>[1], setup: object]>([
  [{ option: { heap: 3 } }, { options: { heap: 3 } }],
  [{ setup: '{"options":{"heap":9}}', option: { heap: 3 } }, { options: { heap: 3 } }],
  [
    { setup: '{"seats":[0,2]}', option: { heap: 3 } },
    { seats: [0, 2], options: { heap: 3 } },
  ],
])('options of a game are part of its setup: %j', (options, setup) => {
  expect(readSetup(nim, options)).toEqual(ok(setup));
});

test.each<[options: Parameters<typeof readSetup>[1], path: string, message: RegExp]>([
  [
    { setup: '{"heap":3}' },
    '/heap',
    /unknown setup field "heap"; allowed: seats, seed, options, start/,
  ],
  [{ setup: '{"options":{"size":3}}' }, '/options/size', /no option "size"; options: heap$/],
  [{ option: { size: 3 } }, '/options/size', /no option "size"; options: heap$/],
  [{ option: { heap: 0 } }, '/options/heap', /heap must be a whole number from 1 to 15/],
  [{ setup: '{"options":7}', option: { heap: 3 } }, '/options', /options must be an object/],
])('refuses what the game does not have: %j', (options, path, message) => {
  expect(readSetup(nim, options)).toMatchObject({
    fault: { code: 'bad-setup', at: { path }, message: expect.stringMatching(message) },
  });
});

test('a game without a notation of positions says so', () => {
  expect(readPosition(race, 'x')).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});
