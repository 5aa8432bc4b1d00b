/** Other games than go, through the same commits: by the rules, by agreement, with dice that both make. */
import { bytesToHex, type Json, ok, type Seat, unwrap } from '@kifu/core';
import { recordKifu, verify } from '@kifu/record';
import { commitToLink, makeChain } from '@kifu/record/chance';
import { describe, expect, test } from 'vitest';
import { findGame } from '../../test/games.ts';
import {
  accept,
  confirm,
  type Making,
  makePlayer,
  offer,
  play,
  refusal,
} from '../../test/players.ts';
import { hashOfFile } from '../ipld.ts';
import { fromKifu, toKifu } from '../kifu.ts';
import { createKeyring } from '../pgp/keyring.ts';
import { verifyCarried } from '../verify-carried.ts';
import { linksToShow, showOwed } from './chance.ts';
import { awaitedSeats } from './game-record.ts';
import { resultOf, standardFile } from './result.ts';

const ann = (await makePlayer('Ann')).signer;
const bob = (await makePlayer('Bob')).signer;
const begin = async (game: string, change = {}) =>
  confirm(await accept(await offer(ann, game, change), bob), ann);
const turns = [ann, bob] as const;

async function playAll(making: Making, moves: readonly string[]): Promise<Making> {
  let now = making;
  for (const [i, move] of moves.entries()) now = await play(now, turns[i % 2]!, move);
  return now;
}

describe('chess', () => {
  /** The quickest mate: f3 e5 g4 Qh4. */
  const MATE = ['0x0D1500', '0x342400', '0x0E1E00', '0x3B1F00'];

  test('is ended by the rules, and what they say cannot be disputed', async () => {
    const mated = await playAll(await begin('chess'), MATE);
    expect(mated.record).toMatchObject({
      phase: 'scoring',
      match: { clocks: { stoppedAt: mated.now } },
    });
    expect(await refusal(mated, ann, '0x0C1C00')).toMatchObject({ rule: 'not-playing' });
    expect(await refusal(mated, ann, ';C[OUTCOME-DISPUTED-PLEASE-CONTINUE]')).toMatchObject({
      code: 'game-over',
    });
    expect(await refusal(mated, ann, ';RE[W+]')).toMatchObject({ rule: 'score' });
    expect(await refusal(mated, ann, ';RE[Draw]')).toMatchObject({ rule: 'score' });
    const proposed = await play(mated, bob, ';RE[B+]');
    expect(await refusal(proposed, ann, ';C[OUTCOME-DISPUTED-PLEASE-CONTINUE]')).toMatchObject({
      code: 'game-over',
    });
    const finished = await play(await play(proposed, ann, ';C[]'), bob, ';C[]');
    const file = new TextDecoder().decode(unwrap(standardFile(finished.record)));
    expect(file).toMatch(
      /^\(;FF\[4\]GM\[3\]CA\[UTF-8\]AP\[IPGS:2\]GN\[.*\]RU\[chess 1\]TM\[600\]PB\[Bob\]PW\[Ann\]RE\[B\+\]XF\[W:B\]/,
    );
    expect(file).toContain('\n;W[f3]WL[600]\n;B[e5]BL[590]\n;W[g4]WL[590]\n;B[Qh4#]BL[580])');
    // the same tags, so that a native record made of it names the players alike
    const { tags } = finished.record.match!.native!.chain.table.header;
    expect(tags).toMatchObject({ AP: 'IPGS:2', XW: ann.file.hash, XB: bob.file.hash });
  });

  test('an offer of a peer that knows version 1 alone is played and archived in version 1', async () => {
    const [, rules] = unwrap(await findGame('chess')).form.rules;
    expect(JSON.parse(rules!)).toEqual({ game: 'chess', options: {}, version: 1 });
    const named = { rules: hashOfFile(new TextEncoder().encode(rules)) };
    const offered = await offer(ann, 'chess', named, {}, rules);
    const mated = await playAll(await confirm(await accept(offered, bob), ann), MATE);
    expect(await refusal(mated, bob, ';RE[B+]')).toMatchObject({ rule: 'score' });
    const proposed = await play(mated, bob, ';RE[W+]');
    const finished = await play(await play(proposed, ann, ';C[]'), bob, ';C[]');
    const file = new TextDecoder().decode(unwrap(standardFile(finished.record)));
    expect(file).toMatch(/AP\[IPGS:1\].*PB\[Ann\]BR\[6k\?\]PW\[Bob\]WR\[6k\?\]RE\[W\+\]XB/);
    expect(file).toMatch(/\n;B\[0x0D1500\]BL\[600\]\n;W\[0x342400\]WL\[590\]\n/);
  });

  test('draws are agreed on, resignations and moves are as everywhere', async () => {
    const begun = await playAll(await begin('chess'), MATE.slice(0, 2));
    const offered = await play(begun, ann, ';RE[Draw]C[draw?]');
    expect(resultOf(offered.record)).toMatchObject({ how: 'draw', winner: null });
    const declined = await play(offered, bob, ';C[OUTCOME-DISPUTED-PLEASE-CONTINUE]');
    expect(declined.record.phase).toBe('playing');
    expect(await refusal(declined, bob, '0x3B1F00')).toMatchObject({ code: 'wrong-seat' });
    expect(await refusal(declined, ann, '0x000000')).toMatchObject({ code: 'illegal-move' });
    expect(await refusal(declined, ann, '0x')).toMatchObject({ code: 'malformed' });
    expect(await refusal(declined, ann, ';B[aa]')).toMatchObject({ code: 'malformed' });
    expect((await play(declined, ann, ';RE[B+Resign]')).record.phase).toBe('proposed');
  });
});

test('checkers: seat 0 begins, and words go with it', async () => {
  const { game } = unwrap(await findGame('checkers'));
  let now = await begin('checkers', { firstTurn: 'contender' });
  for (let i = 0; i < 6; i++) {
    const [seat] = awaitedSeats(now.record.match!) as [Seat];
    const [move] = game.legal(now.record.match!.native!.chain.table.state, seat) as Iterable<Json>;
    now = await play(now, seat === 0 ? bob : ann, game.moves.hex.encode(move!));
  }
  const said = await play(now, ann, ';C[nice \\] one]');
  const done = await play(
    await play(await play(said, ann, ';RE[B+Resign]'), bob, ';C[]'),
    ann,
    ';C[]',
  );
  expect(new TextDecoder().decode(unwrap(standardFile(done.record)))).toMatch(
    /GM\[1004\].*PB\[Bob\]PW\[Ann\]RE\[B\+Resign\]XF\[B:W\].*\n;B\[\d+-\d+\].*;XA\[W\]C\[nice \\\] one\]\)/s,
  );
});

test.each(['dominos', 'kung-fu-chess'])('%s is not played by commits', async name => {
  expect(await findGame(name)).toMatchObject({ ok: false, fault: { code: 'unsupported' } });
});

describe.each(['backgammon', 'mage-duel', 'ludo'])('%s: chance that both make', name => {
  const nonce = '00112233445566778899aabbccddeeff';
  const chains = [0, 1].map(seat =>
    makeChain(nonce, seat, new Uint8Array(32).fill(seat + 1), 600).map(bytesToHex),
  );
  const commitments = [0, 1].map(seat =>
    bytesToHex(commitToLink(nonce, seat, Uint8Array.from(Buffer.from(chains[seat]![0]!, 'hex')))),
  );
  const chance = { nonce, commitment: commitments[0]! };
  const started = async (link = chains[0]![0]!) =>
    confirm(
      await accept(await offer(ann, name, { chance }), bob, { commitment: commitments[1]! }),
      ann,
      { link },
    );

  test('is played by steps that show links as they are due', async () => {
    const { game } = unwrap(await findGame(name));
    let now = await started();
    expect(awaitedSeats(now.record.match!)).toEqual([1]); // only the first link of the contender is missing
    const states = new Set<string>();
    // the keys of the players are new each time, and so are the dice: where no token comes out, states come again
    const isEnough = (steps: number) => steps >= 40 && states.size > 10;
    for (let i = 0; !isEnough(i) && now.record.phase !== 'scoring'; i++) {
      const { match } = now.record;
      const [seat] = awaitedSeats(match!) as [Seat];
      const at = now.now + 1_000_000_000n;
      // with the links that are due the seat knows what it has rolled, before the other seat does
      const table =
        unwrap(showOwed(now.record, match!, seat, chains[seat]!, at)).match.native?.chain.table ??
        null;
      const legal = table === null ? [] : [...(game.legal(table.state, seat) as Iterable<Json>)];
      const moves = legal.slice(legal.length >> 1).slice(0, 1);
      const links = unwrap(linksToShow(now.record, seat, chains[seat]!, moves, at));
      now = await play(
        now,
        turns[seat]!,
        { type: 'move', seat: null, moves, links, comment: '' },
        1,
      );
      if (now.record.match!.native !== null)
        states.add(JSON.stringify(game.states.canon(now.record.match!.native.chain.table.state)));
    }
    expect(states.size).toBeGreaterThan(10);
    // as a native record it is replayed, and every draw is checked
    const kifu = unwrap(toKifu({ ...now, signatures: [null, null] }));
    const { nodes } = unwrap(recordKifu(game, kifu));
    expect(await verify(nodes, async () => ok(game))).toMatchObject({
      fault: null,
      chance: 'fair',
    });
    expect(now.record.match!.native!.chain.table.drawn).toBeGreaterThan(3);
    // and the commits that it carries give it back
    expect(unwrap(fromKifu(kifu)).head).toBe(now.record.head.cid);
    expect(await verifyCarried({ keyring: createKeyring(), findGame }, kifu)).toMatchObject(
      ok({ commits: now.commits.length, players: [{ name: 'Ann' }, { name: 'Bob' }] }),
    );
  });

  test('refuses another link, one too early, and a missing one', async () => {
    await expect(started(chains[0]![1]!)).rejects.toThrow('first link does not match');
    const now = await started();
    const step = (...links: string[]) => JSON.stringify({ links });
    const [first, second, third] = chains[1]!;
    expect(await refusal(now, bob, step(second!))).toMatchObject({ rule: 'commitment' });
    expect(await refusal(now, ann, step(chains[0]![1]!))).toMatchObject({ code: 'not-due' });
    expect(await refusal(now, bob, step('00'.repeat(31)))).toMatchObject({ code: 'malformed' });
    expect(await refusal(now, bob, '{"move":"0x00"}')).toMatchObject({ code: 'malformed' });
    expect(await refusal(now, bob, '{}')).toMatchObject({ code: 'malformed' });
    const { game } = unwrap(await findGame(name));
    const owing = await play(now, bob, step(first!, second!)).catch(() =>
      play(now, bob, step(first!)),
    );
    if (game.chance!.due(owing.record.match!.native!.chain.table.state)) {
      expect(await refusal(now, bob, step(first!))).toMatchObject({ code: 'draw-due' });
      expect(await refusal(now, bob, step(first!, third!))).toMatchObject({ rule: 'link' });
      expect(await refusal(owing, ann, step(chains[0]![2]!))).toMatchObject({ rule: 'link' });
    }
  });
});
