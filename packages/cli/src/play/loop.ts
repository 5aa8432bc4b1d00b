/** The match from turn to turn: asks people, lets bots think, lets time pass. */
import { fail, type Json, ok, type Seat, sightOf, step } from '@kifu/core';
import { readTyped, spell } from '../input.ts';
import { EXIT } from '../run-command.ts';
import { counted } from '../text.ts';
import { change, ENDED, endMatch, keep, playMove } from './acts.ts';
import { canMove, isSigned, passTime, present } from './local-match.ts';
import type { Prompter } from './prompter.ts';
import {
  endLine,
  peopleOf,
  type Session,
  tell,
  tellBoard,
  tellFault,
  tellNews,
} from './session.ts';
import { hasRounds, seatToAsk, tickToPass } from './turns.ts';
import { type Said, wordsFor } from './words.ts';

/** Plays until the match is over, somebody stops or so many acts were done; gives the exit code. */
export async function playOn(
  session: Session,
  prompter: Prompter,
  maxMoves: number,
): Promise<number> {
  const limit = countOf(session) + maxMoves;
  for (;;) {
    const saved = await keep(session);
    if (!saved.ok) tellFault(session, saved.fault);
    if (session.publisher !== null)
      tell(session, ...(await session.publisher.follow(session.match)));
    const stopped = prompter.stoppedBy();
    if (stopped !== null) return stopped;
    const { state, outcome } = present(session.match);
    const seat = outcome === null ? seatToAsk(session.kit.game, state, session.asked) : null;
    if (outcome !== null || (seat === null && !(await letTimePass(session)))) {
      const end = await afterEnd(session, prompter);
      if (end !== null) return end;
    } else if (seat !== null) {
      if (countOf(session) >= limit) {
        tellBoard(session, seat);
        return stop(session, `stopped after ${counted(maxMoves, 'move', 'moves')}`);
      }
      const isOn = await turn(session, prompter, seat);
      if (isOn !== null) return isOn;
    }
  }
}

/** How many acts there have been. */
const countOf = ({ match }: Session): number => present(match).chain.table.n;

/** Whether there was any time to pass. */
async function letTimePass(session: Session): Promise<boolean> {
  const { game } = session.kit;
  const to = tickToPass(game, present(session.match).state);
  const passed = to === null ? null : passTime(session.match, to);
  if (passed === null || !passed.ok) return false;
  change(session, passed.value);
  tellNews(session);
  await endMatch(session, null);
  return true;
}

/** One seat's turn; an exit code where it was the last. */
async function turn(session: Session, prompter: Prompter, seat: Seat): Promise<number | null> {
  const { bot } = session.players.get(seat)!;
  if (bot === null) {
    tellBoard(session, seat);
    return askPerson(session, prompter, seat);
  }
  await session.io.sleep(0); // lets out what has been written, and Ctrl-C in
  const stopped = prompter.stoppedBy();
  if (stopped !== null) return stopped;
  const { game } = session.kit;
  const sight = sightOf(game, present(session.match).state, seat);
  const move = prompter.whileBusy(() => bot.choose(sight));
  session.asked = [...session.asked, seat].slice(hasRounds(game) ? 0 : -1);
  if (move === null) return null;
  const played = await playMove(session, seat, move);
  if (!played.ok) throw new Error(`the bot on seat ${seat} chose what is not legal`);
  return null;
}

async function askPerson(session: Session, prompter: Prompter, seat: Seat): Promise<number | null> {
  const { kit, names, colors } = session;
  for (;;) {
    const { state } = present(session.match);
    const legal = [...kit.game.legal(state, seat)];
    const tick = kit.game.time === undefined ? '' : ` at tick ${kit.game.time.now(state)}`;
    const prompt = `${colors.bold(names(seat))}${tick}> `;
    const asked = await prompter.ask(prompt, () => completions(session, legal));
    if (asked.is === 'stop') return asked.exitCode;
    if (asked.is === 'end') return stop(session, 'stopped at the end of the input');
    const said = await hear(session, seat, asked.line.trim());
    if (!said.ok) tellFault(session, said.fault);
    else if (said.value === 'quit') return EXIT.good;
    else if (said.value === 'changed') {
      if (hasRounds(kit.game)) session.asked = [...session.asked, seat];
      return null;
    }
  }
}

/** A move where it can be one, else a word; what is neither is told why it is no move. The seat is null after the end. */
async function hear(session: Session, seat: Seat | null, line: string): Promise<Said> {
  if (line === '') return ok('again');
  const { kit, match } = session;
  const move = seat === null ? ENDED : readTyped(kit, present(match).state, line);
  // some games have moves that are words too: what is legal goes first
  const [first = '', ...rest] = line.split(/\s+/);
  const word = wordsFor(session).find(({ names }) => names.includes(first.toLowerCase()));
  if (word === undefined && !move.ok && rest.length > 0)
    return (await hearSeveral(session, seat, line.split(/\s+/))) ?? move;
  const isLegal = word !== undefined && move.ok && canMove(match, seat!, move.value);
  if (word === undefined || isLegal) return move.ok ? playMove(session, seat!, move.value) : move;
  if (rest.length > 0 && !word.takesMore)
    return fail('malformed', `${first} stands alone, nothing follows it`);
  return word.say(session, seat, rest.join(' '));
}

/** Several moves of one seat in a line, all of them or none: `8/5 6/5`. Null where the first is no move at all. */
async function hearSeveral(
  session: Session,
  seat: Seat | null,
  texts: readonly string[],
): Promise<Said | null> {
  const moves: Json[] = [];
  const { game } = session.kit;
  let { state } = present(session.match);
  for (const text of texts) {
    const move = readTyped(session.kit, state, text);
    if (!move.ok) return moves.length === 0 ? null : move;
    if (seat === null) return ENDED;
    const tried = step(game, state, { do: 'move', seat, move: move.value });
    if (!tried.ok) return tried;
    ({ state } = tried.value);
    moves.push(move.value);
  }
  for (const move of moves) await playMove(session, seat!, move);
  return ok('changed');
}

/** When the match is over people may still look, save or take back; null where it goes on after all. */
async function afterEnd(session: Session, prompter: Prompter): Promise<number | null> {
  tellBoard(session, null);
  tell(session, endLine(session) ?? 'nobody can move any more');
  const hasPeople = peopleOf(session.players).length > 0;
  if (!hasPeople && !session.io.isTTY.stdin) return EXIT.good;
  const canUndo = hasPeople && !isSigned(session.match);
  const words = canUndo ? '(save FILE, undo, Enter to leave)' : '(save FILE, Enter to leave)';
  for (;;) {
    const prompt = `${session.colors.dim(words)} `;
    const asked = await prompter.ask(prompt, () => completions(session, []));
    if (asked.is === 'stop') return asked.exitCode;
    if (asked.is === 'end' || asked.line.trim() === '') return EXIT.good;
    const said = await hear(session, null, asked.line.trim());
    if (!said.ok) tellFault(session, said.fault);
    else if (said.value === 'quit') return EXIT.good;
    else if (said.value === 'changed') return null;
  }
}

function stop(session: Session, why: string): number {
  tell(session, why);
  return EXIT.good;
}

const completions = (session: Session, legal: readonly Json[]): string[] => [
  ...legal.flatMap(move =>
    spell(session.kit, present(session.match).state, move).map(({ text }) => text),
  ),
  ...wordsFor(session).flatMap(({ names }) => names.filter(name => name !== '?')),
];
