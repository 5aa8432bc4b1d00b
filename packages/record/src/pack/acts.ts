/** Codes seats and actions: as a choice among what may be done now, or else in full. */
import {
  type Action,
  type Entry,
  type Game,
  type Header,
  isSameBytes,
  ok,
  type Result,
  type Seat,
  step,
} from '@kifu/core';
import { decodeWith, encodeWith } from '@kifu/core/cbor';
import { type Holder, holdersOf } from '../chance/fair.ts';
import { isDrawDue, type MatchState } from '../match-state/match-state.ts';
import { drawsOf } from '../match-state/terms.ts';
import { readAct, writeAct } from '../node/act.ts';
import { type Choices, MOST_MOVES } from './choices.ts';
import { DamagedError } from './coder.ts';
import { codeItem } from './items.ts';
import { ChanceChains } from './links.ts';
import type { Tools } from './tools.ts';
import { FIELDS } from './vocabulary.ts';

/** The action of an entry, and its seat. */
type Done = Pick<Entry, 'seat' | 'act'>;

/** What is expected: a draw by these holders, or a move of one of these seats. */
type Prospect =
  | { readonly holders: readonly Holder[]; readonly links: readonly Uint8Array[] }
  | { readonly seats: readonly Seat[]; readonly state: unknown };

const ACT = FIELDS.indexOf('act');
/** Where many seats may move, flags of the later ones are shared. */
const LAST_CONTEXT = 3;

/** Writes or reads the actions of a match. */
export class Acts {
  readonly #tools: Tools;
  readonly #game: Game;
  readonly #chains: ChanceChains;
  readonly #choices: Choices;
  /** How many bytes each move has, where moves are written as bytes. */
  readonly #plainSize: number;
  #wasUnusual = false;
  #mover: Seat = -1;

  constructor(
    tools: Tools,
    game: Game,
    header: Header,
    count: number,
    entries: readonly Entry[] | null,
  ) {
    this.#tools = tools;
    this.#game = game;
    this.#choices = tools.choicesOf(game);
    this.#plainSize = game.numbered?.sizeBytes ?? 0;
    this.#chains = new ChanceChains(tools, header, count, entries);
  }

  /** Writes the action of an entry, or reads one. The table is null where the hands are hidden. */
  code(table: MatchState | null, at: number | null, entry: Entry | null): Result<Done> {
    const prospect = table === null ? this.#hidden() : this.#look(table, at);
    if (prospect === null) return this.#other(entry);
    const isOther = entry !== null && !this.#isExpected(prospect, entry);
    const isUnusual = this.#tools.flag('unusual', isOther, this.#wasUnusual ? 1 : 0);
    this.#wasUnusual = isUnusual;
    if (isUnusual) return this.#other(entry);
    return ok('links' in prospect ? this.#draw(prospect, entry) : this.#move(prospect, entry));
  }

  /** What to expect while hands are hidden: whose turn it is cannot be known, so that draws are all that is left. */
  #hidden(): Prospect | null {
    const { holders } = this.#chains;
    const links = holders.length === 0 ? null : this.#chains.next(holders);
    return links === null ? null : { holders, links };
  }

  #look(table: MatchState, at: number | null): Prospect | null {
    const { state, talk } = table;
    const game = this.#game;
    if (isDrawDue(table) && !talk.isPaused) {
      const holders = holdersOf(table.header, game.seated(state));
      const links = this.#chains.next(holders);
      return links === null ? null : { holders, links };
    }
    if (talk.isPaused) return null;
    const then = at === null ? state : stateAt(table, at);
    const seats = then === null ? [] : game.active(then);
    return seats.length === 0 ? null : { seats, state: then };
  }

  #isExpected(prospect: Prospect, { seat, act }: Entry): boolean {
    if ('links' in prospect) return act.type === 'links' && isSameList(act.links, prospect.links);
    if (seat === null || !prospect.seats.includes(seat)) return false;
    if (this.#tools.plainMoves !== null)
      return act.type === 'move' && act.move.length === this.#plainSize;
    this.#choices.look(prospect.state, seat);
    return this.#indexOf(act) >= 0;
  }

  #draw(
    { holders, links }: Extract<Prospect, { readonly links: unknown }>,
    entry: Entry | null,
  ): Done {
    this.#chains.show(holders);
    const teller = this.#tools.number('teller', (entry?.seat ?? -1) + 1);
    return { seat: teller === 0 ? null : teller - 1, act: { type: 'links', links } };
  }

  #move(
    { seats, state }: Extract<Prospect, { readonly seats: unknown }>,
    entry: Entry | null,
  ): Done {
    const seat = seats.length === 1 ? seats[0]! : this.#seat(seats, entry?.seat ?? 0);
    const { coder, moves, plainMoves } = this.#tools;
    this.#mover = seat;
    if (plainMoves !== null) {
      const written = entry?.act.type === 'move' ? entry.act.move : null;
      const move = plainMoves.code(coder, seat, this.#plainSize, written);
      return entry ?? { seat, act: { type: 'move', move } };
    }
    const choices = this.#choices;
    choices.look(state, seat);
    if (choices.count === 0 || choices.count > MOST_MOVES)
      throw new DamagedError(`seat ${seat} has no such move`);
    const index = entry === null ? 0 : this.#indexOf(entry.act);
    const found = moves.code(coder, seat, choices, index);
    return { seat, act: entry?.act ?? { type: 'move', move: choices.at(found) } };
  }

  /** One of several seats: those after the one that moved last are asked first. */
  #seat(seats: readonly Seat[], wanted: Seat): Seat {
    const after = seats.filter(seat => seat > this.#mover);
    const order = [...after, ...seats.filter(seat => seat <= this.#mover)];
    const last = order.length - 1;
    let i = 0;
    while (i < last && this.#tools.flag('later', order[i] !== wanted, Math.min(i, LAST_CONTEXT)))
      i++;
    return order[i]!;
  }

  /** Anything, in full. */
  #other(entry: Entry | null): Result<Done> {
    const written = entry?.seat ?? null;
    const code = this.#tools.number('seat', written === null ? 0 : written + 1);
    const bytes = entry === null ? null : encodeWith(output => writeAct(output, entry.act));
    const input = bytes === null ? null : { bytes, at: 0 };
    const item = codeItem(this.#tools.coder, this.#tools.texts, ACT, input);
    const act = decodeWith(item, readAct);
    return act.ok ? ok({ seat: code === 0 ? null : code - 1, act: act.value }) : act;
  }

  /** Which of the moves an action is; −1 where it is none of them. */
  #indexOf(act: Action): number {
    if (act.type !== 'move' || this.#choices.count > MOST_MOVES) return -1;
    return this.#choices.indexOf(act.move);
  }
}

/** The state after time has passed; null where it cannot, or where that ends the match. */
function stateAt({ game, state, ...table }: MatchState, at: number): unknown {
  if (game.time === undefined) return null;
  if (at === game.time.now(state)) return state;
  const passed = step(game, state, { do: 'time', at }, drawsOf(table));
  return passed.ok && passed.value.outcome === null ? passed.value.state : null;
}

const isSameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((bytes, i) => isSameBytes(bytes, b[i]!));
