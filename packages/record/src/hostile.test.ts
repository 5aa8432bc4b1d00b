/** What hostile players, referees and authors of files might try. */
import { type Action, type Game, type Header, moveAct, ok, sha256, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import {
  beginMatch,
  doAct,
  drawTogether,
  endMatch,
  type MatchPlan,
  makeHeader,
  type Playing,
  playOn,
  refereeSigner,
  secretOf,
  signAct,
  sitDown,
} from '../test/matches.ts';
import {
  append,
  appendSigned,
  begin,
  end,
  formatReport,
  idOf,
  judge,
  nodesOf,
  readKifu,
  recordKifu,
  reportData,
  timeline,
  verdictOf,
  verify,
  type WhichSignatures,
} from './index.ts';
import {
  collectNodes,
  decodeNext,
  type EndingNode,
  type EntryNode,
  encodeEnding,
  encodeEntry,
  encodeHeader,
} from './node/index.ts';
import { publicKeyOf } from './sign/index.ts';

const CHESS = chess.game as Game;
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));
const check = (game: Game, nodes: readonly Uint8Array[], signatures: WhichSignatures = 'all') =>
  verify(nodes, async () => ok(game), { signatures });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Nodes as an attacker writes them, with no regard for the rules of the chain. */
const entry = (nodes: readonly Uint8Array[], change: Partial<EntryNode>): Uint8Array =>
  encodeEntry({
    ...{ n: nodes.length, prev: sha256(nodes.at(-1)!), seat: 0, act: { type: 'abort' } },
    ...{ at: null, ms: null, lag: null, clockMs: null, hash: null, signed: null, referee: null },
    ...change,
  });

async function play(playing: Playing, ...moves: string[]): Promise<void> {
  for (const uci of moves) {
    const { game, state } = playing.chain.table;
    await doAct(playing, game.active(state)[0]!, move(uci));
  }
}

describe('hands that stay hidden', () => {
  test('a deal that no game needs hides nothing', async () => {
    const { header } = await makeHeader({ game: CHESS, keys: true });
    const deal = '00'.repeat(32);
    const fair = { commitments: [], waitMs: 0, deal };
    const terms = { ...header.terms!, fair };
    const nodes = [encodeHeader({ ...header, terms })];
    nodes.push(entry(nodes, { act: { type: 'move', move: Uint8Array.of(9, 9, 9) } }));
    expect((await check(CHESS, nodes)).fault).toMatchObject({ code: 'bad-setup' });
  });

  test('until the deal is known, what can be checked is checked, and called sealed', async () => {
    const playing = await beginMatch({
      game: tricks as Game,
      fair: true,
      keys: true,
      referee: true,
    });
    await playOn(playing, 3);
    const nodes = nodesOf(playing.chain);
    const report = await check(tricks as Game, nodes);
    expect([report.fault, verdictOf(report), report.chance]).toEqual([null, 'sealed', 'sealed']);
    expect(formatReport(report).join('\n')).toContain('hidden until the deal is revealed');
    const last = unwrap(decodeNext(nodes.at(-1)!)) as EntryNode;
    for (const [change, code] of [
      [{ signed: null }, 'bad-signature'],
      [{ signed: { ...last.signed!, seq: 0 } }, 'bad-signature'],
      [{ signed: { ...last.signed!, seen: 99 } }, 'bad-signature'],
      [{ ms: 0 }, 'past-time'],
      [{ seat: 9 }, 'wrong-seat'],
    ] as const) {
      const spoiled = encodeEntry({ ...last, ...change });
      expect(
        (await check(tricks as Game, [...nodes.slice(0, -1), spoiled], 'none')).fault,
      ).toMatchObject({ code });
    }
  });

  test('an ending must reveal the deal', async () => {
    const playing = await beginMatch({ game: tricks as Game, fair: true, referee: true });
    await playOn(playing, 10);
    await endMatch(playing);
    const nodes = nodesOf(playing.chain);
    expect((await check(tricks as Game, nodes)).fault).toBeNull();
    const ending = unwrap(decodeNext(nodes.at(-1)!)) as EndingNode;
    const faultOf = async (deal: Uint8Array | null) => {
      const changed = [...nodes.slice(0, -1), encodeEnding({ ...ending, deal })];
      return (await check(tricks as Game, changed, 'none')).fault;
    };
    expect(await faultOf(null)).toMatchObject({ rule: 'deal' });
    expect(await faultOf(new Uint8Array(32))).toMatchObject({
      rule: 'commitment',
      message: expect.stringMatching(/^the ending: /),
      at: { path: '/ending/deal' },
    });
  });
});

describe('signatures', () => {
  test('refuses a refused move of a seat that is not in the match', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true });
    const fault = { code: 'wrong-seat', message: 'boo' } as const;
    const act: Action = {
      ...moveAct(chess.game, unwrap(parseUci('e2e4'))),
      type: 'refused',
      fault,
    };
    for (const seat of [7, null])
      expect(append(playing.chain, { seat, act })).toMatchObject({ fault: { code: 'wrong-seat' } });
  });

  test('leaves the signature under a move valid when the move is recorded as refused', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true, referee: true });
    const bad = move('e2e5');
    const signed = await signAct(playing, 0, bad);
    const refused = await appendSigned(
      playing.chain,
      { seat: 0, act: bad, ms: 1, signed },
      refereeSigner,
    );
    if (refused.ok) throw new Error('e2e5 is not legal');
    const act: Action = {
      type: 'refused',
      move: (bad as unknown as { move: never }).move,
      fault: refused.fault,
    };
    const kept = await appendSigned(playing.chain, { seat: 0, act, ms: 1, signed }, refereeSigner);
    expect((await check(CHESS, nodesOf(unwrap(kept).chain))).fault).toBeNull();
  });

  test('without a referee, who could drop acts, a number left out is refused', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true });
    playing.seqs.set(0, 4);
    await expect(play(playing, 'e2e4')).rejects.toThrow('out of order');
  });

  test('numbers of acts may have gaps, so that a player need not sign one twice', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true, referee: true });
    playing.seqs.set(0, 4);
    await play(playing, 'e2e4');
    expect((await check(CHESS, nodesOf(playing.chain))).fault).toBeNull();
  });

  test('a forged signature that no later one covers is found, also where only the last of each key are checked', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true, referee: true });
    // white's offer is a forgery; white's own move after it was signed before it could be seen
    const early = await signAct(playing, 0, move('e2e4'));
    const forged = { seq: 2, seen: 2, signature: new Uint8Array(64) };
    const referee = new Uint8Array(64);
    let { chain } = unwrap(
      append(playing.chain, { seat: 0, act: { type: 'offer-draw' }, signed: forged, referee }),
    );
    const honest = { ...early, seq: 3 };
    ({ chain } = unwrap(append(chain, { seat: 0, act: move('e2e4'), signed: honest, referee })));
    for (const which of ['last', 'all'] as const)
      expect((await check(CHESS, nodesOf(chain), which)).fault).toMatchObject({
        code: 'bad-signature',
        at: { path: '/entries/2' },
      });
  });

  test('judges a record that not every key has signed as less than verified', async () => {
    const playing = await sitDown({ game: CHESS, keys: true });
    await doAct(playing, 0, { type: 'resume' });
    const report = await check(CHESS, nodesOf(playing.chain));
    expect([report.fault, report.covers]).toEqual([null, [{ seat: 0, until: 1 }]]);
    expect(judge(report)).toMatchObject({ verdict: 'partial', agreed: -1 });
    await doAct(playing, 1, { type: 'resume' });
    const both = await check(CHESS, nodesOf(playing.chain));
    expect(reportData(both)).toMatchObject({
      verdict: 'partial',
      agreed: 1,
      seats: [{ signedThrough: 1 }, { signedThrough: 2 }],
    });
  });

  test.each<[why: string, change: (header: Header) => Header]>([
    [
      'a key of small order',
      header => ({
        ...header,
        players: [{ ...header.players[0]!, key: `01${'00'.repeat(30)}80` }, header.players[1]!],
      }),
    ],
    [
      'a referee who plays',
      header => ({ ...header, terms: { ...header.terms!, referee: header.players[0]!.key! } }),
    ],
    [
      'one key on two seats',
      header => ({
        ...header,
        players: header.players.map(player => ({ ...player, key: header.players[0]!.key! })),
      }),
    ],
    [
      'one seat of two with a key, and no referee',
      header => ({ ...header, players: [header.players[0]!, { seat: 1, name: 'a guest' }] }),
    ],
    ...['2026-02-30', '2026-11-15T24:00:00Z', '2026-11-15T12:60:00Z', '2026-13-01'].map(
      startedAt =>
        [startedAt, header => ({ ...header, startedAt })] as [string, (header: Header) => Header],
    ),
    ['an invalid start time', header => ({ ...header, startedAt: 'yesterday\x1b[2J' })],
    ['a short nonce', header => ({ ...header, terms: { ...header.terms!, nonce: '00' } })],
    ['seats out of order', header => ({ ...header, players: header.players.toReversed() })],
  ])('refuses a header with %s', async (_why, change) => {
    const { header } = await makeHeader({ game: CHESS, keys: true });
    expect(begin(CHESS, change(header))).toMatchObject({ fault: { code: 'bad-setup' } });
  });

  test('a signature that is not good takes the outcome off the report', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true });
    await play(playing, 'f2f3', 'e7e5', 'g2g4', 'd8h4');
    await endMatch(playing);
    const nodes = nodesOf(playing.chain);
    const kifu = unwrap(readKifu(nodes));
    const last = kifu.entries.at(-1)!;
    const forged = {
      ...last,
      signed: { ...last.signed!, signature: new Uint8Array(64).fill(0x11) },
    };
    const again = unwrap(recordKifu(CHESS, { ...kifu, entries: kifu.entries.with(-1, forged) }));
    const report = await check(CHESS, again.nodes, 'last');
    expect([report.good, report.outcome, report.endedBy]).toEqual([5, null, null]);
  });
});

describe('chance', () => {
  test('entries that mean nothing do not shift a draw', async () => {
    const rolled = await Promise.all(
      [0, 1, 5].map(async fillers => {
        const playing = await beginMatch({ game: race as Game, fair: true, referee: true });
        for (let i = 0; i < fillers; i++) {
          await doAct(playing, null, { type: 'pause' });
          await doAct(playing, null, { type: 'resume' });
        }
        await drawTogether(playing);
        const { game, state } = playing.chain.table;
        return JSON.stringify(game.states.canon(state));
      }),
    );
    expect(new Set(rolled).size).toBe(1);
  });
});

describe('the recorder writes nothing that the verifier refuses', () => {
  test.each([Number.NaN, 1.5, -1, 2 ** 53, Number.POSITIVE_INFINITY])('a time of %d', async ms => {
    const { chain } = await beginMatch({ game: CHESS });
    expect(append(chain, { seat: 0, act: move('e2e4'), ms })).toMatchObject({ ok: false });
    const { chain: over } = unwrap(
      append(chain, { seat: 0, act: { type: 'leave', of: 0, how: 'resignation' } }),
    );
    expect(end(over, { ms })).toMatchObject({ ok: false });
  });

  test('an ending before the last entry, or at a tick that ended nothing', async () => {
    const playing = await beginMatch({ game: CHESS });
    await doAct(playing, 0, { type: 'leave', of: 0, how: 'resignation' }, { ms: 6000 });
    expect(end(playing.chain, { ms: 10 })).toMatchObject({ fault: { code: 'past-time' } });
    expect(end(playing.chain, { at: 7 })).toMatchObject({ fault: { rule: 'ending' } });
  });

  test('a node that is too large', async () => {
    const { chain } = await beginMatch({ game: CHESS });
    const fault = { code: 'illegal-move', message: 'x'.repeat(1 << 18), rule: 'geometry' } as const;
    const act: Action = {
      type: 'refused',
      move: moveAct(chess.game, unwrap(parseUci('e2e5'))).move,
      fault,
    };
    expect(append(chain, { seat: 0, act })).toMatchObject({ fault: { code: 'too-large' } });
    const outcome = {
      result: 'void',
      winners: [],
      points: null,
      reason: 'y'.repeat(1 << 18),
    } as const;
    expect(end(chain, { outcome })).toMatchObject({ fault: { code: 'too-large' } });
  });

  test('a referee’s signature of another length', async () => {
    const { chain } = await beginMatch({ game: CHESS, referee: true });
    expect(append(chain, { seat: 0, act: move('e2e4'), referee: new Uint8Array(5) })).toMatchObject(
      {
        fault: { code: 'bad-signature' },
      },
    );
  });
});

test('a takeback in a pause leaves it a pause', async () => {
  const clock = { type: 'absolute', mainMs: 60_000 } as const;
  const playing = await beginMatch({ game: CHESS, clock });
  await play(playing, 'e2e4');
  for (const seat of [0, 1]) await doAct(playing, seat, { type: 'pause' });
  await doAct(playing, 0, { type: 'ask-takeback' });
  await doAct(playing, 1, { type: 'allow-takeback', to: 0 });
  expect(playing.chain.table.talk.isPaused).toBe(true);
  for (const seat of [0, 1]) await doAct(playing, seat, { type: 'resume' });
  expect(playing.chain.table.clocks?.isPaused).toBe(false);
});

test('a change in a link is found in the node that has the link', async () => {
  const playing = await beginMatch({ game: CHESS });
  await play(playing, 'e2e4', 'e7e5', 'g1f3', 'b8c6');
  const nodes = nodesOf(playing.chain);
  const head = playing.chain.last.digest;
  for (let i = 1; i < nodes.length; i++) {
    const spoiled = nodes.with(i, nodes[i]!.with(30, nodes[i]![30]! ^ 1));
    const { fault, good } = await verify(spoiled, async () => ok(CHESS), { head });
    expect([fault?.code, fault?.at?.path, good]).toEqual([
      'broken-chain',
      `/entries/${i - 1}`,
      i - 1,
    ]);
  }
});

test('of two blocks that claim one id the true one counts', async () => {
  const playing = await beginMatch({ game: CHESS });
  await play(playing, 'e2e4');
  const blocks = nodesOf(playing.chain).map(bytes => ({ cid: idOf(sha256(bytes)), bytes }));
  const lie = { cid: blocks[0]!.cid, bytes: blocks[1]!.bytes };
  const head = idOf(playing.chain.last.digest);
  expect(unwrap(collectNodes([...blocks, lie], head))).toEqual(nodesOf(playing.chain));
  expect(unwrap(collectNodes([lie, ...blocks], head))).toEqual(nodesOf(playing.chain));
  expect(collectNodes(blocks.slice(1), head)).toMatchObject({ fault: { code: 'not-found' } });
});

test('a report says nothing that a terminal would obey', async () => {
  const { chain } = await beginMatch({ game: CHESS });
  const outcome = {
    result: 'draw',
    winners: [],
    points: null,
    reason: 'ok\nsigned\x1b[1A',
  } as const;
  const report = await check(CHESS, nodesOf(unwrap(end(chain, { outcome }))));
  const text = formatReport(report).join('');
  for (const code of ['\n', '\x1b']) expect(text).not.toContain(code);
});

describe('timelines', () => {
  test('thousands of takebacks stay within the budget', async () => {
    let { chain } = await beginMatch({ game: CHESS });
    const add = (seat: number, act: Action) => {
      ({ chain } = unwrap(append(chain, { seat, act })));
    };
    for (let i = 0; i < 500; i++) {
      add(0, move('e2e4'));
      add(0, { type: 'ask-takeback' });
      add(1, { type: 'allow-takeback', to: 3 * i });
    }
    const line = unwrap(timeline(CHESS, unwrap(readKifu(nodesOf(chain))), { budgetBytes: 20_000 }));
    expect(line.sizeBytes).toBeLessThanOrEqual(20_000);
    const first = CHESS.states.position(line.at(0).state);
    for (const n of [3, 300, 1500]) expect(CHESS.states.position(line.at(n).state)).toBe(first);
    expect(CHESS.states.position(line.at(1498).state)).not.toBe(first);
  });

  test('take odd ticks and times without a throw, and tell a decreed outcome', async () => {
    const playing = await beginMatch({ game: lane as Game });
    await playOn(playing, 3);
    const line = unwrap(timeline(lane as Game, unwrap(readKifu(nodesOf(playing.chain)))));
    for (const odd of [Number.NaN, -5, 2.5, Number.NEGATIVE_INFINITY])
      expect(() => [line.atTick(odd), line.atMs(odd)]).not.toThrow();
    const { chain } = await beginMatch({ game: CHESS });
    const outcome = { result: 'draw', winners: [], points: null, reason: 'adjudication' } as const;
    const decreed = unwrap(readKifu(nodesOf(unwrap(end(chain, { outcome })))));
    expect(unwrap(timeline(CHESS, decreed)).at(0).outcome).toEqual(outcome);
  });
});

test('the header of these tests has the keys of their secrets', async () => {
  const plan: MatchPlan = { game: CHESS, keys: true };
  const { header } = await makeHeader(plan);
  expect(header.players[1]!.key).toBe(hex(await publicKeyOf(secretOf('seat 1'))));
});
