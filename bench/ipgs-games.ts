/** Games of IPGS for benches: two players with keys, what they agree on, and moves of go that are always legal. */
import { type CommitStep, type Kit, ok, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { commitFormOf } from '@kifu/games/commits';
import {
  type Acted,
  acceptGame,
  confirmGame,
  createKeyPair,
  encodeHistory,
  type GameRecord,
  type Keeping,
  offerGame,
  type PeerGame,
  parseTimestamp,
  putBlocks,
  type Signer,
  standardFile,
  takeStepOn,
  unlock,
} from '@kifu/ipgs';

const START = unwrap(parseTimestamp('2024-03-01T10:00:00Z'));
const SECOND = 1_000_000_000n;

/** The games as commits of IPGS. */
const findGame = async (name: string) => {
  const kit = unwrap(await loadKit(name)) as Kit;
  return ok({ game: kit.game as PeerGame['game'], form: unwrap(commitFormOf(kit)) });
};

/** A player with a key. */
export async function makePlayer(name: string): Promise<Signer> {
  const at = START - 3600n * SECOND;
  return unwrap(await unlock(unwrap(await createKeyPair({ name, passphrase: 'x', at })), 'x'));
}

const RATING = { R: 1500, RD: 350 };
const timeoutAt = (at: bigint): bigint => at + 1_000_000n * SECOND;

/** Offers go on a board of 19 by 19; who offers begins. */
export async function offerGo(ann: Signer, at: bigint): Promise<Acted> {
  const peer = unwrap(await findGame('go'));
  const offer = {
    ...{ timeout: timeoutAt(at), game: 'go', isRanked: true },
    clock: { type: 'absolute', seconds: 36_000 } as const,
    ...{ rating: RATING, target: RATING, firstTurn: 'challenger' as const, handicap: 0, komi: 7.5 },
    ...{ comments: '', opponent: null, chance: null },
  };
  const own = { 'board-width': 19, 'board-height': 19 };
  return unwrap(await offerGame(ann, peer, peer.form.rules[0]!, offer, own, at));
}

/** Accepts it. */
export async function acceptGo(bob: Signer, offered: GameRecord, at: bigint): Promise<Acted> {
  const accept = { timeout: timeoutAt(at), rating: RATING, comments: '', commitment: null };
  return unwrap(await acceptGame(bob, offered, accept, at));
}

/** Confirms it: the game begins. */
export async function confirmGo(ann: Signer, accepted: GameRecord, at: bigint): Promise<Acted> {
  const automatic = { firstTurn: null, handicap: null, komi: null };
  const confirm = { timeout: timeoutAt(at), ...automatic, comments: '', link: null };
  return unwrap(await confirmGame(ann, accepted, confirm, at));
}

/** Keeps what an act brings. */
async function keep(reading: Keeping, acted: Acted): Promise<GameRecord> {
  await putBlocks(reading.blocks, acted.change.blocks);
  return acted.record;
}

/** A game that has been confirmed. */
async function startGame(
  ann: Signer,
  bob: Signer,
  reading: Keeping,
  at = START,
): Promise<GameRecord> {
  const offered = await keep(reading, await offerGo(ann, at));
  const accepted = await keep(reading, await acceptGo(bob, offered, at + SECOND));
  return keep(reading, await confirmGo(ann, accepted, at + 2n * SECOND));
}

const LETTERS = 'abcdefghijklmnopqrs';

/** The i-th move: black fills the board from the left, white from the right. */
export function moveText(i: number): string {
  const k = i >> 1;
  const column = i % 2 === 0 ? Math.floor(k / 18) : 18 - Math.floor(k / 18);
  return `;${'BW'[i % 2]}[${LETTERS[column]}${LETTERS[k % 18]}]`;
}

/** What a text means in a game. */
export const stepOf = ({ form, match }: GameRecord, text: string): CommitStep =>
  unwrap(form.parse(match!.native!.chain.table.state, text));

/** A step by its text. */
async function stepOn(signer: Signer, record: GameRecord, text: string): Promise<Acted> {
  const at = record.head.at + 10n * SECOND;
  return unwrap(await takeStepOn(signer, record, stepOf(record, text), at));
}

/** A game of so many moves, after which black resigns. */
export async function playGame(
  ann: Signer,
  bob: Signer,
  reading: Keeping,
  moves: number,
  at = START,
): Promise<GameRecord> {
  let record = await startGame(ann, bob, reading, at);
  const step = async (signer: Signer, text: string) => {
    record = await keep(reading, await stepOn(signer, record, text));
  };
  for (let i = 0; i < moves; i++) await step(i % 2 === 0 ? ann : bob, moveText(i));
  await step(ann, ';RE[W+Resign]');
  await step(bob, ';C[]');
  await step(ann, ';C[]');
  return record;
}

/** The file of a finished game with the signatures of both, as it is archived. */
export async function signedHistory(
  ann: Signer,
  bob: Signer,
  record: GameRecord,
): Promise<{
  readonly file: Uint8Array;
  readonly signatures: readonly [string, string];
  readonly history: ReturnType<typeof encodeHistory>;
}> {
  const file = unwrap(standardFile(record));
  const at = record.head.at + SECOND;
  const signatures = [unwrap(await ann.sign(file, at)), unwrap(await bob.sign(file, at))] as const;
  return { file, signatures, history: encodeHistory({ file, signatures }) };
}
