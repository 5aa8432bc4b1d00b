/**
 * Conditional moves: moves of a seat for expected moves of the others. They are stored next to the room, only the seat itself
 * receives them, and they are entered like any other action.
 */
import type { ClientMessage } from '@kifu/client/protocol';
import {
  bytesToHex,
  type Fail,
  type Fault,
  fail,
  hexToBytes,
  type Json,
  type JsonObject,
  type NewEntry,
  ok,
  type Result,
  type Seat,
  unwrap,
} from '@kifu/core';
import {
  type ExpectedMove,
  isForeseeable,
  keyOf,
  type MatchState,
  moversOf,
  playAhead,
  restOfLine,
} from '@kifu/record/match-state';
import { intentMessage, isSignedBy } from '@kifu/record/sign';
import { enqueue, momentOf, STALE, TOO_MUCH_CHAT } from './acts.ts';
import { storedAt, tell } from './broadcast.ts';
import { elapsedMs, type Member, type Room } from './room.ts';
import { isCorrespondence } from './stored-invite.ts';

type PlanMessage = Extract<ClientMessage, { readonly type: 'plan' }>;

/** Conditional moves of a seat. */
export interface Plan {
  /** The newest node when they were set, from which the lines start. */
  readonly seen: number;
  readonly lines: readonly PlanLine[];
}

/** Moves from there on, of which the last is the seat's own and is played once the others have been. */
interface PlanLine {
  /** The game's own encoding, in hex. */
  readonly moves: readonly string[];
  /** If the seat has a key; the signature is in hex. */
  readonly seq?: number | undefined;
  readonly signature?: string | undefined;
}

/** Replaces the plan of a seat; the seat is answered once it is stored. */
export async function receivePlan(room: Room, member: Member, message: PlanMessage): Promise<void> {
  const { id: re } = message;
  const { seat } = member;
  const taking = room.planning.then(() => replacePlan(room, seat, message));
  room.planning = taking.then(
    () => {},
    () => {},
  );
  const wrong = await taking;
  if (wrong !== null) return sendPlan(room, member, { re, fault: wrong.fault });
  for (const other of room.members)
    if (other.seat === seat) sendPlan(room, other, other === member ? { re } : {});
  followPlans(room);
}

async function replacePlan(
  room: Room,
  seat: Seat | null,
  { seen, lines }: PlanMessage,
): Promise<Fail | null> {
  const wrong = refusePlan(room, seat);
  if (wrong !== null) return wrong;
  if (!room.said.take(`plan ${seat}`, room.registry.now())) return TOO_MUCH_CHAT;
  const { table } = room.chain!;
  if (seen < table.changed || seen > table.n) return STALE;
  const checked = await checkLines(room, seat!, seen, lines);
  if (!checked.ok) return checked;
  const before = room.plans.get(seat!);
  if (lines.length === 0) room.plans.delete(seat!);
  else room.plans.set(seat!, { seen, lines: checked.value });
  try {
    await savePlans(room);
  } catch (cause) {
    if (before === undefined) room.plans.delete(seat!);
    else room.plans.set(seat!, before);
    throw cause;
  }
  return null;
}

/** Returns why a seat cannot set conditional moves at a match. */
function refusePlan({ chain, stored, kit: { game } }: Room, seat: Seat | null): Fail | null {
  if (seat === null) return fail('wrong-seat', 'spectators cannot set conditional moves');
  if (chain === null || stored.phase !== 'live' || chain.table.outcome !== null)
    return fail('game-over', 'the match is not in progress');
  const { table } = chain;
  if (table.talk.isOpening) return fail('paused', 'the match has not started');
  if (!isForeseeable(game) || !isCorrespondence(stored))
    return fail(
      'unsupported',
      'no conditional moves here: the match is not correspondence, or has chance or hidden hands',
      { rule: 'plan' },
    );
  return keyOf(table.header, seat) !== null && table.terms.referee === null
    ? fail(
        'unsupported',
        'no conditional moves here: the match has no referee to enter pre-signed moves',
        {
          rule: 'plan',
        },
      )
    : null;
}

/** Checks the lines of a plan: each can be played, ends with a move of the seat, and is signed if the seat has a key; no two have the same conditions. */
async function checkLines(
  room: Room,
  seat: Seat,
  seen: number,
  lines: PlanMessage['lines'],
): Promise<Result<readonly PlanLine[]>> {
  const { table } = room.chain!;
  const { digest } = storedAt(room, seen)!;
  const stored: PlanLine[] = [];
  const answered = new Set<string>();
  for (const [i, { moves, ...signed }] of lines.entries()) {
    const played = playAhead(table, moves as readonly Json[]);
    if (!played.ok) return within(played, i);
    if (played.value.at(-1)?.seat !== seat)
      return within(fail('wrong-seat', `the last move is not one of seat ${seat}`), i);
    const wrong = await checkSigned(table, seat, digest, signed, played.value);
    if (wrong !== null) return within(wrong, i);
    const made = played.value.map(({ move }) => bytesToHex(move));
    const isNew = answered.size < answered.add(made.slice(0, -1).join()).size;
    if (!isNew) return within(fail('malformed', 'two lines have the same conditions'), i);
    stored.push({ moves: made, ...signed });
  }
  return ok(stored);
}

const within = ({ fault }: Fail, i: number): Fail => ({
  ok: false,
  fault: { ...fault, message: `line ${i + 1}: ${fault.message}`, at: { path: `/lines/${i}` } },
});

async function checkSigned(
  { match, header, seqs }: MatchState,
  seat: Seat,
  seen: Uint8Array,
  { seq, signature }: Omit<PlanLine, 'moves'>,
  made: readonly ExpectedMove[],
): Promise<Fail | null> {
  const key = keyOf(header, seat);
  if (key === null)
    return seq === undefined && signature === undefined
      ? null
      : fail('bad-signature', 'signature given, but the seat has no key');
  if (seq === undefined || signature === undefined)
    return fail('bad-signature', `seat ${seat} has a key and did not sign`);
  if (seq <= (seqs?.[seat] ?? 0))
    return fail('bad-signature', `seat ${seat} has already signed action ${seq}`, { rule: 'seq' });
  const given = made.slice(0, -1);
  const act = { type: 'move', move: made.at(-1)!.move } as const;
  const message = intentMessage({ match, seat, seq, seen, act, when: null, given });
  return (await isSignedBy(hexToBytes(key), message, hexToBytes(signature)))
    ? null
    : fail('bad-signature', `invalid signature of seat ${seat}`);
}

/** Enters the conditional moves for the current position, and deletes those that no longer apply. */
export function followPlans(room: Room): void {
  for (const [seat, plan] of room.plans) {
    if (linesLeft(room, plan).length === 0) room.plans.delete(seat);
    else if (makePlanned(room, seat) !== null)
      enqueue(room, {
        make: () => makePlanned(room, seat),
        answer: {
          resolve: fault => {
            if (fault !== null) forgetPlan(room, seat, fault);
          },
          reject: () => {},
        },
      });
  }
}

/** Returns the lines that still apply, each with its remaining moves. */
const linesLeft = ({ chain }: Room, { seen, lines }: Plan) =>
  lines.flatMap(line => {
    const left = restOfLine(chain!.table, seen, line.moves.map(hexToBytes));
    return left === null ? [] : [{ line, left }];
  });

/** Returns the conditional move of a seat for the current position; null if there is none. */
function makePlanned(room: Room, seat: Seat): NewEntry | null {
  const plan = room.plans.get(seat);
  if (plan === undefined || !moversOf(room.chain!.table).includes(seat)) return null;
  const due = linesLeft(room, plan).find(({ left }) => left.length === 1);
  if (due === undefined) return null;
  const { seq, signature } = due.line;
  const signed =
    seq === undefined || signature === undefined
      ? null
      : { seq, seen: plan.seen, signature: hexToBytes(signature) };
  const act = { type: 'move', move: due.left[0]! } as const;
  return { seat, act, signed, ...momentOf(room, seat, elapsedMs(room), null) };
}

/** Deletes the plan of a seat after a refused move: the moves after it would be refused too. */
function forgetPlan(room: Room, seat: Seat, fault: Fault): void {
  room.plans.delete(seat);
  room.planning = room.planning
    .then(() => savePlans(room))
    .catch(err =>
      room.registry.log.error({ err, room: room.id }, 'conditional moves cannot be stored'),
    );
  for (const member of room.members) if (member.seat === seat) sendPlan(room, member, { fault });
}

/** Stores the plans of all seats. Lines that no longer apply stay stored, and are dropped when they are read. */
async function savePlans({ plans, id, stores: { vault } }: Room): Promise<void> {
  if (plans.size === 0) await vault.remove('plans', id);
  else await vault.put('plans', id, Object.fromEntries(plans) as unknown as Json);
}

/** Reads the plans of a room that is loaded. */
export async function loadPlans(room: Room): Promise<void> {
  const stored = (await room.stores.vault.get('plans', room.id)) as JsonObject | undefined;
  for (const [seat, plan] of Object.entries(stored ?? {}))
    room.plans.set(Number(seat), plan as unknown as Plan);
}

/** Sends a member the conditional moves of its seat. */
export function sendPlan(
  room: Room,
  member: Member,
  more: { readonly re?: number; readonly fault?: Fault } = {},
): void {
  const plan = member.seat === null ? undefined : room.plans.get(member.seat);
  const { moves: codecs } = room.kit.game;
  const lines = (plan?.lines ?? []).map(({ moves }) =>
    moves.map(move => codecs.json.encode(unwrap(codecs.bytes.decode(hexToBytes(move))))),
  );
  tell(member, { type: 'plan', seen: plan?.seen ?? 0, lines, ...more });
}
