/** The interface that every game fits. */
import type { LeaveReason } from './acts.ts';
import type { Seed } from './chance.ts';
import type { Codec } from './codec.ts';
import type { Json, JsonObject } from './json.ts';
import type { GameOptions } from './options.ts';
import type { Result } from './result.ts';

/** A place at the table: 0, 1, … A match may use only some of a game's seats. */
export type Seat = number;

/** What a match starts from, with its form checked; `checkSetup` makes one from what strangers send. */
export interface Setup {
  readonly seats: readonly Seat[];
  /** Null in games without chance. */
  readonly seed: Seed | null;
  /** The game's own options: no others than it has, each as it may be. Whether they go together is for the game to say. */
  readonly options: JsonObject;
  /** A position to start from, instead of the usual one. */
  readonly start: Start | null;
}

/** A state from outside: its canonical form and, where known, the part outside it. */
export interface Start {
  readonly canon: Json;
  readonly aside: Json | null;
}

/** How a match ended. */
export interface Outcome {
  readonly result: 'win' | 'draw' | 'void';
  readonly winners: readonly Seat[];
  /** Points by seat number, in the game's own whole unit; null where the game counts none. */
  readonly points: readonly number[] | null;
  /** The game's own word for it: `checkmate`, `blocked`. */
  readonly reason: string;
}

/** What the rules report of a move, as data: `{ type: 'capture', … }`. Each game's README names its own. */
export interface GameEvent extends JsonObject {
  readonly type: string;
}

/** A state and what happened on the way to it. */
export interface Played<State> {
  readonly state: State;
  readonly events: readonly GameEvent[];
  /** What the rules did automatically before that, each with its own state; usually absent. */
  readonly first?: readonly Played<State>[];
}

/** The rules of one game: values in, values out, the same answer on every machine. */
export interface Game<State = unknown, Move extends Json = Json> {
  /** For people and URLs: `backgammon`. */
  readonly name: string;
  /** For bytes; never reused. */
  readonly code: number;
  /** Raised when the same entries would give another state. */
  readonly version: number;
  /** How many seats a match may have. */
  readonly seats: readonly [min: number, max: number];
  /** What a setup may say besides; absent where there is nothing to say. */
  readonly options?: GameOptions;
  /** The first state of a match. The setup comes from strangers, by way of `checkSetup`: ask `start` for a match. */
  setup(setup: Setup): Result<State>;
  /** The seats that are in the match and have not left it. */
  seated(state: State): readonly Seat[];
  /** Who may move now: one seat, several, or none. None once there is an outcome. */
  active(state: State): readonly Seat[];
  /** Finite, in canonical order: by their hex form. Empty for a seat that may not move. */
  legal(state: State, seat: Seat): Iterable<Move>;
  /** Plays a move, or says which rule forbids it; refuses the wrong seat and the finished game too. */
  play(state: State, seat: Seat, move: Move): Result<Played<State>>;
  outcome(state: State): Outcome | null;
  /** What `legal` says, as numbers, for speed. Conformance compares it. */
  readonly numbered?: NumberedMoves<State>;
  readonly moves: MoveCodec<Move>;
  readonly states: StateCodec<State>;
  /** Games in which time is part of the rules. */
  readonly time?: Ticking<State>;
  /** Games with dice or a deal. */
  readonly chance?: Chance<State>;
  /** Games in which one seat knows what another must not. */
  readonly secrets?: Secrets<State>;
  /** Where the game has its own say in table matters. */
  readonly match?: MatchRules<State>;
  /** `free`: seats act at any time. Default `turns`. */
  readonly pace?: 'turns' | 'free';
}

/** Legal moves as numbers: the bytes of each, the first byte highest. For those who look at all moves at every turn. */
export interface NumberedMoves<State> {
  /** How many bytes every move has. */
  readonly sizeBytes: 1 | 2 | 3;
  /** No state has more moves. */
  readonly most: number;
  /** Puts them into a list of at least `most`, in canonical order, and says how many there are. */
  list(state: State, seat: Seat, into: Int32Array): number;
}

/** The spellings of a move. */
export interface MoveCodec<Move extends Json> {
  /** From JSON of any shape; what it gives back is canonical. */
  readonly json: Codec<Move, Json>;
  readonly bytes: Codec<Move, Uint8Array>;
  readonly hex: Codec<Move, string>;
}

/** The spellings of a state. */
export interface StateCodec<State> {
  /** The canonical JSON of the game's reference; hashes are taken of it. */
  canon(state: State): Json;
  /** What the rules need beyond `canon` (repetition counts, superko history); null where nothing. */
  aside(state: State): Json;
  /** An equal state from both; without `aside`, counting starts here. Also takes positions from strangers. */
  restore(canon: Json, aside?: Json): Result<State>;
  /** Equal for two states that are the same position: no clocks, counters or seeds. */
  position(state: State): string;
  /** The canonical text, written directly for speed. Conformance compares it with the general way. */
  text?(state: State): string;
  /** The same as bytes, for those who hash states by the million. Conformance compares it too. */
  readonly bytes?: StateBytes<State>;
}

/** A state as the bytes of its texts, written into room that the caller has made. */
export interface StateBytes<State> {
  /** No state takes more, in either form. */
  readonly most: number;
  /** Writes the canonical text from a place on, and gives where it ends. */
  write(state: State, into: Uint8Array, at: number): number;
  /** Writes what `position` gives from a place on, and gives where it ends. */
  writePosition(state: State, into: Uint8Array, at: number): number;
}

/** How a game advances while no seat acts. */
export interface Ticking<State> {
  now(state: State): number;
  /** n ticks at once give exactly what n single ticks give. */
  advance(state: State, to: number): Played<State>;
  /** The next tick at which something happens or the moves of a seat change without an action, if any: callers need not check sooner. */
  next(state: State): number | null;
  /** Ticks per second of wall-clock time. */
  hz(state: State): number;
  /** Options under which no player has to hurry: programs that begin matches for people set them where the player names none. */
  readonly unhurried?: JsonObject;
}

/** Random draws. */
export interface Chance<State> {
  /** Whether a draw must happen before any seat can act. */
  due(state: State): boolean;
  /** Makes the draw from the state's seed; its own state hash, its own event. */
  draw(state: State): Played<State>;
  /** Puts fresh entropy in. */
  reseed(state: State, seed: Seed): State;
}

/** What each seat may know. The seat `null` is a spectator. */
export interface Secrets<State> {
  view(state: State, seat: Seat | null): Json;
  /** An event as a seat sees it; null where it must not learn of it. */
  see(event: GameEvent, seat: Seat | null): GameEvent | null;
  /** Some state that looks like this to the seat: for players that think about what they cannot see. */
  sample(view: Json, seed: Seed): State;
}

/** Where a game has its own say in what is otherwise the table's business. */
export interface MatchRules<State> {
  /** Outcomes that a seat may claim now (threefold repetition). */
  claims?(state: State, seat: Seat): readonly Outcome[];
  /** The seats that have a say in what all must agree on; by default all that are seated. Who is out of it may still be seated. */
  voices?(state: State): readonly Seat[];
  /** The state, and perhaps the outcome, after a seat has left; by default all others win. */
  leave?(state: State, seat: Seat, how: LeaveReason): LeaveResult<State>;
  /** How a match that branches off from here restarts its clocks. */
  branch?(state: State): State;
}

/** A state after a seat left; the outcome, if leaving ended the match although the state has none. */
export interface LeaveResult<State> extends Played<State> {
  readonly outcome: Outcome | null;
}
