/** Whole pictures: well-formed, with everything in them, and nothing that strangers put there. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Element, findAll, parseXml } from '../../test/xml.ts';
import type { Area, Mark, Piece, Scene } from '../scene.ts';
import type { Art } from './art.ts';
import { layout } from './layout.ts';
import { drawPiece, drawPieceBody, drawSymbols, pieceTransform } from './pieces.ts';
import { type SvgOptions, svg } from './svg.ts';
import { color, themeCss } from './theme.ts';

const BOARD: Area = {
  ...{ id: 'board', columns: 3, rows: 2, look: 'chequered' },
  ...{ columnLabels: ['a', 'b', 'c'], rowLabels: ['2', '1'] },
};
const KING: Piece = {
  ...{ area: 'board', column: 1, row: 0 },
  ...{ id: 'k', look: 'white-king', glyph: 'K', owner: 0 },
};
const sceneOf = (more: Partial<Scene> = {}): Scene => ({
  ...{ areas: [BOARD], pieces: [KING], marks: [], tweens: [] },
  ...more,
});

const ART: Art = {
  drawing: look =>
    ({
      'white-king': { body: `<circle r="40" fill="${color('white')}"/>` },
      stack: { body: '<circle r="40"/>', glyph: { size: 40, color: 'ink' } },
      tile: { body: '<rect/>', width: 2, isFlat: true },
      printed: null,
    })[look],
  colors: { felt: ['#112233', '#445566'], ink: ['#000001', '#fffffe'] },
};

const draw = (scene: Scene, options?: SvgOptions, art: Art | null = ART): Element =>
  parseXml(svg(scene, art ?? undefined, options));
const byClass = (drawn: Element, name: string): Element[] =>
  findAll(drawn, 'g').filter(group => group.attributes.get('class')?.split(' ').includes(name));
const textsOf = (drawn: Element): string[] => findAll(drawn, 'text').map(({ text }) => text);

test('a picture has a size, a title and a description', () => {
  const facts = [
    { label: 'captures', value: 'none' },
    { label: 'cells', value: 'as text', isAboutText: true },
  ];
  const drawn = draw(sceneOf({ facts }), { title: 'Ann & Bob', cellPx: 24 });
  expect(Object.fromEntries(drawn.attributes)).toMatchObject({
    ...{ viewBox: '0 0 300 200', width: '72', height: '48' },
    ...{ role: 'img', 'aria-labelledby': 'kifu-title kifu-desc' },
  });
  expect(findAll(drawn, 'title')[0]).toMatchObject({ text: 'Ann & Bob' });
  expect(findAll(drawn, 'desc')[0]).toMatchObject({ text: 'captures: none.' });
  expect(textsOf(drawn)).toEqual(['a', 'b', 'c', '2', '1']);
  expect(textsOf(draw(sceneOf({ facts }), { facts: true })).slice(5)).toEqual(['captures: none']);
});

test('the tint of a mark does not hide the label of its square', () => {
  const marks: Mark[] = [{ area: 'board', column: 0, row: 1, kind: 'to' }];
  const drawn = svg(sceneOf({ marks }), ART);
  expect(drawn.indexOf('>a</text>')).toBeGreaterThan(drawn.indexOf('class="mark to"'));
  expect(drawn.indexOf('>a</text>')).toBeLessThan(drawn.indexOf('class="piece"'));
});

test('a picture of a given size has its board in the middle of the paper', () => {
  const drawn = draw(sceneOf(), { sizePx: [1200, 600] });
  expect(Object.fromEntries(drawn.attributes)).toMatchObject({
    ...{ viewBox: '-50 0 400 200', width: '1200', height: '600' },
  });
  expect(Object.fromEntries(findAll(drawn, 'rect')[0]!.attributes)).toMatchObject({
    ...{ x: '-50', y: '0', width: '400', height: '200' },
  });
  expect(draw(sceneOf(), { sizePx: [300, 1000] }).attributes.get('viewBox')).toBe(
    '0 -400 300 1000',
  );
});

test.each<[turn: 0 | 90 | 180 | 270, labels: string]>([
  [0, 'abc21'],
  [90, '12abc'],
  [180, 'cba12'],
  [270, '21cba'],
])('labels stand in the squares below and on the right, turned by %d', (turn, labels) => {
  expect(textsOf(draw(sceneOf(), { turn })).join('')).toBe(labels);
  expect(textsOf(draw(sceneOf(), { turn, coordinates: false }))).toEqual([]);
});

test('labels of cells stand in their cells, upright', () => {
  const areas = [{ ...BOARD, cellLabels: ['', '1', '', '2', '', '3'] }];
  for (const turn of [0, 90, 180, 270] as const)
    expect(textsOf(draw(sceneOf({ areas }), { turn }))).toEqual(['1', '2', '3']);
});

describe('themes', () => {
  test('light and dark are written out', () => {
    for (const [theme, ink] of [
      ['light', '#000001'],
      ['dark', '#fffffe'],
    ] as const) {
      const text = svg(sceneOf({ facts: [{ label: 'a', value: 'b' }] }), ART, {
        theme,
        facts: true,
      });
      expect(text).not.toContain('var(');
      expect(text).not.toContain('<style>');
      expect(text).toContain(`fill="${ink}"`);
    }
  });

  test('auto has both, and the colors of the game among them', () => {
    const text = svg(sceneOf(), ART);
    expect(text).toContain('--kifu-felt:#112233');
    expect(text).toMatch(
      /@media\(prefers-color-scheme:dark\)\{\.kifu-theme\{.*--kifu-felt:#445566/,
    );
    expect(text).toContain('fill="var(--kifu-white)"');
    expect(themeCss(ART, 'dark', ':host')).toMatch(
      /^:host\{color-scheme:dark;.*--kifu-ink:#fffffe/,
    );
  });

  test('every color that is asked for exists', () => {
    const marks = (['from', 'to', 'danger', 'choice'] as const).map(kind => ({ ...KING, kind }));
    const areas = [
      BOARD,
      { ...BOARD, id: 'b', look: 'lines' as const },
      { ...BOARD, id: 'c', look: 'plain' as const },
    ];
    const pieces = [
      { ...KING, rest: 0.5, lift: 1 },
      { ...KING, id: 'x', look: 'unknown' },
    ];
    const css = themeCss(undefined);
    const text = svg(sceneOf({ areas, pieces, marks }), undefined);
    for (const [, name] of text.matchAll(/var\(--kifu-([a-z-]+)\)/g))
      expect(css).toContain(`--kifu-${name}:#`);
  });
});

describe('pieces', () => {
  const laid = layout(sceneOf());

  test('each is a use of its picture, moved by its transform', () => {
    expect(drawPiece(KING, laid, ART)).toBe(
      '<g class="piece" data-piece="k" transform="translate(150 50)"><use href="#kifu-white-king"/></g>',
    );
    expect(pieceTransform({ ...KING, column: 1.25 }, laid)).toBe('translate(175 50)');
    expect(drawSymbols(ART, ['white-king', 'printed', 'white-king', 'nothing'])).toBe(
      '<g id="kifu-white-king"><circle r="40" fill="var(--kifu-white)"/></g>',
    );
  });

  test('leaves out a piece that the board shows, and draws the glyph of a look without a drawing', () => {
    expect(drawPiece({ ...KING, look: 'printed' }, laid, ART)).toBe('');
    const [glyph] = findAll(
      parseXml(drawPiece({ ...KING, look: 'x', glyph: '<x' }, laid, ART)),
      'text',
    );
    expect(glyph).toMatchObject({ text: '<x' });
    expect(textsOf(parseXml(svg(sceneOf(), undefined))).at(-1)).toBe('K');
    expect(drawPieceBody({ ...KING, look: 'x', glyph: ' ' }, laid, ART)).toBe('');
  });

  test('a glyph is written where the picture asks for it', () => {
    const body = drawPieceBody({ ...KING, look: 'stack', glyph: '7' }, laid, ART);
    expect(body).toMatch(/^<use href="#kifu-stack"\/><text .*>7<\/text>$/);
  });

  test('the first of a scene is above the others', () => {
    const pieces = [KING, { ...KING, id: 'under' }];
    const ids = byClass(draw(sceneOf({ pieces })), 'piece').map(group =>
      group.attributes.get('data-piece'),
    );
    expect(ids).toEqual(['under', 'k']);
  });

  test('rest is a veil that runs down, lift a shadow', () => {
    const veil = (rest: number) => drawPieceBody({ ...KING, rest }, laid, ART);
    expect(veil(1)).toContain('class="rest" x="-50" y="-50" width="100" height="100"');
    expect(veil(0.25)).toContain('y="25" width="100" height="25"');
    expect(veil(7)).toBe(veil(1));
    expect(veil(0)).toBe(veil(-1));
    expect(veil(0)).not.toContain('rest');
    expect(drawPieceBody({ ...KING, lift: 1 }, laid, ART)).toMatch(/^<ellipse .*scale\(1\.12\)/);
    expect(drawPieceBody({ ...KING, lift: 0 }, laid, ART)).toBe(veil(0));
  });

  test('what stands stays upright, what lies flat turns with the board', () => {
    const spot = { x: 1, y: 1, width: 2, height: 1, turn: 1 };
    const tile = { ...KING, look: 'tile', spot };
    const uses = ([0, 90, 180, 270] as const).map(turn => {
      const turned = layout(sceneOf(), { turn });
      return [KING, tile].map(
        piece => /transform="([^"]*)"\/>/.exec(drawPieceBody(piece, turned, ART))?.[1],
      );
    });
    expect(uses).toEqual([
      [undefined, 'rotate(90)'],
      [undefined, 'rotate(180)'],
      [undefined, 'rotate(270)'],
      [undefined, undefined],
    ]);
    const small = { ...KING, spot: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } };
    expect(drawPieceBody(small, laid, ART)).toContain('scale(0.5)');
  });
});

test('marks are under the pieces, and above them where they would not be seen', () => {
  const kinds = ['from', 'to', 'danger', 'choice'] as const;
  const marks = kinds.map((kind): Mark => ({ area: 'board', column: 0, row: 0, kind }));
  const orderOf = (scene: Scene, art?: Art) =>
    findAll(draw(scene, {}, art), 'g').flatMap(
      ({ attributes }) =>
        /^(?:mark (.*)|(piece))$/
          .exec(attributes.get('class') ?? '')
          ?.slice(1)
          .filter(Boolean) ?? [],
    );
  expect(orderOf(sceneOf({ marks }))).toEqual([...kinds, 'piece']);
  const lines = { ...BOARD, look: 'lines' as const };
  expect(orderOf(sceneOf({ marks, areas: [lines] }))).toEqual(['piece', ...kinds]);
  const own: Art = {
    ...ART,
    mark: kind => (kind === 'to' ? { body: '', isAbove: true } : undefined),
  };
  expect(orderOf(sceneOf({ marks }), own)).toEqual(['from', 'danger', 'choice', 'piece', 'to']);
});

describe('text from strangers stays harmless', () => {
  const EVIL = [
    '"><script>alert(1)</script>',
    `' onload='alert(1)`,
    '</title></svg><img src=x onerror=alert(1)>',
    ']]><!--',
    '&lt;script&gt;&#0;&amp',
    'javascript:alert(1)',
    'url(#x);}</style><script>1</script>',
    '\u202e\0\ud800',
  ];

  const sceneFrom = (text: string): Scene => ({
    areas: [
      { ...BOARD, columnLabels: [text], rowLabels: [text] },
      { ...BOARD, id: text, look: 'plain', cellLabels: [text] },
    ],
    pieces: [
      { ...KING, id: text, look: text, glyph: text },
      { ...KING, area: text, id: 'stack', look: 'stack', glyph: text },
    ],
    marks: [{ area: text, column: 0, row: 0, kind: 'to' }],
    tweens: [],
    facts: [{ label: text, value: text }],
  });
  const loud: Art = { ...ART, drawing: look => ART.drawing(look) ?? { body: '<circle r="1"/>' } };

  /** Only what we draw with, only with attributes that are ours, and the text as it was. */
  function expectHarmless(text: string, theme: 'auto' | 'light'): void {
    for (const art of [null, loud]) {
      const drawn = draw(
        sceneFrom(text),
        { title: text, description: text, facts: true, theme },
        art,
      );
      const visit = (element: Element): void => {
        expect(ELEMENTS).toContain(element.name);
        for (const name of element.attributes.keys()) expect(name).toMatch(ATTRIBUTES);
        const href = element.attributes.get('href');
        if (href !== undefined) expect(href).toMatch(/^#kifu-[a-zA-Z0-9_-]*$/);
        element.children.forEach(visit);
      };
      visit(drawn);
    }
  }
  const ELEMENTS = [
    'svg',
    'title',
    'desc',
    'style',
    'defs',
    'g',
    'rect',
    'path',
    'circle',
    'ellipse',
    'text',
    'use',
  ];
  const ATTRIBUTES =
    /^(xmlns|class|viewBox|width|height|role|aria-labelledby|font-(family|size|weight)|id|x|y|c[xy]|r|r[xy]|d|fill|stroke|stroke-(width|linecap|linejoin)|paint-order|opacity|transform|text-anchor|data-piece|href)$/;

  test.each(EVIL)('the text %j', text => {
    expectHarmless(text, 'auto');
    expectHarmless(text, 'light');
    const drawn = draw(sceneFrom(text), { title: text });
    expect(findAll(drawn, 'title')[0]!.text).toBe(text.replace(/[\0\ud800]/g, '\ufffd'));
  });

  test('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => expectHarmless(text, 'light')),
      { numRuns: 60 },
    );
  });

  test('two pictures on one page need not share ids', () => {
    const drawn = draw(sceneOf(), { prefix: 'one-' });
    expect(drawn.attributes.get('aria-labelledby')).toBe('one-title one-desc');
    expect(drawn.attributes.get('class')).toBe('kifu one-theme');
    expect(findAll(drawn, 'style')[0]!.text).toMatch(/^\.one-theme\{/);
    expect(findAll(draw(sceneOf(), { prefix: EVIL[0]! }), 'script')).toEqual([]);
    expect(findAll(drawn, 'use')[0]!.attributes.get('href')).toBe('#one-white-king');
  });
});

test('draws an empty scene', () => {
  expect(draw({ areas: [], pieces: [], marks: [], tweens: [] }).name).toBe('svg');
});
