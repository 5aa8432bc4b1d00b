/** A match played line by line: people are asked on their turn, and events in between are printed. */
import { type Decided, decidedBy, NONE_DECIDED, nextSeat, passing } from '@kifu/bots';
import type { Seat } from '@kifu/core';
import { activeSeats, type Match } from '@kifu/record/match';
import { EXIT } from '../run-command.ts';
import type { LocalMatch } from './local-match.ts';
import { completionsOf, hear, type Speaker } from './parse-input.ts';
import { isSeatOfPerson } from './players.ts';
import type { Prompter } from './prompter.ts';
import {
  clocksLine,
  endLine,
  isOver,
  keepFile,
  nextClockMs,
  type Session,
  tell,
  tellBoard,
  tellFault,
  tellTime,
} from './session.ts';

/** What a terminal rings at. */
const BELL = '\x07';

/** When to stop, and where to publish. */
export interface LineOptions {
  /** The match stops after this many moves. */
  readonly maxMoves: number;
  /** Called after each action; returns lines to print. */
  publish?(match: LocalMatch): Promise<readonly string[]>;
}

/** Plays until the match is over, the input ends, a person quits or the limit is reached. Returns the exit code. */
export async function playByLines(
  session: Session,
  prompter: Prompter,
  options: LineOptions,
): Promise<number> {
  const others = createOthers(session, prompter, options);
  let bell = ringOn(session);
  const pulse = createPulse(session);
  const draw = createDrawing(session);
  let asking: ReturnType<Prompter['ask']> | null = null;
  try {
    for (;;) {
      if (bell.match !== session.match) {
        bell.close();
        bell = ringOn(session);
      }
      const rung = bell.next(); // before anything is looked at: what happens meanwhile is news
      const turn = await others.next();
      if (typeof turn === 'object') return turn.exitCode;
      const seat = turn === 'over' ? null : turn;
      draw(seat);
      const question = seat === null ? endPrompt(session) : turnPrompt(session, seat);
      if (question === null) return EXIT.good;
      const speaker: Speaker = { seat, movers: seat === null ? [] : [seat] };
      prompter.askAs(question);
      asking ??= prompter.ask(question, () => completionsOf(session, speaker));
      const heard = await Promise.race([asking, rung, pulse.next()]);
      if (session.match.rematch?.next != null) return EXIT.good;
      if (heard === 'closed') return EXIT.fault;
      if (heard === 'rung') continue;
      asking = null;
      if (heard.is === 'stop') return heard.exitCode;
      if (heard.is === 'end') return seat === null ? EXIT.good : atEndOfInput(session, bell);
      const line = heard.line.trim();
      if (line === '' && seat === null) return EXIT.good;
      const said = await hear(session, line, speaker);
      if (!said.ok) tellFault(session, said.fault);
      else if (said.value === 'quit') return EXIT.good;
      else if (said.value === 'decided' && seat !== null) others.decided(seat);
    }
  } finally {
    bell.close();
    pulse.close();
  }
}

/** Bots and time. */
interface Others {
  /** Runs bots and time. Returns the seat to ask, `over` if there is none left, or the exit code. */
  next(): Promise<Seat | 'over' | { readonly exitCode: number }>;
  /** A seat has had its turn. */
  decided(seat: Seat): void;
}

function createOthers(session: Session, prompter: Prompter, options: LineOptions): Others {
  const { host, match, io, kit } = session;
  if (host === null)
    return { next: async () => (isOver(session) ? 'over' : match.seats[0]!), decided() {} };
  const { game } = kit;
  const limit = host.table.moves + options.maxMoves;
  /** The seats that have had their turn, newest last; in rounds, those of this round. */
  let asked: Decided = NONE_DECIDED;
  let [at, moves] = [host.local, host.table.moves];
  const decided = (seat: Seat): void => {
    asked = decidedBy(game, asked, seat);
  };
  return {
    decided,
    async next() {
      for (;;) {
        const saved = await keepFile(session);
        if (!saved.ok) tellFault(session, saved.fault);
        if (options.publish !== undefined) tell(session, ...(await options.publish(host.match)));
        const exitCode = prompter.stoppedBy();
        if (exitCode !== null) return { exitCode };
        await host.local.idle();
        if (isOver(session)) return 'over';
        // moves were taken back, or another match was loaded
        if (host.local !== at || host.table.moves < moves) asked = NONE_DECIDED;
        [at, moves] = [host.local, host.table.moves];
        const { seat = null } = nextSeat(game, host.state, asked) ?? {};
        const to = seat === null ? (passing(game, host.state)?.at ?? null) : null;
        if (seat === null && to === null) return 'over';
        if (to !== null) {
          asked = NONE_DECIDED;
          await host.passTo(to);
          tellTime(session);
        } else if (host.table.moves >= limit) {
          tellBoard(session, seat);
          tell(session, session.t.stoppedAfter(options.maxMoves));
          return { exitCode: EXIT.good };
        } else if (isSeatOfPerson(host.players.get(seat!)!)) return seat!;
        else {
          await io.sleep(0); // lets out what has been written, and Ctrl-C in
          const stopped = prompter.stoppedBy();
          if (stopped !== null) return { exitCode: stopped };
          await host.letBot(seat!, prompter.whileBusy, prompter.stopped);
          decided(seat!);
        }
      }
    },
  };
}

/** Draws the board for the seat that is asked, and at the end, where it is not the one that was drawn last. */
function createDrawing(session: Session): (seat: Seat | null) => void {
  const { host } = session;
  let drawn: readonly unknown[] = [];
  return seat => {
    const { match } = session;
    const now = [match.replay!.nodes.at(-1), host?.tick, seat];
    const isMine = host !== null || seat === null || activeSeats(match).includes(seat);
    if (!isMine || now.every((part, i) => part === drawn[i])) return;
    drawn = now;
    tellBoard(session, seat);
    if (host === null && seat !== null && session.io.isTTY.stdout) session.screen.write(BELL);
    if (seat === null) tell(session, endLine(session) ?? session.t.noMoves);
  };
}

function turnPrompt(session: Session, seat: Seat): string {
  const { names, colors, host, match, t } = session;
  const clocks = clocksLine(session);
  const tick = host === null || host.tick === null ? '' : ` ${t.tick(host.tick)}`;
  // a clock that runs says it too
  const isOn = host !== null || clocks !== null || activeSeats(match).includes(seat);
  return `${clocks === null ? '' : `${clocks} `}${colors.bold(names(seat))}${tick}${isOn ? '' : ` ${colors.dim(t.notYourTurn)}`}> `;
}

/** After the end, people may still look, save or undo; null if no person is there. */
function endPrompt({ host, match, io, colors, t }: Session): string | null {
  const hasPeople = match.seats.length > 0;
  if ((host === null || !hasPeople) && !io.isTTY.stdin) return null;
  const more = host === null ? ['rematch'] : hasPeople ? ['undo'] : [];
  return `${colors.dim(t.endPrompt([...more, 'save FILE']))} `;
}

/** At the end of the input, follows a match on a server to its end if its outcome is known; otherwise the match continues without us. */
async function atEndOfInput(session: Session, bell: Bell): Promise<number> {
  if (session.host !== null) tell(session, session.t.endOfInput);
  else
    while (session.match.replay!.outcome !== null && !isOver(session))
      if ((await bell.next()) === 'closed') return EXIT.fault;
  return EXIT.good;
}

/** Rings when something has happened. */
interface Bell {
  readonly match: Match;
  next(): Promise<'rung' | 'closed'>;
  close(): void;
}

function ringOn({ match }: Session): Bell {
  let bell = Promise.withResolvers<'rung' | 'closed'>();
  const ring = (how: 'rung' | 'closed'): void => {
    bell.resolve(how);
    if (how === 'rung') bell = Promise.withResolvers();
  };
  const offs = [
    match.on('node', () => ring('rung')),
    match.on('closed', () => ring('closed')),
    match.on('change', change => change === 'rematch' && ring('rung')),
  ];
  return {
    match,
    next: () => bell.promise,
    close() {
      for (const off of offs) off();
    },
  };
}

/** Resolves when the clocks show something else, on a terminal. */
function createPulse(session: Session): { next(): Promise<'rung'>; close(): void } {
  const { io } = session;
  let abort = new AbortController();
  const isSeen = io.isTTY.stdin && io.isTTY.stdout;
  return {
    async next() {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      const ms = isSeen ? nextClockMs(session) : null;
      if (ms !== null) await io.sleep(ms, signal);
      // an aborted pulse never resolves: its caller waits for the next one
      return ms === null || signal.aborted ? new Promise<never>(() => {}) : 'rung';
    },
    close: () => abort.abort(),
  };
}
