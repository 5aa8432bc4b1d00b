/** Matches to test with: each kind of record, played by `append` as a program would. */
import {
  type Action,
  type Ending,
  type Game,
  type Header,
  type Json,
  moveAct,
  type NewEntry,
  type Signed,
  type Terms,
  unwrap,
} from '@kifu/core';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  commitToDeal,
  commitToLink,
  type Holder,
  makeChain,
  REFEREE,
} from '../src/chance/index.ts';
import {
  appendSigned,
  begin,
  type Chain,
  draft,
  draftEnd,
  endSigned,
  link,
  type Signer,
} from '../src/index.ts';
import { type ExpectedMove, isDrawDue, NO_TERMS } from '../src/match-state/index.ts';
import {
  endingMessage,
  intentMessage,
  nodeMessage,
  publicKeyOf,
  sign,
  whenOf,
} from '../src/sign/index.ts';

/** A secret of 32 bytes for each name; for tests only, since the name tells it. */
export const secretOf = (name: string): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, i) => name.charCodeAt(i % name.length) ^ (i * 7));

export const NONCE = '00112233445566778899aabbccddeeff';

/** How a match is played. */
export interface MatchPlan {
  readonly game: Game;
  readonly seats?: number;
  /** Names of the players; default: `Player 0` and so on. */
  readonly names?: readonly string[];
  readonly options?: Header['options'];
  readonly seed?: Json;
  readonly keys?: boolean;
  readonly referee?: boolean;
  readonly fair?: boolean;
  /** Holders of hash chains; default: all. */
  readonly holders?: readonly Holder[];
  readonly clock?: Terms['clock'];
  readonly hashEvery?: number;
  readonly start?: Header['start'];
  readonly branch?: Terms['branch'];
  readonly rated?: boolean;
  readonly startedAt?: string;
  /** Length of the hash chains. */
  readonly links?: number;
}

/** A match that is being played. */
export interface Playing {
  chain: Chain;
  readonly plan: MatchPlan;
  readonly chains: ReadonlyMap<Holder, readonly Uint8Array[]>;
  drawn: number;
  readonly seqs: Map<number, number>;
}

const LINKS = 40;
const dealSecret = secretOf('deal');
export const refereeSigner: Signer = message => sign(secretOf('referee'), message);

/** A header and what is secret about it. */
export async function makeHeader(
  plan: MatchPlan,
): Promise<Pick<Playing, 'chains'> & { header: Header }> {
  const seats = Array.from({ length: plan.seats ?? 2 }, (_, seat) => seat);
  const isSealed = plan.fair === true && plan.game.secrets !== undefined;
  const holders: Holder[] = plan.referee ? [...seats, REFEREE] : seats;
  const chains = new Map(
    plan.fair
      ? (plan.holders ?? holders).map(holder => [
          holder,
          makeChain(NONCE, holder, secretOf(`chain ${holder}`), plan.links ?? LINKS),
        ])
      : [],
  );
  const keys = await Promise.all(seats.map(seat => publicKeyOf(secretOf(`seat ${seat}`))));
  const terms: Terms = {
    ...NO_TERMS,
    nonce: NONCE,
    rated: plan.rated ?? false,
    clock: plan.clock ?? null,
    branch: plan.branch ?? null,
    hashEvery: plan.hashEvery ?? NO_TERMS.hashEvery,
    referee: plan.referee ? bytesToHex(await publicKeyOf(secretOf('referee'))) : null,
    fair: plan.fair
      ? {
          commitments: holders.map(holder => {
            const [first] = chains.get(holder) ?? [];
            return first === undefined ? null : bytesToHex(commitToLink(NONCE, holder, first));
          }),
          waitMs: 30_000,
          deal: isSealed ? bytesToHex(commitToDeal(NONCE, dealSecret)) : null,
        }
      : null,
  };
  const header: Header = {
    game: plan.game.name,
    version: plan.game.version,
    options: plan.options ?? {},
    players: seats.map(seat => ({
      seat,
      name: plan.names?.[seat] ?? `Player ${seat}`,
      ...(plan.keys ? { key: bytesToHex(keys[seat]!) } : {}),
    })),
    seed: plan.fair ? null : (plan.seed ?? null),
    start: plan.start ?? null,
    startedAt: plan.startedAt ?? '2026-11-15T12:00:00Z',
    tags: {},
    terms,
  };
  return { header, chains };
}

/** Begins a match to whose header no seat has agreed yet. */
export async function sitDown(plan: MatchPlan): Promise<Playing> {
  const { header, chains } = await makeHeader(plan);
  const deal = header.terms?.fair?.deal == null ? null : dealSecret;
  const { chain } = unwrap(begin(plan.game, header, deal));
  return { chain, plan, chains, drawn: -1, seqs: new Map() };
}

/** Begins a match and opens it: every seat agrees to the header where one has a key, and the first draw is made. */
export async function beginMatch(plan: MatchPlan): Promise<Playing> {
  const playing = await sitDown(plan);
  while (playing.chain.table.talk.isOpening) await agree(playing);
  if (playing.chain.table.drawn < 0) await drawTogether(playing, { ms: 0 });
  return playing;
}

/** The next seat agrees to the header. */
async function agree(playing: Playing): Promise<void> {
  const { header, talk } = playing.chain.table;
  const next = header.players.find(({ seat }) => !talk.resume.includes(seat))!;
  await doAct(playing, next.seat, { type: 'resume' }, { ms: 0 });
}

/** Signs an act as its seat would, having seen everything. */
export async function signAct(
  { chain, seqs }: Playing,
  seat: number,
  act: Action,
  when: Partial<NewEntry> = {},
): Promise<Signed> {
  const { table, last } = chain;
  const seq = (seqs.get(seat) ?? 0) + 1;
  const message = intentMessage({
    match: table.match,
    seat,
    seq,
    seen: last.digest,
    act,
    when: whenOf(table.terms, when),
  });
  return { seq, seen: last.n, signature: await sign(secretOf(`seat ${seat}`), message) };
}

/** Signs an act from where the match stands now, after moves that are yet to come. */
export async function signAhead(
  { chain: { table, last }, seqs }: Playing,
  seat: number,
  act: Action,
  given: readonly ExpectedMove[],
): Promise<Signed> {
  const seq = (seqs.get(seat) ?? 0) + 1;
  const intent = { match: table.match, seat, seq, seen: last.digest, act, when: null, given };
  const signature = await sign(secretOf(`seat ${seat}`), intentMessage(intent));
  return { seq, seen: last.n, signature };
}

/** Enters an act as a referee does who looks at no signature. */
export async function smuggle(
  playing: Playing,
  seat: number,
  act: Action,
  signed: Signed,
): Promise<void> {
  const doing = { seat, act, signed, ms: playing.chain.table.ms + 1000 };
  const drafted = unwrap(draft(playing.chain, doing));
  const referee = await refereeSigner(nodeMessage(drafted.node));
  playing.chain = unwrap(link(drafted, referee)).chain;
  playing.seqs.set(seat, signed.seq);
}

/** Lets a seat act, signed where it has a key; throws where it may not. */
export async function doAct(
  playing: Playing,
  seat: number | null,
  act: Action,
  more: Partial<NewEntry> = {},
): Promise<void> {
  const { plan, seqs } = playing;
  const isSigning =
    plan.keys === true && seat !== null && !(act.type === 'links' && plan.referee === true);
  const when = { ms: playing.chain.table.ms + 1000, ...more };
  const signed = isSigning ? await signAct(playing, seat, act, when) : null;
  const doing = { seat, act, signed, ...when };
  const appended = await appendSigned(playing.chain, doing, plan.referee ? refereeSigner : null);
  playing.chain = unwrap(appended).chain;
  if (signed !== null && seat !== null) seqs.set(seat, signed.seq);
}

/** Makes the draw that is due, with the next link of each holder. */
export async function drawTogether(playing: Playing, more: Partial<NewEntry> = {}): Promise<void> {
  playing.drawn++;
  const { game, state } = playing.chain.table;
  const holders = [...playing.chains.keys()].filter(
    holder => holder === REFEREE || game.seated(state).includes(holder),
  );
  const links = holders.map(holder => playing.chains.get(holder)![playing.drawn]!);
  const last = playing.plan.keys && !playing.plan.referee ? holders.at(-1)! : null;
  await doAct(playing, last, { type: 'links', links }, more);
}

/** Plays the first, second, … legal move in turn until the match is over or long enough. */
export async function playOn(playing: Playing, most: number): Promise<void> {
  for (let i = 0; i < most && playing.chain.table.outcome === null; i++) {
    const { game, state, talk } = playing.chain.table;
    if (talk.isOpening) {
      await agree(playing);
      continue;
    }
    if (isDrawDue(playing.chain.table)) {
      await drawTogether(playing);
      continue;
    }
    const seat = game.active(state).find(active => [...game.legal(state, active)].length > 0);
    const tick = game.time === undefined ? null : game.time.now(state) + 3;
    if (seat === undefined) return;
    const legal = [...game.legal(state, seat)];
    const move = legal[(i * 7) % legal.length]!;
    await doAct(playing, seat, moveAct(game, move), { at: tick });
  }
}

/** Writes the ending, at the time of the last entry; by default all players with keys sign it. */
export async function endMatch(
  playing: Playing,
  how: Partial<Ending> = {},
  signers: readonly number[] = keyedSeats(playing),
): Promise<void> {
  const { plan, chain } = playing;
  const when = { ms: chain.table.lastMs, ...how };
  const message = endingMessage(unwrap(draftEnd(chain, when)).node);
  const signed = await Promise.all(
    signers.map(async seat => ({ seat, signature: await sign(secretOf(`seat ${seat}`), message) })),
  );
  const ended = await endSigned(chain, { ...when, signed }, plan.referee ? refereeSigner : null);
  playing.chain = unwrap(ended).chain;
}

const keyedSeats = ({ chain }: Playing): readonly number[] =>
  chain.table.header.players.filter(({ key }) => key !== undefined).map(({ seat }) => seat);
