/** Every move of every game can be made on a board: its places are there, each with a name of its own, and no two different moves are made alike. */
import {
  type Cell,
  describeCell,
  describeRefusal,
  type Json,
  type Kit,
  type Scene,
  start,
  step,
  type Touch,
  type TouchPlace,
  touchOf,
  unwrap,
} from '@kifu/core';
import type { GameTexts } from '@kifu/texts/games';
import { describe, expect, test } from 'vitest';
import { german } from '../../texts/src/de/index.ts';
import { japanese } from '../../texts/src/ja/index.ts';
import { gameNames, loadKit } from './index.ts';

/** A seeded choice, so that a failure comes again. */
const pick = (seed: number, of: number): number => ((seed * 2654435761) >>> 8) % of;

const cellText = ({ area, column, row }: Cell): string => `${area} ${column} ${row}`;
const placeText = (place: TouchPlace): string =>
  typeof place === 'string' ? place : cellText(place[0]);
const touchText = ({ path, choice }: Touch): string =>
  `${path.map(placeText).join(' > ')} ${choice?.label ?? ''}`;

const isIn = ({ areas }: Scene, { area, column, row }: Cell): boolean =>
  areas.some(
    ({ id, columns, rows }) =>
      id === area && column >= 0 && row >= 0 && column < columns && row < rows,
  );

const cellsOf = ({ areas }: Scene): Cell[] =>
  areas.flatMap(({ id, columns, rows }) =>
    Array.from({ length: columns * rows }, (_, i) => ({
      ...{ area: id, column: i % columns, row: Math.floor(i / columns) },
    })),
  );

/** The texts of a game in every language. */
const textsOf = ({ game, texts }: Kit): GameTexts[] => [
  texts,
  ...[german, japanese].map(
    ({ games }) => (games as Readonly<Record<string, GameTexts>>)[game.name]!,
  ),
];

/** What stands where, whichever piece it is. */
const looks = ({ pieces }: Scene): string =>
  pieces
    .map(({ look, ...cell }) => `${look} ${cellText(cell)}`)
    .toSorted()
    .join('\n');

async function kitOf(name: string): Promise<Kit> {
  return unwrap(await loadKit(name));
}

/** States of a match that is played at random, with who may move. */
function* positions(
  kit: Kit,
  seed: number,
  most: number,
): Generator<{ readonly state: unknown; readonly seat: number }> {
  const { game } = kit;
  const setup = game.chance === undefined ? {} : { seed };
  let state = unwrap(start(game, setup)).state;
  for (let n = 0; n < most && game.outcome(state) === null; n++) {
    if (game.time !== undefined && game.pace === 'free')
      state = unwrap(step(game, state, { do: 'time', at: game.time.now(state) + 20 })).state;
    const active = game.active(state);
    const seat = active[pick(seed + n, active.length)];
    if (seat === undefined) return;
    yield { state, seat };
    const legal = [...game.legal(state, seat)];
    if (legal.length === 0) continue;
    state = unwrap(
      step(game, state, { do: 'move', seat, move: legal[pick(seed * 31 + n, legal.length)]! }),
    ).state;
  }
}

describe.each(gameNames())('%s', name => {
  test('its moves are made at places of the scene, each in its own way', async () => {
    const kit = await kitOf(name);
    const { game } = kit;
    let seen = 0;
    for (const seed of [1, 2, 3])
      for (const { state, seat } of positions(kit, seed, 60)) {
        const scene = kit.scene(state);
        const made = new Map<string, Json>();
        const resultOf = (move: Json) =>
          looks(kit.scene(unwrap(game.play(state, seat, move)).state));
        for (const move of game.legal(state, seat)) {
          const touch = touchOf(kit, { scene, seat, state }, move);
          expect(touch.path.length).toBeGreaterThan(0);
          for (const place of touch.path)
            if (typeof place !== 'string')
              for (const cell of place) expect(isIn(scene, cell), touchText(touch)).toBe(true);
          const text = touchText(touch);
          const other = made.get(text);
          // moves that are made alike must come to the same
          if (other !== undefined) expect(resultOf(move), text).toBe(resultOf(other));
          made.set(text, move);
          seen++;
        }
      }
    expect(seen).toBeGreaterThan(100);
  });

  test('no two of its cells have the same name, in any language', async () => {
    const kit = await kitOf(name);
    for (const texts of textsOf(kit))
      for (const { state } of positions(kit, 1, 30)) {
        const scene = kit.scene(state);
        const names = cellsOf(scene).flatMap(cell => describeCell(kit, scene, cell, texts) ?? []);
        expect(names.length).toBeGreaterThan(0);
        expect(names.filter((cell, i) => names.indexOf(cell) !== i)).toEqual([]);
      }
  });
});

/** Every rule by which touches of own pieces are refused. */
async function refusedRules(name: string): Promise<Map<string, string>> {
  const kit = await kitOf(name);
  const rules = new Map<string, string>();
  for (const seed of [1, 2])
    for (const { state, seat } of positions(kit, seed, 12)) {
      const scene = kit.scene(state);
      const cells = cellsOf(scene);
      const own = new Set(scene.pieces.filter(({ owner }) => owner === seat).map(cellText));
      const starts = cells.filter(
        (cell, i) => pick(seed + i, own.has(cellText(cell)) ? 2 : 8) === 0,
      );
      for (const from of starts)
        for (const to of [null, ...cells.filter((_, i) => pick(7 * seed + i, 9) === 0)])
          for (const move of kit.attempts!(to === null ? [from] : [from, to], seat, scene, state)) {
            const played = kit.game.play(state, seat, move);
            // boards pass over what is no move at all
            if (!played.ok && played.fault.code !== 'malformed')
              rules.set(played.fault.rule ?? played.fault.code, played.fault.message);
          }
    }
  return rules;
}

describe.each(gameNames())('refusals of %s', name => {
  test('have a sentence in every language', async () => {
    const kit = await kitOf(name);
    const rules = await refusedRules(name);
    expect(rules.size).toBeGreaterThan(0);
    for (const texts of textsOf(kit))
      expect([...rules.keys()].filter(rule => describeRefusal({ rule }, texts) === null)).toEqual(
        [],
      );
  });
});

test.each([
  ['chess', [[4, 6]], [[4, 3]], 'geometry'],
  ['chess', [[0, 7]], [], 'blocked'],
  ['checkers', [[2, 5]], [[2, 4]], 'geometry'],
  ['go', [], [[3, 3]], null],
  ['kung-fu-chess', [[4, 6]], [[4, 2]], 'geometry'],
] as const)(
  '%s: a touch of %j, then %j, is refused by the rule %s',
  async (name, from, to, rule) => {
    const kit = await kitOf(name);
    const { state } = unwrap(start(kit.game, {}));
    const cells = [...from, ...to].map(([column, row]) => ({ area: 'board', column, row }));
    const [first] = kit.attempts!(cells, kit.game.active(state)[0]!, kit.scene(state), state);
    const played = kit.game.play(state, kit.game.active(state)[0]!, first!);
    expect(played.ok ? null : played.fault.rule).toBe(rule);
  },
);

test('moves of dominos are touched in a view as in the open scene', async () => {
  const kit = await kitOf('dominos');
  const { state } = unwrap(start(kit.game, { seed: 5 }));
  const [seat] = kit.game.active(state);
  const open = kit.scene(state);
  const view = kit.sceneOfView!(kit.game.secrets!.view(state, seat!), seat!);
  for (const move of kit.game.legal(state, seat!)) {
    const [own, shown] = [open, view].map(scene =>
      touchOf(kit, { scene, seat: seat!, state: null }, move),
    );
    expect(touchText(shown!)).toBe(touchText(own!));
  }
});

test('a pawn that reaches the last row asks what it becomes', async () => {
  const kit = await kitOf('chess');
  const state = unwrap(kit.positions[0]!.parse('8/P6k/8/8/8/8/8/K7 w - - 0 1'));
  const scene = kit.scene(state);
  const touches = [...kit.game.legal(state, 0)]
    .map(move => touchOf(kit, { scene, seat: 0, state }, move))
    .filter(({ choice }) => choice !== undefined);
  expect(touches.map(({ choice }) => choice!.look)).toEqual([
    'white-queen',
    'white-rook',
    'white-bishop',
    'white-knight',
  ]);
});

test('a game without touches of its own is played by the marks of its moves', async () => {
  const { touch: _, ...kit } = await kitOf('chess');
  const { state } = unwrap(start(kit.game, {}));
  const scene = kit.scene(state);
  const touches = [...kit.game.legal(state, 0)].map(move =>
    touchOf(kit as Kit, { scene, seat: 0, state }, move),
  );
  expect(touches.map(touchText)).toContain('board 4 6 > board 4 4 e4');
  expect(touches).toHaveLength(20);
});
