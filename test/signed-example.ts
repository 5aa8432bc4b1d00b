/** The signed match that `docs/record-format.md` shows to the byte. */
import { bytesToHex, type Header, hexToBytes, type NewEntry, type Seat, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { append, begin, type Chain, draftEnd, end } from '@kifu/record';
import { endingMessage, intentMessage, publicKeyOf, sign } from '@kifu/record/sign';

const { game } = unwrap(await loadKit('chess'));

/** The secrets of the first two test vectors of RFC 8032. */
const SECRETS = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
].map(hexToBytes);
const KEYS = await Promise.all(SECRETS.map(publicKeyOf));

const HEADER: Header = {
  game: 'chess',
  version: 1,
  options: {},
  players: ['Ann', 'Bob'].map((name, seat) => ({ seat, name, key: bytesToHex(KEYS[seat]!) })),
  seed: null,
  start: null,
  startedAt: '2026-11-15T12:00:00Z',
  tags: {},
  terms: {
    nonce: '000102030405060708090a0b0c0d0e0f',
    rated: false,
    clock: null,
    referee: null,
    fair: null,
    hashEvery: 16,
    branch: null,
  },
};

/** Fool's mate, with both signatures under everything; and the messages that were signed, by number of the node. One signature may be garbage. */
export async function signedExample(garbageAt: number | null = null) {
  let chain: Chain = unwrap(begin(game, HEADER)).chain;
  const seqs = [0, 0];
  const intents = new Map<number, Uint8Array>();
  const add = async (seat: Seat, act: NewEntry['act'], ms: number) => {
    const { n, digest: seen } = chain.last;
    const seq = ++seqs[seat]!;
    const { match } = chain.table;
    const message = intentMessage({ match, seat, seq, seen, act, when: { ms, at: null } });
    const isGood = n + 1 !== garbageAt;
    const signature = isGood ? await sign(SECRETS[seat]!, message) : new Uint8Array(64);
    intents.set(n + 1, message);
    chain = unwrap(append(chain, { seat, act, ms, signed: { seq, seen: n, signature } })).chain;
  };
  await add(0, { type: 'resume' }, 0);
  await add(1, { type: 'resume' }, 500);
  for (const [i, text] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    const move = game.moves.bytes.encode(unwrap(parseUci(text)) as never);
    await add(i % 2, { type: 'move', move }, 1500 * (i + 1));
  }
  const ms = chain.table.lastMs;
  const { node } = unwrap(draftEnd(chain, { ms }));
  const message = endingMessage(node);
  const signed = await Promise.all(
    SECRETS.map(async (secret, seat) => ({ seat, signature: await sign(secret, message) })),
  );
  chain = unwrap(end(chain, { ms, signed }));
  return { chain, game, header: HEADER, intents, ending: message };
}
