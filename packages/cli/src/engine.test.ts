import { hashState, type Json, type Kit, ok, start, step, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toys } from '../test/toy-kits.ts';
import { createEngine, type EngineOptions } from './engine.ts';

const QUIET: EngineOptions = { draws: 'plain', state: false, legal: false };

const engineOf = (kit: Kit, setup: Json, options: Partial<EngineOptions> = {}) =>
  unwrap(createEngine(kit, setup, { ...QUIET, ...options }));
const toy = async (name: string) => unwrap(await toys.load(name));
const chess = async () => unwrap(await loadKit('chess'));

test('the start is told once, and each move is answered', async () => {
  const engine = engineOf(await chess(), {});
  expect(engine.opening).toEqual([
    {
      ok: true,
      start: true,
      game: 'chess',
      version: 1,
      seats: [0, 1],
      events: [],
      hash: '52e2fa12693f876bce4a2549636edee14702d383a8bde55a21cf8cf02ca7edb5',
      active: [0],
      outcome: null,
    },
  ]);
  expect(engine.answer(ok('{"seat":0,"move":"e4"}'))).toEqual([
    {
      ok: true,
      n: 1,
      events: [],
      hash: '41c13f0403e6ad9e26187faff4ecb65ae022546529073b52ff53bbbcdf683b47',
      active: [1],
      outcome: null,
    },
  ]);
});

test('state and legal moves are added on demand', async () => {
  const engine = engineOf(await chess(), {}, { state: true, legal: true });
  const [line] = engine.answer(ok('{"move":{"from":[4,1],"to":[4,3]}}'));
  expect(line).toMatchObject({ state: { turn: 1 } });
  expect(line!.legal).toContainEqual({
    seat: 1,
    move: { from: [6, 7], promotion: null, to: [5, 5] },
    hex: '0x3E2D00',
    notation: 'Nf6',
  });
  expect(line!.legal).toHaveLength(20);
});

test('draws of chance follow the answer, each with its own hash', async () => {
  const kit = await toy('race');
  const engine = engineOf(kit, { seed: 1 });
  const [opening, ...rolls] = engine.opening;
  expect(opening).toMatchObject({ start: true, active: [] });
  expect(rolls.at(-1)).toMatchObject({ ok: true, draw: true, events: [{ type: 'rolled' }] });
  let { state } = unwrap(start(kit.game, { seed: 1 }));
  expect(rolls.at(-1)!.hash).toBe(hashState(kit.game, state));
  const [answer, ...draws] = engine.answer(ok('{"move":0}'));
  expect(answer).toMatchObject({ ok: true, n: 1, events: [] });
  expect(draws.length).toBeGreaterThan(0);
  for (const draw of draws)
    expect(draw).toMatchObject({ draw: true, events: [{ type: 'rolled' }] });
  const [seat = 0] = kit.game.active(state);
  state = unwrap(step(kit.game, state, { do: 'move', seat, move: 0 })).state;
  expect(draws.at(-1)!.hash).toBe(hashState(kit.game, state));
});

test('in fair mode a draw waits for its seed, and its line is the answer', async () => {
  const engine = engineOf(await toy('race'), { seed: 1 }, { draws: 'fair' });
  expect(engine.opening).toHaveLength(1);
  expect(engine.answer(ok('{"seat":0,"move":0}'))).toMatchObject([{ fault: { code: 'draw-due' } }]);
  const drawn = engine.answer(ok('{"draw":77}'));
  expect(drawn).toMatchObject([{ ok: true, n: 1, events: [{ type: 'rolled' }] }]);
  expect(drawn[0]).not.toHaveProperty('draw');
  expect(engine.answer(ok('{"draw":78}'))).toMatchObject([{ fault: { code: 'not-due' } }]);
  expect(engine.answer(ok('{"draw":-1}'))).toMatchObject([{ fault: { code: 'bad-setup' } }]);
});

test('time passes by itself or before a move, which says what happened before', async () => {
  const engine = engineOf(await toy('lane'), {});
  expect(engine.answer(ok('{"seat":0,"move":2,"at":5}'))).toMatchObject([
    { n: 1, before: [{ by: 'time', events: [] }], events: [] },
  ]);
  expect(engine.answer(ok('{"move":2}'))).toMatchObject([{ fault: { at: { path: '/seat' } } }]);
  expect(engine.answer(ok('{"at":40}'))).toMatchObject([{ n: 2, events: [{ type: 'scored' }] }]);
  expect(engine.answer(ok('{"at":40}'))).toMatchObject([{ n: 3, events: [] }]);
  expect(engine.answer(ok('{"at":39}'))).toMatchObject([{ fault: { code: 'past-time' } }]);
});

test('a seat that leaves may end the match, after which nothing follows', async () => {
  const engine = engineOf(await chess(), {});
  expect(engine.answer(ok('{"leave":0,"how":"resignation"}'))).toMatchObject([
    { n: 1, active: [], outcome: { winners: [1], reason: 'resignation' } },
  ]);
  expect(engine.answer(ok('{"move":"e4"}'))).toMatchObject([{ fault: { code: 'game-over' } }]);
});

test('a claim that the rules allow ends the match', async () => {
  const engine = engineOf(await chess(), {});
  const claim = ok('{"seat":0,"claim":"threefoldRepetition"}');
  expect(engine.answer(claim)).toMatchObject([{ fault: { code: 'illegal-move', rule: 'claim' } }]);
  for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'])
    engine.answer(ok(`{"move":"${move}"}`));
  expect(engine.answer(ok('{"seat":0,"claim":1}'))).toMatchObject([{ ok: false }]);
  expect(engine.answer(claim)).toMatchObject([
    { n: 9, events: [], active: [], outcome: { result: 'draw', reason: 'threefoldRepetition' } },
  ]);
});

test('the wrong seat hears the same for every move that it tries', async () => {
  const engine = engineOf(await chess(), {});
  const [first, ...others] = ['e2e4', 'e5', 'rubbish', '0x00'].map(
    move => engine.answer(ok(`{"seat":1,"move":"${move}"}`))[0],
  );
  expect(first).toMatchObject({ fault: { code: 'wrong-seat' } });
  for (const other of others) expect(other).toEqual(first);
});

test('after a seat has left the others continue', async () => {
  const engine = engineOf(await toy('nim'), { seats: [0, 1, 2] });
  expect(engine.answer(ok('{"leave":0}'))).toMatchObject([{ active: [1], outcome: null }]);
});

test.each<[line: string, code: string, path?: string]>([
  ['garbage', 'malformed'],
  ['[]', 'malformed'],
  ['{}', 'malformed'],
  ['{"seat":0}', 'malformed'],
  ['{"move":"e4","x":1}', 'malformed'],
  ['{"move":"e4","seat":"0"}', 'malformed', '/seat'],
  ['{"move":"e4","at":-1}', 'malformed', '/at'],
  ['{"move":"e4","at":1}', 'no-ticks'],
  ['{"move":"e5"}', 'illegal-move'],
  ['{"seat":1,"move":"e2e4"}', 'wrong-seat'],
  ['{"seat":0,"seat":0,"move":"e4"}', 'malformed'],
  [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'too-large'],
  ['{"leave":9}', 'wrong-seat'],
  ['{"leave":0,"how":"boredom"}', 'malformed', '/how'],
  ['{"leave":0,"how":"toString"}', 'malformed', '/how'],
  ['{"leave":"0"}', 'malformed', '/leave'],
  ['{"draw":1}', 'not-due'],
  ['{"at":1}', 'no-ticks'],
  ['{"__proto__":{"move":"e4"}}', 'malformed'],
  ['{"move":null}', 'malformed'],
])('refuses %s and stays', async (line, code, path) => {
  const engine = engineOf(await chess(), {});
  const fault = { code, ...(path === undefined ? {} : { at: { path } }) };
  expect(engine.answer(ok(line))).toMatchObject([{ ok: false, fault }]);
  expect(engine.answer(ok('{"move":"e4"}'))).toMatchObject([{ ok: true, n: 1 }]);
});

test('every line gets one answer, and a refusal changes nothing', async () => {
  const kits = [await chess(), await toy('race'), await toy('lane'), await toy('nim')];
  const word = fc.oneof(fc.jsonValue(), fc.constantFrom(0, 1, 2, 'e4', 'm1', '0x00', -1, 1e9));
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record({ seat: word, move: word, at: word, leave: word, draw: word }, { requiredKeys: [] })
      .map(value => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...kits), fc.array(line, { maxLength: 20 }), (kit, lines) => {
      const engine = engineOf(kit, kit.game.chance ? { seed: 3 } : {});
      let [hash, n] = [engine.opening.at(-1)!.hash, 0];
      for (const text of lines) {
        const [answer, ...draws] = engine.answer(ok(text));
        expect(draws.every(draw => draw.ok === true && draw.draw === true)).toBe(true);
        if (answer!.ok) {
          expect(answer!.n).toBe(++n);
          hash = (draws.at(-1) ?? answer)!.hash;
        } else expect(draws).toEqual([]);
      }
      // a moment that is over already, or no ticks at all: the state shows itself unchanged
      const [now] = engine.answer(ok('{"leave":0}'));
      if (now!.ok && kit.game.match?.leave === undefined) expect(now!.hash).toBe(hash);
    }),
    { numRuns: 300 },
  );
});
