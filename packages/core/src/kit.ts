/** Everything a game's folder offers besides its rules. */
import type { GameTexts } from '@kifu/texts/games';
import type { PositionSearch, Prover } from './analyzer.ts';
import type { Seed } from './chance.ts';
import type { CommitForm } from './commit-form.ts';
import type { Game, GameEvent, Seat } from './game.ts';
import type { Guide } from './guide.ts';
import type { Json, JsonObject } from './json.ts';
import type { Kifu } from './kifu.ts';
import type { Fail, Result } from './result.ts';
import type { Cell, Piece, Scene, SceneBefore, Turn } from './scene.ts';
import type { Art } from './svg/art.ts';
import type { TimeControl } from './time-control.ts';
import type { Touch } from './touch.ts';

/**
 * A game with its notations, scenes, texts, formats and bots. Methods that say something take the texts of a language last: those of
 * this game, English by default.
 */
export interface Kit<State = unknown, Move extends Json = Json> extends BotKit<State, Move> {
  /** English name of the game; other languages: `texts`. */
  readonly title: string;
  /** Names of the seats in data, such as tags of records, by number: `white`, `black`. What people read is in `texts`. */
  readonly seatNames: readonly string[];
  /** Everything that people read of the game, in English. */
  readonly texts: GameTexts;
  /** The same in other languages, by tag; for games whose texts are not in `@kifu/texts`. */
  readonly translations?: { readonly [language: string]: GameTexts };
  /** Ways to write a move for people. The first is the one to write; all are tried on reading. */
  readonly notations: readonly Notation<State, Move>[];
  /** Ways to write a position for people (FEN); may be empty. */
  readonly positions: readonly PositionNotation<State>[];
  /** How a position is set up piece by piece, in games in which what stands where says nearly everything. */
  readonly editor?: PositionEditor<State>;
  /** What to draw. With the scene before and the move that led here, pieces keep their ids and the scene has tweens. */
  scene(state: State, before?: SceneBefore<Move>, texts?: GameTexts): Scene;
  /** What to draw for a seat that sees only its view; in games with secrets. With the scene before, it marks what was done. */
  sceneOfView?(view: Json, seat: Seat | null, before?: Scene, texts?: GameTexts): Scene;
  /**
   * What to draw a share (from 0 to 1) of a tick after a state, in games with ticks: pieces may be between cells. For the eye
   * only; nothing is ever computed from it.
   */
  sceneWithin?(state: State, share: number, texts?: GameTexts): Scene;
  /** By how much a scene is turned for a seat (default: all seats have the same view). */
  side?(seat: Seat, scene: Scene): Turn;
  /** How a seat enters moves on a board that shows this scene (default: along the marks of the move). */
  touch?(move: Move, seat: Seat, scene: Scene, texts?: GameTexts): Touch;
  /** Whether a turn is several moves: boards let the player roll, collect the moves, and send them when the player confirms. */
  readonly isTurnConfirmed?: boolean;
  /** Moves that touching these cells could mean, legal or not, the likeliest first. Boards say why they are refused. */
  attempts?(cells: readonly Cell[], seat: Seat, scene: Scene, state: State): readonly Move[];
  /** Effects that boards show at a cell for a moment: a contest that was decided. */
  effects?(events: readonly GameEvent[], texts?: GameTexts): readonly Effect[];
  /** Points by seat where they grow in play: pages show them as a table beside the board. */
  scores?(state: State, texts?: GameTexts): readonly ScoreRow[];
  /** What a seat has achieved by all that has happened in a match. */
  achievements?(
    events: readonly GameEvent[],
    seat: Seat,
    texts?: GameTexts,
  ): readonly Achievement[];
  /** How the looks of its scenes are drawn; without it, pictures show the glyphs. */
  readonly art?: Art;
  readonly describe: Narrator<State, Move>;
  readonly formats: readonly RecordFormat[];
  /** Writes a move for the file of a finished game, where that says more than the first notation: `63: 24/18`. */
  spell?(state: State, move: Move): string;
  /** Encoding in IPGS commits, if the game has its own. */
  readonly commits?: CommitForm<State, Move>;
  /** States in the forms of other programs, by the name of the dialect; for those who ask a server for one. */
  readonly stateForms?: { readonly [name: string]: StateForm<State> };
  /** Players made for this game; others need only its interface. */
  readonly bots: { readonly [name: string]: MakeBot<State, Move> };
  /** Search of positions made for this game; others are searched through its interface. */
  readonly search?: PositionSearch<State, Move>;
  /** Nodes of that search where nothing limits it: about a second. */
  readonly usualNodes?: number;
  /** What proves moves in this game; called only where puzzles are found or checked. */
  prover?(): Promise<Prover<State, Move>>;
  /** The first seat's chances, from 0 to 1, at a score as notes have it (default: 1000 is a won game, by shares). */
  chanceOf?(hundredths: number): number;
  /** Matches that show the game, the usual one first. */
  readonly demos?: readonly Demo[];
  /** What openings are called; called only where names are needed, since the list is loaded then. */
  openings?(): Promise<readonly Opening<State>[]>;
  /**
   * How people choose its options, in order; what none of the fields names is chosen by a field made from its schema, among the rare
   * ones. Without it, all options are.
   */
  readonly setUp?: readonly SetUpField[];
  /** Time controls that its players are used to (default: those of most games). */
  readonly clocks?: readonly TimeControl[];
  /** How to play it; called only by pages that teach. Without it they show what the rules say of themselves. */
  guide?(): Promise<Guide<State, Move>>;
  /** Counts the move sequences of a length, quicker than the general way; ends by counting rules may be passed over. */
  perft?(state: State, depth: number): number;
}

/** How people choose an option. */
export interface SetUpField {
  readonly option: string;
  /** Values that are often wanted, as buttons; others are entered. */
  readonly usual?: readonly Json[];
  /** How many units of the option one of the unit is that people count in: 2 where the option counts half points. */
  readonly perUnit?: number;
  /** Options that follow from this one, and have no field. */
  readonly covers?: readonly string[];
  /** Whether few people want to change it. */
  readonly isRare?: true;
}

/** A row of a table of points. */
export interface ScoreRow {
  readonly label: string;
  /** By seat. */
  readonly points: readonly number[];
  readonly isTotal?: boolean;
}

/** What an opening is called. */
export interface OpeningName {
  /** The code in the Encyclopaedia of Chess Openings. */
  readonly eco: string;
  readonly name: string;
}

/** An opening that has a name, and the position it is known by. */
export interface Opening<State = unknown> extends OpeningName {
  readonly state: State;
}

/** The side of a kit for two who sit across a board from each other, the first seat below. */
export const sitOpposite = (seat: Seat): Turn => (seat === 0 ? 0 : 180);

/** A match that shows a game: what `kifu demo` lets bots play, and how the samples of the site are made. */
export interface Demo {
  /** Distinguishes it from other demos of the game, in file names: `four`; the first has none. */
  readonly name?: string;
  /** What to call it, where that is not the title of the game. */
  readonly title?: string;
  /** What there is to see, in a sentence or two. */
  readonly about: string;
  /** Number of players (default: the minimum of the game). */
  readonly seats?: number;
  readonly options?: JsonObject;
  /** For chance and for bots. */
  readonly seed: number;
  /** Moves at most. */
  readonly moves: number;
  /** Bot that plays, and its search nodes per move (default: `mcts`, 2000). */
  readonly bot?: string;
  readonly nodes?: number;
  /** Moves that people made, in the first notation: samples show these instead of those of bots. */
  readonly line?: string;
  /** Format of the sample file (default: a signed record). */
  readonly form?: string;
  /** Where a replay begins, so that there is something to see: an entry (`34`), or a time (`24s`). */
  readonly at: string;
}

/** What players need of a kit. */
export interface BotKit<State, Move extends Json> {
  readonly game: Game<State, Move>;
  /** What a seat's position is worth to it, from −1000 (lost) to 1000 (won); a guess. */
  evaluate?(state: State, seat: Seat): number;
}

/** Something that is seen for a moment at a cell. */
export interface Effect {
  readonly cell: Cell;
  /** `city +12`. */
  readonly text: string;
  /** Whose it is; null where it belongs to no seat. */
  readonly seat: Seat | null;
}

/** Something that a player has achieved. */
export interface Achievement {
  readonly title: string;
  readonly points: number;
}

/** A way to write moves that may need the position: SAN, UCI, 1-1-5. */
export interface Notation<State, Move> {
  readonly name: string;
  /** The move as it is written before it is played; also of a move that is not legal, as well as the notation can. */
  format(state: State, move: Move): string;
  parse(state: State, text: string): Result<Move>;
}

/** A way to write positions. */
export interface PositionNotation<State> {
  readonly name: string;
  format(state: State): string;
  parse(text: string): Result<State>;
}

/** Sets positions up by hand. */
export interface PositionEditor<State> {
  /** What can be put on a board, as scenes have it. */
  readonly pieces: readonly Pick<Piece, 'look' | 'glyph' | 'owner'>[];
  /** Returns the state with these pieces and this seat to move, with the options of another state; a fault says what is wrong. */
  arrange(pieces: readonly PlacedPiece[], turn: Seat, like: State): Result<State>;
}

/** One of the pieces on a cell of the first area. */
export type PlacedPiece = Pick<Piece, 'look' | 'column' | 'row'>;

/** Describes moves and positions in words, for lists and screen readers: `knight takes f7, check`. */
export interface Narrator<State, Move> {
  /** A move; `state` is the one before it, `events` are what it did. */
  move(state: State, move: Move, events: readonly GameEvent[], texts?: GameTexts): string;
  /** A move as lists show it, where the first notation is to be typed rather than read (default: that notation). */
  listed?(state: State, move: Move, events: readonly GameEvent[], texts?: GameTexts): string;
  position(state: State, texts?: GameTexts): string;
  /** An event, given the state after it: `Black loses the rook on h8`. Null for an event that is not worth a line. */
  event?(state: State, event: GameEvent, texts?: GameTexts): string | null;
  /**
   * A cell in the game's own coordinates with what is on it: `e4, white pawn`. No two cells of a scene have the same name. Null for
   * a cell that only decorates.
   */
  cell?(scene: Scene, cell: Cell, texts?: GameTexts): string | null;
}

/** A foreign form of a record. */
export interface RecordFormat {
  readonly name: string;
  /** File name endings, without the dot. */
  readonly extensions: readonly string[];
  /** Whether bytes are meant to be of this format although they cannot be read: then its fault is the one to report. */
  looksLike?(bytes: Uint8Array): boolean;
  /** Reads the record; of a collection the first. */
  read(input: Uint8Array | string, lost?: OnLoss): Result<Kifu>;
  /** Reads all records of a collection, invalid ones as faults with their location. */
  readAll?(input: Uint8Array | string, lost?: OnLoss): Iterable<Result<Kifu>>;
  /** Reads collections of any length piece by piece, keeping no more than a piece and a record; or a part that a cutter gave. */
  reader?(lost?: OnLoss, from?: Json): FormatReader;
  /** Cuts collections of any length into parts, so that many threads can read them. */
  cutter?(): FormatSplitter;
  /** What the format cannot store is listed as a loss. Formats with a field for it include the name of the opening. */
  write(kifu: Kifu, opening?: OpeningName | null): Result<WriteResult>;
}
/** A reader of text that arrives in pieces. */
export interface FormatReader {
  /** The records that are complete with this piece, the bad ones as faults with their place. */
  push(piece: string): readonly Result<Kifu>[];
  /** What was left: the last record, if nothing has ended it. */
  end(): readonly Result<Kifu>[];
}
/** Cuts text that arrives in pieces where records begin. */
export interface FormatSplitter {
  /** The parts that are complete with this piece, in order. */
  push(piece: string): readonly CutPart[];
  end(): readonly CutPart[];
}
/** Some records as text, with where it began in the collection, as the reader takes it; or the fault of a record that is refused unread. */
export type CutPart = { readonly text: string; readonly from: Json } | Fail;
/** Receives a sentence for each thing in a foreign record that a `Kifu` cannot store. */
export type OnLoss = (what: string) => void;

export interface WriteResult {
  readonly output: Uint8Array | string;
  readonly losses: readonly string[];
}

/** Writes a state as another program does. */
export type StateForm<State> = {
  // taken from a method, as methods of all games fit one registry
  write(state: State): Json;
}['write'];

/** A player that is a program. */
export interface Bot<State, Move> {
  /** Picks one of the legal moves it is shown; null where there is none, and in games of free pace also to wait. */
  choose(sight: PlayerView<State, Move>): Move | null;
}

/** Makes a bot. The same seed and budget give the same moves. */
export type MakeBot<State, Move extends Json> = {
  // taken from a method, as methods of all games fit one registry
  make(kit: BotKit<State, Move>, options: BotOptions): Bot<State, Move>;
}['make'];
export interface BotOptions {
  readonly seed: Seed;
  /** How many lines of play it may try for one move. */
  readonly nodes?: number;
  /** How long it may think about one move; measured by `now`, which must then be given. */
  readonly timeMs?: number;
  readonly now?: () => number;
}

/** What a player sees of a match: all of it, or in games with secrets only the view of its seat. */
export interface PlayerView<State, Move> {
  readonly seat: Seat;
  readonly legal: readonly Move[];
  /** Null in games with secrets. */
  readonly state: State | null;
  /** Null in games without secrets. */
  readonly view: Json;
}

/** What one seat sees. A bot that is given this, and not the state, cannot cheat: the seed in it is not the true one. */
export const playerViewOf = <State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  seat: Seat,
): PlayerView<State, Move> => ({
  seat,
  legal: [...game.legal(state, seat)],
  state: game.secrets === undefined ? (game.chance?.reseed(state, 0) ?? state) : null,
  view: game.secrets?.view(state, seat) ?? null,
});
