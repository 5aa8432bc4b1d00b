/** A collection as FF[4] describes it: several games to a tree and to a file, told apart where they become distinct. */
import { type Kifu, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { readSgf, sgf } from './index.ts';
import { type SgfNode, scanTree } from './scan.ts';

const namesOf = ({ header }: Kifu) => header.players.map(({ name }) => name);
const first = (text: string): Kifu => unwrap([...readSgf(text)][0]!);

/** All properties of the nodes of all trees, sorted, with their values sorted. */
function propertiesOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (from < text.length) {
    const { root, end } = scanTree(text, from, false);
    const nodes: SgfNode[] = [unwrap(root)];
    for (const { properties, children } of nodes) {
      for (const { name, values } of properties)
        found.push(
          `${name}${values
            .map(value => `[${value.text.replaceAll('\r\n', '\n')}]`)
            .sort()
            .join('')}`,
        );
      nodes.push(...children);
    }
    from = text.indexOf('(', end) < 0 ? text.length : text.indexOf('(', end);
  }
  return found.sort();
}

const COLLECTION =
  `(;FF[4]GM[1]CA[UTF-8]AP[By hand:1]SZ[19]RU[Japanese]KM[0]GN[Properties]US[A reader]C[Five branches.
Each shows something else.]

(;B[pd]N[Moves and judgments]C[A comment]
;W[dp]GW[1]
;B[pp]GB[2]HO[1]
;W[dc]BM[1]
;B[cj]TE[1]V[12.5])
(;B[dd]N[Markup]
;W[pp]TR[aa][bb]SQ[cc]CR[dd]MA[ee]LB[ff:1][gg:A]
;B[dp]AR[ab:cd]LN[ef:gh]DD[aa:cc]SL[dd])
(;B[qd]N[Text]
;W[dd]C[A backslash \\\\, a bracket \\], a colon:
a line])
(;B[ee]N[Clocks]BL[1800]
;W[oo]WL[1799.5]
;B[pp]BL[30]OB[5])
(;B[jj]N[Unknown]
;W[cc]XYZ[one][two]KO[]))

(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[AGA]KM[7.5]C[Several games of one opening]
;AB[cc][gg]AW[gc][cg]PL[B]
(;B[ee]N[The first]PB[Ann]PW[Bo]BR[3d]RE[B+Resign]
;W[ed]
;B[fd])
(;B[ed]PB[Cid]PW[Di]RE[W+2.5]
;W[ee]))
`.replaceAll('\n', '\r\n');

describe('a collection of two trees with branches, setup and markup', () => {
  test('is two games', () => {
    const all = [...readSgf(COLLECTION)].map(unwrap);
    expect(all).toHaveLength(2);
    const [properties, games] = all as [Kifu, Kifu];
    expect(properties.entries).toHaveLength(5);
    expect(properties.variations.map(({ entries }) => entries.length)).toEqual([3, 2, 3, 2]);
    expect(properties.header.tags).toEqual({
      ...{ AP: 'By hand:1', GN: 'Properties', US: 'A reader' },
    });
    expect(namesOf(games)).toEqual(['Ann', 'Bo']);
    expect(games.ending?.outcome).toMatchObject({ winners: [0], reason: 'resignation' });
    expect(games.header.start).not.toBeNull();
    expect(games.variations).toHaveLength(1);
  });

  test('is written with every property, and read again as the same', () => {
    const lost: string[] = [];
    const games = [...readSgf(COLLECTION, what => lost.push(what))].map(unwrap);
    const results = games.map(game => unwrap(sgf.write!(game)));
    const written = results.map(({ output }) => output).join('');
    expect([lost, results.flatMap(({ losses }) => losses)]).toEqual([[], []]);
    expect(propertiesOf(written)).toEqual(propertiesOf(COLLECTION));
    expect([...readSgf(written)].map(unwrap)).toEqual(games);
  });

  test('tells which branches it cannot hold: those that put stones', () => {
    const text = '(;SZ[9](;B[cc];W[dd])(;AB[ee]AW[ff]N[Setup];W[gg]))';
    const lost: string[] = [];
    const { variations } = unwrap([...readSgf(text, what => lost.push(what))][0]!);
    expect(lost).toEqual([expect.stringMatching(/^a variation is not read on: stones are put/)]);
    expect(variations.map(({ notes }) => notes[0]!.text)).toEqual([
      expect.stringContaining(';AB[ee]AW[ff]N[Setup];W[gg]'),
    ]);
  });
});

describe('players and result behind the root', () => {
  test.each<[string, string, names: [string, string], winner: number | undefined]>([
    ['at a move', '(;SZ[9];B[aa];W[bb]PB[Ann]PW[Bo]RE[W+R])', ['Ann', 'Bo'], 1],
    ['before the first', '(;SZ[9];PB[Ann];PW[Bo]RE[W+R];B[aa])', ['Ann', 'Bo'], 1],
    ['the first of several', '(;SZ[9];B[aa]PB[Ann];W[bb]PB[Bo])', ['Ann', ''], undefined],
    [
      'what the root has stays',
      '(;SZ[9]PB[Ann]RE[B+R];B[aa]PB[Bo]PW[Cy]RE[W+R])',
      ['Ann', 'Cy'],
      0,
    ],
    ['where the root does not know', '(;SZ[9]PB[]RE[?];B[aa]PB[Ann]RE[W+R])', ['Ann', ''], 1],
    ['where the root has nothing', '(;SZ[9]RE[ ];B[aa]RE[?];W[bb]RE[W+R])', ['', ''], 1],
    ['not of a variation', '(;SZ[9](;B[aa])(;B[bb]PB[Ann]RE[W+R]))', ['', ''], undefined],
    ['no empty ones', '(;SZ[9];B[aa]PB[]PW[ ];W[bb]PB[Ann])', ['Ann', ''], undefined],
    ['no lists', '(;SZ[9];B[aa]PB[Ann][Bo])', ['', ''], undefined],
  ])('%s', (_what, text, names, winner) => {
    const kifu = first(text);
    expect(namesOf(kifu)).toEqual(names);
    expect(kifu.ending?.outcome.winners[0]).toBe(winner);
  });

  test('are written at the root and no second time', () => {
    const kifu = first('(;SZ[9];B[aa];W[bb]PB[Ann]RE[W+R]EV[Club])');
    expect(kifu.notes.map(({ text }) => text)).toEqual(['EV[Club]']);
    const written = String(unwrap(sgf.write!(kifu)).output);
    expect(written).toMatch(/^\(;[^;]*PB\[Ann\]RE\[W\+Resign\]\n;B\[aa\]\n;W\[bb\]EV\[Club\]\)/);
    expect(first(written)).toEqual(kifu);
  });

  test('beside those of the root stand as they stood', () => {
    const kifu = first('(;SZ[9]PB[Ann]PW[Bo]RE[B+R];B[aa]PB[Cy]RE[W+R])');
    expect(kifu.notes.map(({ text }) => text)).toEqual(['PB[Cy]RE[W+R]']);
  });
});
