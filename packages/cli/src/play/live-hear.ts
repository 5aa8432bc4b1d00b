/** What is typed in a live match: moves of whoever can make them, words, and what is answered. */
import { Writable } from 'node:stream';
import { fail, type Json, ok, type Seat } from '@kifu/core';
import type { Refusals } from '@kifu/record';
import { readTyped, spell } from '../input.ts';
import { ENDED, keepRefused, playMove } from './acts.ts';
import type { Editor } from './editor.ts';
import { present } from './local-match.ts';
import { peopleOf, type Session, stateNow, tellFault } from './session.ts';
import { type Said, wordsFor } from './words.ts';

/** A match that runs by the clock; what changes in the course of it. */
export interface Live {
  readonly session: Session;
  readonly panes: Panes;
  /** It stops when there are so many entries. */
  readonly limit: number;
  readonly startTick: number;
  readonly hz: number;
  /** When the start tick is, on the wall clock, in milliseconds. */
  startsAt: number;
  editor: Editor;
  refusals: Refusals;
  /** Which of the people at the keyboard speaks; null for the first. */
  speaker: Seat | null;
  /** The tick at which each bot decides again. */
  readonly decideAt: Map<Seat, number>;
  /** The file is being written. */
  saving: Promise<void> | null;
  /** When it may be written again. */
  saveAt: number;
}

/** Lines below the board: what happened, and the answer to what was typed last. */
export interface Panes {
  /** Where the session writes. */
  readonly stream: Writable;
  readonly news: readonly string[];
  readonly answer: readonly string[];
  /** Takes what is written while a line is heard as the answer to it; where something came of it, as news. */
  answering(work: () => Promise<boolean>): Promise<void>;
}

const MAX_NEWS = 100;

/** Panes with nothing in them. */
export function createPanes(): Panes {
  const news: string[] = [];
  let answer: string[] = [];
  let isAnswering = false;
  const add = (lines: readonly string[]) => {
    news.push(...lines);
    news.splice(0, news.length - MAX_NEWS);
  };
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      const lines = chunk.replace(/\n$/, '').split('\n');
      if (isAnswering) answer.push(...lines);
      else add(lines);
      done();
    },
  });
  return {
    stream,
    news,
    get answer() {
      return answer;
    },
    async answering(work) {
      answer = [];
      isAnswering = true;
      const isNews = await work();
      isAnswering = false;
      if (!isNews) return;
      add(answer);
      answer = [];
    },
  };
}

/** The people at the keyboard who are still in the match. */
export function peopleIn({ session }: Live): Seat[] {
  const active = session.kit.game.active(stateNow(session));
  return peopleOf(session.players).filter(seat => active.includes(seat));
}

/** Who speaks: the one that was chosen, else the first; null where nobody is left, and after the end. */
export function speakerOf(live: Live): Seat | null {
  const people = peopleIn(live);
  return people.find(seat => seat === live.speaker) ?? people[0] ?? null;
}

/** What Tab completes: legal moves and words. */
export function completionsOf(live: Live): string[] {
  const { session } = live;
  const { kit } = session;
  const state = stateNow(session);
  const moves = peopleIn(live).flatMap(seat => [...kit.game.legal(state, seat)]);
  return [
    ...moves.flatMap(move => spell(kit, state, move).map(({ text }) => text)),
    ...wordsFor(session).flatMap(({ names }) => names.filter(name => name !== '?')),
  ];
}

/** Does what a line says; `waitMs` is how long it takes until the match begins. Tells whether the user leaves. */
export async function hearLine(live: Live, line: string, waitMs: number): Promise<boolean> {
  const { session, panes } = live;
  const isOver = present(session.match).outcome !== null;
  let isLast = line === '' && isOver;
  await panes.answering(async () => {
    if (line === '') return false;
    const said = await hear(live, line, waitMs);
    if (!said.ok) tellFault(session, said.fault);
    isLast = said.ok && said.value === 'quit';
    return said.ok && said.value === 'changed';
  });
  return isLast;
}

async function hear(live: Live, line: string, waitMs: number): Promise<Said> {
  const { session } = live;
  const [first = '', ...rest] = line.split(/\s+/);
  const word = wordsFor(session).find(({ names }) => names.includes(first.toLowerCase()));
  const speaker = speakerOf(live);
  if (word !== undefined && mover(live, line) === null) {
    if (rest.length > 0 && !word.takesMore)
      return fail('malformed', `${first} stands alone, nothing follows it`);
    return word.say(session, speaker, rest.join(' '));
  }
  if (present(session.match).outcome !== null) return ENDED;
  if (speaker === null) return fail('wrong-seat', 'you are not in the match any more: quit leaves');
  if (waitMs > 0)
    return fail('paused', `the match begins in ${Math.ceil(waitMs / 1000)} s, nobody moves before`);
  // a move may be written with spaces, as JSON; else several stand in one line
  const texts = readTyped(session.kit, stateNow(session), line).ok ? [line] : [first, ...rest];
  for (const text of texts) {
    const done = await moveBy(live, text, speaker);
    if (!done.ok) return done;
  }
  return ok('changed');
}

/** Plays a move for whoever can make it; where nobody can, it is refused to who speaks, and that is kept. */
async function moveBy(live: Live, text: string, speaker: Seat): Promise<Said> {
  const { session } = live;
  const move = readTyped(session.kit, stateNow(session), text);
  if (!move.ok) return move;
  const seat = mover(live, text) ?? speaker;
  const played = await playMove(session, seat, move.value);
  if (played.ok) return played;
  live.refusals = await keepRefused(session, seat, move.value as Json, played.fault, live.refusals);
  return played;
}

/** The person who could make a move now; null where it is none, or nobody could. */
function mover(live: Live, text: string): Seat | null {
  const { session } = live;
  const { game } = session.kit;
  const state = stateNow(session);
  const move = readTyped(session.kit, state, text);
  if (!move.ok) return null;
  return peopleIn(live).find(seat => game.play(state, seat, move.value).ok) ?? null;
}
