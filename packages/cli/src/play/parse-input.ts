/** What is typed at the table: moves of those who can make them, and words. */
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

/** Who says something: one person, and those whose moves may be meant. */
export interface Speaker {
  /** Null after the end, and for those who are out of the match. */
  readonly seat: Seat | null;
  readonly movers: readonly Seat[];
}

/** Does what a line says. In some games there are moves that are words too: what is legal goes first. */
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
      ? fail('malformed', `${first} stands alone, nothing follows it`)
      : word.say(session, speaker.seat, rest.join(' '));
  if (isOver(session)) return ENDED;
  if (speaker.seat === null)
    return fail('wrong-seat', 'you are not in the match any more: quit leaves');
  const waitMs = msToStart(session);
  if (waitMs > 0)
    return fail('paused', `the match begins in ${Math.ceil(waitMs / 1000)} s, nobody moves before`);
  const heard = move.ok
    ? await play(session, move.value, speaker)
    : rest.length === 0
      ? move
      : await hearSeveral(session, [first, ...rest], move, speaker);
  return heard.ok ? heard : (refuseTurn(session, line, speaker) ?? heard);
}

/** Where a line is a move of another turn: who is to move. Null where it is not. */
function refuseTurn({ kit, match }: Session, line: string, { seat }: Speaker): Fail | null {
  const { game } = kit;
  const [mover, ...others] = activeSeats(match);
  if (mover === undefined || others.length > 0 || mayWait(game)) return null;
  const refusal = fail('wrong-seat', `${seatNamesOf(kit)(mover)} is to move`, { rule: 'turn' });
  if (mover !== seat) return refusal;
  // at one keyboard somebody may type the move of the side that has just moved
  const before = match.viewsOf(null) === null ? (match.replay?.table?.trail ?? null) : null;
  if (before === null || before.mover === mover) return null;
  const move = readTyped(kit, before.state, line);
  return move.ok && game.play(before.state, before.mover, move.value).ok ? refusal : null;
}

/** The state that the moves of a person are read and written by. */
const stateOf = (session: Session, { seat }: Speaker): unknown =>
  stateFor(session, seat ?? viewerOf(session));

/** Several moves in a line, `8/5 6/5`; where seats take turns all of them or none. */
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

/** Whether a person can make some moves one after the other. */
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

/** Plays a move for the person who can make it; where none can, the one who speaks hears the refusal. */
async function play(session: Session, move: Json, speaker: Speaker): Promise<CommandEffect> {
  const { movers } = speaker;
  const seat = (movers.length > 1 ? moverOf(session, move, speaker) : null) ?? speaker.seat!;
  const played = await session.match.submit(seat, moveAct(session.kit.game, move));
  return played.ok ? ok('decided') : played;
}

/** Which of the people could make a move now; null where none could. */
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

/** What Tab completes: legal moves and words. */
export function completionsOf(session: Session, speaker: Speaker): string[] {
  const { kit, match } = session;
  const state = stateOf(session, speaker);
  const moves = speaker.movers.flatMap(seat => legalMoves(match, seat));
  return [
    ...moves.flatMap(move => spell(kit, state, move).map(({ text }) => text)),
    ...wordsFor(session).flatMap(({ names }) => names.filter(name => name !== '?')),
  ];
}
