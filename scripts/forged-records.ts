/**
 * Records that were forged to tell more than is true: by the holder of the file, a player, the referee, or some of them together.
 * What is said of each has to be as much as is proved, and no more.
 */
import { createHash } from 'node:crypto';
import {
  type Action,
  type ActionOf,
  type Ending,
  moveAct,
  type NewEntry,
  type Outcome,
  type Signed,
  sha256,
  unwrap,
} from '@kifu/core';
import { draft, draftEnd, link, nodesOf, type Signer } from '@kifu/record';
import {
  decodeHeader,
  decodeNext,
  type EndingNode,
  type EntryNode,
  encodeEnding,
  encodeEntry,
  encodeHeader,
  isEnding,
} from '@kifu/record/node';
import {
  endingMessage,
  intentMessage,
  nodeMessage,
  publicKeyOf,
  sign,
  whenOf,
} from '@kifu/record/sign';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
  refereeSigner,
  secretOf,
  signAct,
  sitDown,
} from '../packages/record/test/matches.ts';
import {
  BOTH,
  type Case,
  CHESS,
  change,
  gameOf,
  mated,
  move,
  play,
  REFEREED,
} from './record-cases.ts';

const SEATS = [0, 1] as const;
const GARBAGE = new Uint8Array(64).fill(0x11);
const DECREE: Outcome = { result: 'win', winners: [0], points: null, reason: 'decree' };
const MATED: Outcome = { ...DECREE, reason: 'checkmate' };

const of = (
  name: string,
  says: string,
  { chain, plan }: Playing,
  nodes: readonly Uint8Array[] = nodesOf(chain),
): Case => ({ name: `forged: ${name}`, says, game: plan.game, nodes });

export async function* forgedRecords(): AsyncGenerator<Case> {
  yield* forgedEndings();
  yield* forgedTimes();
  yield* forgedAnswers();
  yield* forgedAccusations();
  yield* forgedBeginnings();
  yield* forgedSignatures();
  yield* cutFiles();
  yield* forgedLeavings();
}

/** A match of this many moves. */
async function begun(plan: MatchPlan, ...moves: string[]): Promise<Playing> {
  const playing = await beginMatch(plan);
  await play(playing, ...moves);
  return playing;
}

/** The nodes of a match and an ending that was not checked, signed by these seats and, where there is one, by the referee. */
async function withEnding(
  { chain, plan }: Playing,
  how: Partial<Ending>,
  signers: readonly number[],
  told: Outcome | null = null,
): Promise<Uint8Array[]> {
  const { node } = unwrap(draftEnd(chain, { ms: chain.table.lastMs, ...how }));
  const draft: EndingNode = told === null ? node : { ...node, outcome: told };
  const message = endingMessage(draft);
  const signed = await Promise.all(
    signers.map(async seat => ({ seat, signature: await sign(secretOf(`seat ${seat}`), message) })),
  );
  const referee = plan.referee ? await refereeSigner(nodeMessage({ ...draft, signed })) : null;
  return [...nodesOf(chain), encodeEnding({ ...draft, signed, referee })];
}

/** The nodes of a match and an entry that was not checked, signed by its seat as having seen a node, and by the referee. */
async function withEntry(
  { chain, plan, seqs }: Playing,
  seat: number,
  act: Action,
  seen: number,
  more: Partial<NewEntry> = {},
  signBy: typeof sign = sign,
): Promise<Uint8Array[]> {
  const { table, last } = chain;
  const nodes = nodesOf(chain);
  const when = { ms: table.ms + 1000, at: null, ...more };
  const seq = (seqs.get(seat) ?? 0) + 1;
  const intent = { match: table.match, seat, seq, act, seen: sha256(nodes[seen]!) };
  const message = intentMessage({ ...intent, when: whenOf(table.terms, when) });
  const signature = await signBy(secretOf(`seat ${seat}`), message);
  const node: EntryNode = {
    ...{ n: last.n + 1, prev: last.digest, seat, act, lag: null, clockMs: null, hash: null },
    ...{ ms: when.ms, at: when.at, signed: { seq, seen, signature }, referee: null },
  };
  const referee = plan.referee ? await refereeSigner(nodeMessage(node)) : null;
  return [...nodes, encodeEntry({ ...node, referee })];
}

/** Who might sign an ending, from no seat to all. */
const ACCOMPLICES: readonly (readonly [who: string, signers: readonly number[]])[] = [
  ['nobody', []],
  ['seat 0', [0]],
  ['seat 1', [1]],
  ['both', [0, 1]],
];

async function* forgedEndings(): AsyncGenerator<Case> {
  const kungFu = await gameOf('kung-fu-chess');
  const race = await beginMatch({ ...BOTH, game: kungFu });
  await playOn(race, 6);
  const late = { at: 1_000_000, ms: race.chain.table.lastMs };
  for (const [who, signers] of ACCOMPLICES) {
    const isAgreed = signers.length === 2;
    yield of(
      `a tick match that time ends, as ${who} signed`,
      isAgreed ? 'verified' : 'broken-record/ending',
      race,
      await withEnding(race, late, signers),
    );
    const open = await begun(BOTH, 'e2e4', 'e7e5');
    yield of(
      `a decree without a referee, signed by ${who}`,
      isAgreed ? 'verified' : 'broken-record/ending',
      open,
      await withEnding(open, { outcome: DECREE }, signers),
    );
    const refereed = await begun(REFEREED, 'e2e4', 'e7e5');
    yield of(
      `a decree of the referee, signed by ${who}`,
      isAgreed ? 'verified' : 'refereed',
      refereed,
      await withEnding(refereed, { outcome: DECREE }, signers),
    );
    for (const [kind, playing] of [
      ['the referee', refereed],
      ['no referee', open],
    ] as const)
      yield of(
        `a mate that is none, with ${kind}, signed by ${who}`,
        'broken-record/ending',
        playing,
        await withEnding(playing, { outcome: DECREE }, signers, MATED),
      );
    const whole = await begun(BOTH, 'f2f3', 'e7e5', 'g2g4', 'd8h4');
    await endMatch(whole, {}, signers);
    yield of(`a mate whose ending ${who} signed`, isAgreed ? 'verified' : 'partial', whole);
    const judged = await begun(REFEREED, 'f2f3', 'e7e5', 'g2g4', 'd8h4');
    await endMatch(judged, {}, signers);
    yield of(
      `a mate before a referee whose ending ${who} signed`,
      isAgreed ? 'verified' : 'refereed',
      judged,
    );
  }
  for (const seat of SEATS) {
    const resigned = await begun(BOTH, 'e2e4', 'e7e5');
    await doAct(resigned, seat, { type: 'leave', of: seat, how: 'resignation' });
    await endMatch(resigned, {}, [1 - seat]);
    yield of(`seat ${seat} resigns, and the other signs the ending`, 'verified', resigned);
    const alone = await begun(BOTH, 'e2e4', 'e7e5');
    await doAct(alone, seat, { type: 'leave', of: seat, how: 'resignation' });
    await endMatch(alone, {}, [seat]);
    yield of(`seat ${seat} resigns, and the other has not signed since`, 'partial', alone); // words-ok: the vector's name
  }
}

async function* forgedTimes(): AsyncGenerator<Case> {
  const kungFu = await gameOf('kung-fu-chess');
  for (const [kind, plan, says] of [
    ['by anybody, without a referee', { ...BOTH, game: kungFu }, 'bad-signature'], // words-ok: the vector's name
    ['by the referee', { ...REFEREED, game: kungFu }, 'refereed'],
  ] as const) {
    const race = await beginMatch(plan);
    await playOn(race, 6);
    const last = race.chain.last.n;
    const later = change(race, last, ({ at }) => ({ at: (at ?? 0) + 20 }));
    const nodes = plan.referee ? await signedAgain(later, last) : later;
    yield of(`the last move of a tick match retimed ${kind}`, says, race, nodes);
  }
  const ended = await mated(REFEREED);
  const last = ended.chain.last.n - 1;
  const moved = change(ended, last, ({ ms }) => ({ ms: ms! - 1 }));
  yield of(
    'the last move retimed by the referee under an ending that both signed',
    'bad-signature',
    ended,
    await signedAgain(moved, last),
  );
  const open = await begun(REFEREED, 'e2e4', 'e7e5');
  const shifted = change(open, open.chain.last.n, ({ ms }) => ({ ms: ms! + 1 }));
  yield of(
    'the last move retimed by the referee, who signs it so', // words-ok: the vector's name
    'refereed',
    open,
    await signedAgain(shifted, open.chain.last.n),
  );
}

/** Nodes of which a referee signs those from a number on again, each linked to the one before. */
async function signedAgain(nodes: readonly Uint8Array[], from: number): Promise<Uint8Array[]> {
  const made = nodes.slice(0, from);
  for (const bytes of nodes.slice(from)) {
    const prev = sha256(made.at(-1)!);
    const node = { ...unwrap(decodeNext(bytes)), prev, referee: null };
    const referee = await refereeSigner(nodeMessage(node));
    made.push(
      isEnding(node) ? encodeEnding({ ...node, referee }) : encodeEntry({ ...node, referee }),
    );
  }
  return made;
}

async function* forgedAnswers(): AsyncGenerator<Case> {
  for (const plan of [BOTH, REFEREED]) {
    const kind = plan.referee ? 'with the help of the referee' : 'without a referee';
    for (const seat of SEATS) {
      const offered = await begun(plan, 'e2e4', 'e7e5');
      const before = offered.chain.last.n;
      await doAct(offered, 1 - seat, { type: 'offer-draw' });
      for (const act of [{ type: 'accept-draw' }, { type: 'decline' }] as const)
        yield of(
          `seat ${seat} said ${act.type} before the offer, ${kind}`,
          'bad-signature/seen',
          offered,
          await withEntry(offered, seat, act, before),
        );
    }
    const asked = await begun(plan, 'e2e4', 'e7e5');
    const before = asked.chain.last.n;
    await doAct(asked, 1, { type: 'ask-takeback' });
    yield of(
      `seat 0 allowed a takeback before it was asked, ${kind}`,
      'bad-signature/seen',
      asked,
      await withEntry(asked, 0, { type: 'allow-takeback', to: before - 1 }, before),
    );
  }
  const open = await begun(BOTH, 'e2e4');
  yield of(
    'a tick in a refused move of a game without ticks',
    'no-ticks',
    open,
    await withEntry(open, 1, REFUSED, open.chain.last.n, { at: 7 }),
  );
}

const REFUSED: ActionOf<'refused'> = {
  type: 'refused',
  move: (move('e7e4') as ActionOf<'move'>).move,
  fault: { code: 'no-ticks', message: 'chess has no ticks' },
};

async function* forgedAccusations(): AsyncGenerator<Case> {
  const backgammon = await gameOf('backgammon');
  for (const seat of SEATS) {
    const stuck = await untilDraw({ ...BOTH, game: backgammon, fair: true });
    const late = { ms: stuck.chain.table.ms + 30_000 };
    await doAct(stuck, seat, { type: 'leave', of: 1 - seat, how: 'withheld-link' }, late);
    await endMatch(stuck, {}, [seat]);
    yield of(`seat ${seat} says that the other held a link back`, 'partial', stuck);
  }
  const own = await untilDraw({ ...BOTH, game: backgammon, fair: true });
  const late = { ms: own.chain.table.ms + 30_000 };
  await doAct(own, 0, { type: 'leave', of: 1, how: 'withheld-link' }, late);
  await endMatch(own, {}, [0, 1]);
  yield of('a link held back, and who held it signs the ending', 'verified', own);
  const ludo: MatchPlan = { game: await gameOf('ludo'), seats: 3, fair: true, keys: true };
  for (const referee of [false, true]) {
    const three = await untilDraw({ ...ludo, referee });
    const left = { ms: three.chain.table.ms + 30_000 };
    await doAct(three, 2, { type: 'leave', of: 2, how: 'resignation' }, left);
    await playOn(three, 4);
    const kind = referee ? 'before a referee' : 'among players';
    yield of(
      `an accomplice leaves while a draw is due, ${kind}`,
      referee ? 'refereed' : 'partial',
      three,
    );
  }
  for (const [kind, plan] of [
    ['players with keys', REFEREED],
    ['guests', { ...REFEREED, keys: false }],
  ] as const) {
    const absent = await begun(plan, 'e2e4', 'e7e5');
    await doAct(absent, null, { type: 'leave', of: 1, how: 'absence' });
    await endMatch(absent, {}, plan.keys === true ? [0] : []);
    yield of(`absence by the word of the referee, ${kind}`, 'refereed', absent);
    const called = await begun(plan, 'e2e4', 'e7e5', 'g1f3');
    await doAct(called, null, { type: 'abort' });
    await endMatch(called, {}, plan.keys === true ? [0] : []);
    yield of(`called off late by the referee, ${kind}`, 'refereed', called); // words-ok: the vector's name
  }
}

/** A match as far as a draw that is due after some moves. */
async function untilDraw(plan: MatchPlan): Promise<Playing> {
  const playing = await beginMatch(plan);
  await playOn(playing, 4);
  while (!playing.chain.table.game.chance!.due(playing.chain.table.state)) await playOn(playing, 1);
  return playing;
}

async function* forgedBeginnings(): AsyncGenerator<Case> {
  const { chain } = await begun({ game: CHESS }, 'e2e4', 'e7e5', 'd1h5');
  const { states } = CHESS;
  const { state } = chain.table;
  const start = { canon: states.canon(state), aside: states.aside(state) };
  const branch = { node: NOWHERE, part: 1, at: null };
  for (const [what, made] of [
    ['start', { start }],
    ['branch', { start, branch }],
  ] as const)
    for (const [kind, plan, says] of [
      ['signed by both', BOTH, 'partial'],
      ['before a referee', REFEREED, 'partial'],
      ['of guests', { ...REFEREED, keys: false }, 'partial'],
      ['by nobody', { ...BOTH, keys: false }, 'unsigned'],
    ] as const) {
      const invented = await begun({ ...plan, ...made }, 'b8c6', 'f1c4', 'g8f6', 'h5f7');
      await endMatch(invented);
      yield of(`an invented ${what}, ${kind}`, says, invented);
    }
  const famous = { names: ['Magnus Carlsen', 'Garry Kasparov'] };
  yield of(
    'famous names, by an own referee',
    'refereed',
    await mated({ ...REFEREED, keys: false, ...famous }),
  );
  yield of('famous names, by keys that both hold', 'verified', await mated({ ...BOTH, ...famous }));
  for (const startedAt of ['2026-02-30', '2026-11-15T24:00:00Z', '2026-11-15T12:60:00Z']) {
    const playing = await mated({ ...BOTH, keys: false });
    const [first, ...rest] = nodesOf(playing.chain);
    const header = encodeHeader({ ...unwrap(decodeHeader(first!)), startedAt });
    yield of(`a day or time that never was: ${startedAt}`, 'bad-setup', playing, [
      header,
      ...relinked(header, rest),
    ]);
  }
  for (const [why, key] of [
    ['of small order', `26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05`],
    ['not in its canonical encoding', `f0${'ff'.repeat(30)}7f`],
  ] as const) {
    const playing = await mated(REFEREED);
    const [first, ...rest] = nodesOf(playing.chain);
    const header = unwrap(decodeHeader(first!));
    for (const [whose, weak] of [
      ['of a player', { ...header, players: [{ ...header.players[0]!, key }, header.players[1]!] }],
      ['of the referee', { ...header, terms: { ...header.terms!, referee: key } }],
    ] as const) {
      const bytes = encodeHeader(weak);
      const nodes = [bytes, ...relinked(bytes, rest)];
      yield of(`a key ${whose} that is ${why}`, 'bad-setup', playing, nodes);
    }
  }
  for (const plan of [BOTH, REFEREED]) {
    const playing = await begun(plan);
    const nodes = nodesOf(playing.chain).slice(0, 1);
    yield of(
      `a header that nobody signed${plan.referee ? ', with a referee' : ''}`,
      'unsigned',
      playing,
      nodes,
    );
    const fresh: Playing = { ...playing, chain: (await sitDown(plan)).chain, seqs: new Map() };
    yield of(
      `only a refused move is signed${plan.referee ? ', with a referee' : ''}`,
      'paused',
      fresh,
      await withEntry(fresh, 0, REFUSED, 0),
    );
  }
}

/** Content id of a node that no record has. */
const NOWHERE = 'bafyreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

/** Nodes linked to another header. */
function relinked(header: Uint8Array, nodes: readonly Uint8Array[]): Uint8Array[] {
  let prev = header;
  return nodes.map(bytes => {
    const node = { ...unwrap(decodeNext(bytes)), prev: sha256(prev) };
    prev = isEnding(node) ? encodeEnding(node) : encodeEntry(node);
    return prev;
  });
}

async function* forgedSignatures(): AsyncGenerator<Case> {
  for (const plan of [BOTH, REFEREED]) {
    const kind = plan.referee ? 'with a referee' : 'without a referee';
    for (const seat of SEATS) {
      const covered = await begun(plan, 'e2e4', ...(seat === 0 ? ['e7e5'] : []));
      await badly(covered, seat, move(seat === 0 ? 'g1f3' : 'e7e5'), GARBAGE);
      await agree(covered, seat === 0 ? ['b8c6', 'f1c4'] : ['g1f3', 'b8c6', 'f1c4']);
      await endMatch(covered);
      yield of(
        `garbage for a signature of seat ${seat} that a later one covers, ${kind}`,
        'bad-signature',
        covered,
      );
      const last = await begun(plan, 'e2e4', ...(seat === 0 ? ['e7e5'] : []));
      await badly(last, seat, move(seat === 0 ? 'g1f3' : 'e7e5'), GARBAGE);
      yield of(`garbage for the last signature of seat ${seat}, ${kind}`, 'bad-signature', last);
      const others = await begun(plan, 'e2e4', ...(seat === 0 ? ['e7e5'] : []));
      const act = move(seat === 0 ? 'g1f3' : 'e7e5');
      const message = new TextEncoder().encode('another message');
      await badly(others, seat, act, await sign(secretOf(`seat ${1 - seat}`), message));
      await play(others, seat === 0 ? 'b8c6' : 'g1f3');
      yield of(`a move of seat ${seat} that the other made up, ${kind}`, 'bad-signature', others);
    }
  }
  const small = await begun(BOTH, 'e2e4', 'e7e5');
  yield of(
    'a signature of seat 0 whose R is of small order',
    'bad-signature',
    small,
    await withEntry(small, 0, move('g1f3'), small.chain.last.n, {}, signWithoutNonce),
  );
  const careless = await begun(REFEREED, 'e2e4');
  await badly(careless, 1, move('e7e5'), null, async () => GARBAGE);
  await agree(careless, ['g1f3', 'b8c6']);
  await endMatch(careless);
  yield of(
    'garbage for a signature of the referee that a later one covers',
    'bad-signature',
    careless,
  );
  const gone = await begun(REFEREED, 'e2e4');
  await badly(gone, 1, move('e7e5'), null, async () => GARBAGE);
  yield of('garbage for the last signature of the referee', 'bad-signature', gone);
}

/** A signature whose R is the identity, so that s is k · a: the equation of RFC 8032 holds, and every library differs over it. */
async function signWithoutNonce(secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const hashed = createHash('sha512').update(secret).digest().subarray(0, 32);
  hashed[0]! &= 248;
  hashed[31] = (hashed[31]! & 127) | 64;
  const point = Buffer.concat([Uint8Array.of(1), Buffer.alloc(31)]);
  const key = await publicKeyOf(secret);
  const k = createHash('sha512').update(point).update(key).update(message).digest();
  const s = (littleEndian(k) * littleEndian(hashed)) % order;
  const digits = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return new Uint8Array(Buffer.concat([point, digits]));
}

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** Lets a seat act with this for its signature, or a good one; and the referee with another than its own. */
async function badly(
  playing: Playing,
  seat: number,
  act: Action,
  signature: Uint8Array | null,
  referee: Signer = refereeSigner,
): Promise<void> {
  const { plan, seqs, chain } = playing;
  const ms = chain.table.ms + 1000;
  const signed = await signAct(playing, seat, act, { ms });
  const doing = { seat, act, ms, signed: { ...signed, signature: signature ?? signed.signature } };
  const drafted = unwrap(draft(chain, doing));
  const by = plan.referee ? await referee(nodeMessage(drafted.node)) : null;
  playing.chain = unwrap(link(drafted, by)).chain;
  seqs.set(seat, signed.seq);
}

/** Some moves, and a draw that both want. */
async function agree(playing: Playing, moves: readonly string[]): Promise<void> {
  await play(playing, ...moves);
  await doAct(playing, 0, { type: 'offer-draw' });
  await doAct(playing, 1, { type: 'accept-draw' });
}

async function* cutFiles(): AsyncGenerator<Case> {
  for (const plan of [BOTH, REFEREED]) {
    const kind = plan.referee ? 'with a referee' : 'without a referee';
    const word = plan.referee ? 'refereed' : 'partial';
    const whole = await mated(plan);
    const nodes = nodesOf(whole.chain);
    yield of(`the ending cut off, ${kind}`, word, whole, nodes.slice(0, -1));
    yield of(`the last move cut off too, ${kind}`, word, whole, nodes.slice(0, -2));
    const ending = unwrap(decodeNext(nodes.at(-1)!)) as EndingNode;
    for (const seats of [[0], [1], [0, 1]]) {
      const signed = ending.signed.filter(({ seat }) => !seats.includes(seat));
      yield of(
        `signatures of ${seats.map(seat => `seat ${seat}`).join(' and ')} stripped off the ending, ${kind}`,
        plan.referee ? 'bad-signature' : word,
        whole,
        nodes.with(-1, encodeEnding({ ...ending, signed })),
      );
    }
  }
}

/** A seat that leaves covers what it had seen: others may put nodes before its leaving, and with a referee date it late. */
async function* forgedLeavings(): AsyncGenerator<Case> {
  const DAYS_MS = 300 * 24 * 3_600_000;
  const before = async (plan: MatchPlan): Promise<Case> => {
    const playing = await begun(plan, 'e2e4', 'e7e5');
    const ms = playing.chain.table.ms + 60_000;
    const signed = await signAct(playing, 0, RESIGN, { ms });
    await doAct(playing, 1, { type: 'offer-draw' });
    await doAct(playing, 1, { type: 'pause' });
    if (!plan.referee) {
      await enter(playing, RESIGN, signed, { ms });
      await endMatch(playing, {}, [1]);
      const name = 'seat 0 resigns, and seat 1 puts nodes before it, without a referee';
      return of(name, 'partial', playing);
    }
    await doAct(playing, null, { type: 'pause' });
    await doAct(playing, null, { type: 'resume' }, { ms: ms + DAYS_MS });
    await enter(playing, RESIGN, signed, { ms: ms + DAYS_MS });
    await endMatch(playing, {}, [1]);
    const name = 'seat 0 resigns, and seat 1 and the referee put nodes before it and date it late';
    return of(name, 'refereed', playing);
  };
  yield await before(REFEREED);
  yield await before(BOTH);
  const race = await beginMatch({ ...REFEREED, game: await gameOf('kung-fu-chess') });
  await playOn(race, 2);
  const signed = await signAct(race, 0, RESIGN);
  for (let i = 0; i < 3; i++) {
    const { game, state } = race.chain.table;
    const [first] = game.legal(state, 1);
    await doAct(race, 1, moveAct(game, first!), { at: game.time!.now(state) + 3 });
  }
  await enter(race, RESIGN, signed, {});
  await endMatch(race, {}, [1]);
  yield of(
    'seat 0 resigns from a tick match, and seat 1 and the referee put moves before it',
    'refereed',
    race,
  );
  for (const [who, signers, says] of [
    ['the other signs', [1], 'refereed'],
    ['both sign', [0, 1], 'verified'],
  ] as const) {
    const playing = await begun(REFEREED, 'e2e4', 'e7e5');
    await doAct(playing, 0, RESIGN);
    await endMatch(playing, {}, signers);
    yield of(`seat 0 resigns before a referee, and ${who} the ending`, says, playing);
  }
}

const RESIGN: Action = { type: 'leave', of: 0, how: 'resignation' };

/** Enters an act of seat 0 that it signed earlier. */
async function enter(
  playing: Playing,
  act: Action,
  signed: Signed,
  more: Partial<NewEntry>,
): Promise<void> {
  const ms = playing.chain.table.ms + 1000;
  const drafted = unwrap(draft(playing.chain, { seat: 0, act, signed, ms, ...more }));
  const referee = playing.plan.referee ? await refereeSigner(nodeMessage(drafted.node)) : null;
  playing.chain = unwrap(link(drafted, referee)).chain;
  playing.seqs.set(0, signed.seq);
}
