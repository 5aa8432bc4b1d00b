/** Every look that a scene can have is drawn, in colors that exist, inside the picture. */
import { type Scene, unwrap } from '@kifu/core';
import { layout, svg, themeCss } from '@kifu/core/svg';
import { describe, expect, test } from 'vitest';
import { findAll, parseXml } from '../../../core/test/xml.ts';
import { randomScenes, SETUPS } from '../../test/random-scenes.ts';
import { loadKit } from '../index.ts';
import { TILES } from '../mage-duel/tiles.ts';

const SEEDS = process.env.KIFU_DEEP === '1' ? Array.from({ length: 20 }, (_, i) => i) : [1];

describe.each(SETUPS)('%s %j', async (name, setup) => {
  const kit = unwrap(await loadKit(name));
  const art = kit.art!;
  const scenes = SEEDS.flatMap(seed => [...randomScenes(kit, setup, seed, 300)]);
  const looks = [...new Set(scenes.flatMap(({ pieces }) => pieces.map(({ look }) => look)))];

  test('every look has a picture, or is part of the board', () => {
    expect(looks.filter(look => art.drawing(look) === undefined)).toEqual([]);
    expect(looks.filter(look => art.drawing(look) !== null).length).toBeGreaterThan(1);
    for (const odd of [
      '',
      'x',
      'white',
      'white-',
      'white-dragon',
      'constructor',
      'tile-7-0',
      'red-CCCC-4',
    ])
      expect(art.drawing(odd), odd).toBeUndefined();
  });

  test('pictures are well-formed, and their colors exist', () => {
    const css = themeCss(art);
    const drawn = [
      ...looks.flatMap(look => art.drawing(look)?.body ?? []),
      ...scenes[0]!.areas.flatMap(area => art.board?.(area, 20) ?? []),
      ...(['from', 'to', 'danger', 'choice'] as const).flatMap(
        kind => art.mark?.(kind, 100, 100)?.body ?? [],
      ),
    ].join('');
    const names = [...drawn.matchAll(/var\(--kifu-([a-z-]+)\)/g)].map(([, found]) => found);
    expect(names.filter(found => !css.includes(`--kifu-${found}:#`))).toEqual([]);
    expect(parseXml(`<g>${drawn}</g>`).text).toBe(''); // words would not stay upright
    expect(drawn).not.toMatch(/NaN|undefined|Infinity|e-\d| id=/);
  });

  test('whole pictures are well-formed from every side, and name what they use', () => {
    for (const scene of scenes.filter((_, i) => i % 23 === 0))
      for (const turn of [0, 90, 180, 270] as const) {
        const drawn = parseXml(svg(scene, art, { turn, theme: turn === 0 ? 'auto' : 'dark' }));
        const ids = new Set(findAll(drawn, 'g').map(({ attributes }) => attributes.get('id')));
        for (const { attributes } of findAll(drawn, 'use'))
          expect(ids).toContain(attributes.get('href')!.slice(1));
      }
  });

  test('pieces lie within their areas, and none hides another', () => {
    for (const scene of scenes) expectPlaced(scene);
  });

  function expectPlaced(scene: Scene): void {
    const laid = layout(scene);
    const areas = new Map(laid.areas.map(placed => [placed.area.id, placed]));
    const boxes = new Map<string, string>();
    for (const piece of scene.pieces) {
      const drawing = art.drawing(piece.look);
      if (drawing === null) continue;
      const { x, y, width, height, turn } = laid.place(piece);
      const [w, h] = turn % 180 === 0 ? [width, height] : [height, width];
      const box = areas.get(piece.area)!;
      expect(x - w / 2).toBeGreaterThanOrEqual(box.x - 0.01);
      expect(y - h / 2).toBeGreaterThanOrEqual(box.y - 0.01);
      expect(x + w / 2).toBeLessThanOrEqual(box.x + box.width + 0.01);
      expect(y + h / 2).toBeLessThanOrEqual(box.y + box.height + 0.01);
      if (piece.lift !== undefined || piece.look.endsWith('-stack')) continue; // in the air, or counted
      const place = `${x} ${y}`;
      expect(boxes.get(place), `${piece.id} lies on`).toBeUndefined();
      boxes.set(place, piece.id);
    }
  }
});

test('every tile, man and die has a picture', async () => {
  const artOf = async (name: string) => unwrap(await loadKit(name)).art!;
  const numbers = [0, 1, 2, 3, 4, 5, 6];
  const types = TILES.flatMap(type => [0, 1, 2, 3].map(rot => `${type}-${rot}`));
  const men = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
  const all: readonly (readonly [game: string, looks: readonly string[]])[] = [
    ['dominos', numbers.flatMap(left => numbers.map(right => `tile-${left}-${right}`))],
    ['mage-duel', ['blue', 'red', 'open'].flatMap(owner => types.map(type => `${owner}-${type}`))],
    [
      'kung-fu-chess',
      ['white', 'black', 'red', 'green'].flatMap(side => men.map(man => `${side}-${man}`)),
    ],
    ['backgammon', numbers.slice(1).map(die => `die-${die}`)],
    ['ludo', numbers.slice(1).map(die => `die-${die}`)],
  ];
  for (const [name, looks] of all) {
    const art = await artOf(name);
    const bodies = looks.map(look => art.drawing(look)?.body);
    expect(bodies).not.toContain(undefined);
    for (const body of bodies) parseXml(`<g>${body}</g>`);
    expect(new Set(bodies).size).toBe(looks.length);
  }
});
