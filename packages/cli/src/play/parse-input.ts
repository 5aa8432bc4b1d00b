/** Input at the prompt of a match: moves and commands. */
import { mayWait } from '@kifu/bots';
import {
  type Fail,
  fail,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
  seatNamesOf,
  step,
} from '@kifu/core';
import { activeSeats, legalMoves, presentOf } from '@kifu/record/match';
import { drawsOf } from '@kifu/record/match-state';
import { readTyped, spell } from '../input.ts';
import { type CommandEffect, ENDED, wordsFor } from './commands.ts';
import { isOver, msToStart, type Session, stateFor, viewerOf } from './session.ts';

/** Who enters input: one person, and the seats whose moves it may be. */
export interface Speaker {
  /** Null after the end, and for players who are out of the match. */
  readonly seat: Seat | null;
  readonly movers: readonly Seat[];
}

/** Executes a line. A legal move takes precedence over a command of the same name. */
export async function hear(
  session: Session,
  line: string,
  speaker: Speaker,
): Promise<CommandEffect> {
  if (line === '') return ok('said');
  const [first = '', ...rest] = line.split(/\s+/);
  const word = wordsFor(session).find(({ names }) => names.includes(first.toLowerCase()));
  const move = isOver(session) ? ENDED : readTyped(session.kit, stateOf(session, speaker), line);
  if (word !== undefined && !(move.ok && moverOf(session, move.value, speaker) !== null))
    return rest.length > 0 && !word.takesMore
      ? fail('malformed', `${first} takes no argument`)
      : word.say(session, speaker.seat, rest.join(' '));
  if (isOver(session)) return ENDED;
  if (speaker.seat === null)
    return fail('wrong-seat', 'you are out of the match; use quit to leave');
  const waitMs = msToStart(session);
  if (waitMs > 0) return fail('paused', `the match starts in ${Math.ceil(waitMs / 1000)} s`);
  const heard = move.ok
    ? await play(session, move.value, speaker)
    : rest.length === 0
      ? move
      : await hearSeveral(session, [first, ...rest], move, speaker);
  return heard.ok ? heard : (refuseTurn(session, line, speaker) ?? heard);
}

/** Refuses a move of another turn, naming who is to move; null if it is not one. */
function refuseTurn({ kit, match }: Session, line: string, { seat }: Speaker): Fail | null {
  const { game } = kit;
  const [mover, ...others] = activeSeats(match);
  if (mover === undefined || others.length > 0 || mayWait(game)) return null;
  const refusal = fail('wrong-seat', `${seatNamesOf(kit)(mover)} is to move`, { rule: 'turn' });
  if (mover !== seat) return refusal;
  // at one keyboard a player may enter a move of the side that has just moved
  const before = match.viewsOf(null) === null ? (match.replay?.table?.trail ?? null) : null;
  if (before === null || before.mover === mover) return null;
  const move = readTyped(kit, before.state, line);
  if (!move.ok || !game.play(before.state, before.mover, move.value).ok) return null;
  // where both sides have the same moves, as in go, the rule that forbids this one says more
  const { hex } = game.moves;
  const theirs = new Set([...game.legal(before.state, before.mover)].map(one => hex.encode(one)));
  return legalMoves(match, mover).some(one => theirs.has(hex.encode(one))) ? null : refusal;
}

/** The state by which a person's moves are parsed and formatted. */
const stateOf = (session: Session, { seat }: Speaker): unknown =>
  stateFor(session, seat ?? viewerOf(session));

/** Plays several moves of a line, `8/5 6/5`; if seats take turns, all of them or none. */
async function hearSeveral(
  session: Session,
  texts: readonly string[],
  whole: Fail,
  speaker: Speaker,
): Promise<CommandEffect> {
  const { kit } = session;
  const isMove = readTyped(kit, stateOf(session, speaker), texts[0]!).ok;
  const tried = mayWait(kit.game) ? ok(null) : tryAll(session, texts, speaker);
  if (!tried.ok) return isMove ? tried : whole;
  for (const text of texts) {
    const move = readTyped(kit, stateOf(session, speaker), text);
    const said = move.ok ? await play(session, move.value, speaker) : move;
    if (!said.ok) return said;
  }
  return ok('decided');
}

/** Tries whether a person can make some moves in a row. */
function tryAll(session: Session, texts: readonly string[], speaker: Speaker): Result<unknown> {
  const { kit, match } = session;
  const table = match.viewsOf(null) === null ? (match.replay?.table ?? null) : null;
  const draws = table === null ? 'plain' : drawsOf(table);
  const seat = speaker.seat!;
  let state = stateOf(session, speaker);
  for (const text of texts) {
    const move = readTyped(kit, state, text);
    if (!move.ok) return move;
    const tried = step(kit.game, state, { do: 'move', seat, move: move.value }, draws);
    if (!tried.ok) return tried;
    ({ state } = tried.value);
  }
  return ok(state);
}

/** Plays a move for the person who can make it. If none can, the refusal is that of the speaker. */
async function play(session: Session, move: Json, speaker: Speaker): Promise<CommandEffect> {
  const { movers } = speaker;
  const seat = (movers.length > 1 ? moverOf(session, move, speaker) : null) ?? speaker.seat!;
  const played = await session.match.submit(seat, moveAct(session.kit.game, move));
  return played.ok ? ok('decided') : played;
}

/** Returns which of the people can make a move now; null if none can. */
function moverOf({ kit, match }: Session, move: Json, { movers }: Speaker): Seat | null {
  const { hex } = kit.game.moves;
  const isIt = (other: Json) => hex.encode(other) === hex.encode(move);
  const can = (seat: Seat): boolean => {
    const now = presentOf(match);
    return now === null
      ? legalMoves(match, seat).some(isIt)
      : kit.game.play(now.state, seat, move).ok;
  };
  return movers.find(can) ?? null;
}

/** Tab completions: legal moves and commands. */
export function completionsOf(session: Session, speaker: Speaker): string[] {
  const { kit, match } = session;
  const state = stateOf(session, speaker);
  const moves = speaker.movers.flatMap(seat => legalMoves(match, seat));
  return [
    ...moves.flatMap(move => spell(kit, state, move).map(({ text }) => text)),
    ...wordsFor(session).flatMap(({ names }) => names.filter(name => name !== '?')),
  ];
}
