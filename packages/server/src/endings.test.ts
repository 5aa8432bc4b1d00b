/** Players who are connected sign the ending, so that nothing in the record is unconfirmed. */
import { type LiveMatch, makeInvite } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { publicKeyOf } from '@kifu/record/sign';
import { afterEach, expect, test } from 'vitest';
import { ended, findGame, type Served, seen, serve } from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
const SECRETS = [1, 2].map(i => new Uint8Array(32).fill(i));

/** Two with keys at a board; the second may be one who does not sign everything. */
async function begin(
  more: object = {},
  Second?: typeof WebSocket,
): Promise<[LiveMatch, LiveMatch]> {
  served = await serve();
  const [one, other] = await Promise.all(
    SECRETS.map(async secret => Buffer.from(await publicKeyOf(secret)).toString('hex')),
  );
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, {
      game: 'chess',
      seats: [
        { type: 'you', name: 'Ann', key: one! },
        { type: 'you', name: 'Bob', key: other! },
      ],
      ...more,
    }),
  );
  const lives = (await Promise.all(
    tokens.map(({ token }, i) =>
      served.connect(invite.id, {
        token,
        secret: SECRETS[i]!,
        ...(i === 1 && Second !== undefined ? { WebSocket: Second } : {}),
      }),
    ),
  )) as [LiveMatch, LiveMatch];
  await Promise.all(lives.map(live => seen(live, 0)));
  return lives;
}

async function play(lives: readonly LiveMatch[], moves: readonly string[]): Promise<void> {
  for (const [i, move] of moves.entries()) {
    await seen(lives[i % 2]!, i);
    unwrap(await lives[i % 2]!.play(uci(move)));
  }
}

const signersOf = ({ replay }: LiveMatch): number[] => {
  const node = unwrap(decodeNext(replay!.nodes.at(-1)!));
  return isEnding(node) ? node.signed.map(({ seat }) => seat) : [];
};

test.each([true, false])('both sign an ending by the rules, with a referee: %s', async referee => {
  const lives = await begin({ referee });
  await play(lives, MATE);
  await Promise.all(lives.map(ended));
  expect(signersOf(lives[0])).toEqual([0, 1]);
  const report = await verify(lives[0].replay!.nodes, findGame, { signatures: 'all' });
  expect(report.fault).toBeNull();
});

test('both sign an ending by a flag', async () => {
  const lives = await begin({ clock: { type: 'absolute', mainMs: 500 } });
  await Promise.all(lives.map(ended));
  expect(lives[0].replay!.outcome).toMatchObject({ reason: 'timeout' });
  expect(signersOf(lives[0])).toEqual([0, 1]);
});

test('both sign an ending although the server stalls meanwhile', async () => {
  class Still extends WebSocket {
    override send(data: string): void {
      super.send(data);
      if (data.includes('"type":"sign"'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
    }
  }
  const lives = await begin({}, Still as unknown as typeof WebSocket);
  await play(lives, MATE);
  await Promise.all(lives.map(ended));
  expect(signersOf(lives[0])).toEqual([0, 1]);
});

test('a player who does not sign the ending is waited for a moment, and no longer', async () => {
  class Silent extends WebSocket {
    override send(data: string): void {
      if (!data.includes('"type":"sign"')) super.send(data);
    }
  }
  const lives = await begin({}, Silent as unknown as typeof WebSocket);
  await play(lives, MATE);
  await Promise.all(lives.map(ended));
  expect(signersOf(lives[0])).toEqual([0]);
});

test('a wrong signature under an ending is refused', async () => {
  class Forger extends WebSocket {
    override send(data: string): void {
      super.send(data.replace(/("type":"sign","signature":")[0-9a-f]{4}/, '$10000'));
    }
  }
  const lives = await begin({}, Forger as unknown as typeof WebSocket);
  const refused = new Promise(done => lives[1].on('fault', done));
  await play(lives, MATE);
  expect(await refused).toMatchObject({ code: 'bad-signature' });
  await Promise.all(lives.map(ended));
  expect(signersOf(lives[0])).toEqual([0]);
});
