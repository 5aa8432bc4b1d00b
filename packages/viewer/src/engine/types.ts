/** What the engine tells the page about a record. All of it is plain data: it comes from a worker. */
import type { Effect, Fault, Header, Note, Outcome, Scene, Seat, Turn } from '@kifu/core';
import type { Clockwork } from '@kifu/record';
import type { Anchor } from '@kifu/record/match-state';

/** A record as the page needs it: all that is told once, and what grows while its match is followed. */
export interface OpenedRecord extends LiveRecordState {
  /** Names this record in questions. */
  readonly id: number;
  readonly game: string;
  /** What people call the game. */
  readonly title: string;
  readonly header: Header;
  /** Title, rating and seat of each player by seat: `GM 2750 white`. */
  readonly roles: readonly string[];
  /** Whether its opening may have a name that it does not say, which can be asked for. */
  readonly isNameless: boolean;
  /** Where and when it was played, in a line; empty where the record does not say. */
  readonly about: string;
  /** What it says that its opening is called; empty where it says nothing. */
  readonly opening: string;
  /** Which record of its file it is: `2 of 12`; null where there is only one. */
  readonly place: {
    readonly text: string;
    readonly isFirst: boolean;
    readonly isLast: boolean;
  } | null;
  readonly seatNames: readonly string[];
  /** Which seats take part. */
  readonly seats: readonly Seat[];
  /** How the board is turned for each of these seats to sit in front of it. */
  readonly turns: readonly Turn[];
  /** One for each entry, in order. */
  readonly lines: readonly ListedEntry[];
  /** All that happened; `tellingMarks` chooses what a bar shows of it. */
  readonly marks: readonly BarMark[];
  readonly notes: readonly NoteLine[];
  /** How many variations leave the match itself, without those within them; the list has to be asked for. */
  readonly variations: number;
  /** Ticks a second, in games with ticks; otherwise null. */
  readonly hz: number | null;
  /** The tick of the start; 0 in games without ticks. */
  readonly firstTick: number;
  /** Seats act at any time: positions between entries are to be seen too. */
  readonly isFree: boolean;
  /** Worth of each position to the first seat, the start first, from −1000 to 1000; null in games without a judge and in long records. */
  readonly worth: readonly number[] | null;
  /** Whether the record carries commits of IPGS, of which it was made. */
  readonly hasCommits: boolean;
  /** Whether the record has hands that only their seats see. */
  readonly hasSecrets: boolean;
  readonly losses: readonly string[];
  /** `car`, `json`, or the name of a dialect. */
  readonly form: string;
  /** Content id. */
  readonly match: string;
}

/** What the commits of IPGS prove that a record carries, and what not. The words come with what checks them, which is seldom needed. */
export interface CommitProof {
  readonly commits: number;
  readonly said: string;
  readonly notProven: readonly string[];
  /** By seat. */
  readonly players: readonly {
    /** As the key says it. */
    readonly name: string;
    /** Of the primary key, in hex. */
    readonly fingerprint: string;
    /** Whether the result has been signed with it; and that in words. */
    readonly hasSigned: boolean;
    readonly signed: string;
  }[];
}

/** What changes as a whole while a match goes on. */
export interface LiveRecordState {
  /** Whether more is to come: the file has not arrived whole, or the match goes on. */
  readonly isPartial: boolean;
  /** How long the record lasts, in milliseconds, by its ticks or its entries. */
  readonly durationMs: number;
  /** Pauses shorter than this are nothing unusual in the match, in milliseconds. */
  readonly longPauseMs: number;
  /** When the match last began to go on, or was held, by its clock and in ticks; null in games without ticks. */
  readonly anchor: Anchor | null;
  readonly outcome: Outcome | null;
  /** How it ended, in words; null while it goes on. */
  readonly outcomeText: string | null;
  /** Why the record goes no further; null where all of it can be played. */
  readonly fault: Fault | null;
  /** How many entries the record has, whether they can be played or not. */
  readonly entries: number;
  /** Content id. */
  readonly head: string;
}

/** What nodes that came later add to a record that is open. */
export interface RecordUpdate extends Pick<OpenedRecord, 'lines' | 'marks' | 'worth'> {
  readonly now: LiveRecordState;
}

/** An entry, in a list of moves. */
export interface ListedEntry {
  readonly seat: Seat | null;
  /** As the game writes it: `Nf3`. */
  readonly text: string;
  /** As it is spoken: `knight to f3`. */
  readonly spoken: string;
  readonly kind: 'move' | 'chance' | 'word';
  /** What the rules reported, by type: for sounds. */
  readonly events: readonly string[];
  /** Milliseconds since the start of the match; null where the record does not say. */
  readonly ms: number | null;
  readonly tick: number | null;
}

/** Something to be seen on the bar and jumped to. */
export interface BarMark {
  /** The entry that brought it. */
  readonly n: number;
  /** When it was, by the clock of the match, in games without turns; otherwise null. */
  readonly ms: number | null;
  /** `capture`, `check`; `note` for comments. */
  readonly kind: string;
  readonly label: string;
  /** How long the pause is; only on the mark of a long pause. */
  readonly pauseMs?: number;
}

/** What was said after an entry. */
export interface NoteLine extends Pick<Note, 'author' | 'text' | 'shapes'> {
  readonly n: number;
  /** The signs of its glyphs, as they stand behind a move: `!?`; empty for none. */
  readonly signs: string;
  /** How the author of the note judged the position: `+0.17`; empty for no judgement. */
  readonly judged: string;
}

/** A moment to look at. */
export type Moment =
  | { readonly n: number }
  /** By the clock of the match, in games without turns. */
  | { readonly ms: number };

/** What there is to see at a moment. */
export interface Picture {
  readonly n: number;
  readonly tick: number | null;
  readonly scene: Scene;
  /** The position in words, for people who listen. */
  readonly said: string;
  /** As they stood after entry n; one of them may run on from there. Null where there are none. */
  readonly clockwork: Clockwork | null;
  /** Who may move. */
  readonly active: readonly Seat[];
  readonly outcome: Outcome | null;
  /** What is seen for a moment where the newest entry did something; absent where there is nothing. */
  readonly effects?: readonly Effect[];
}

/** How a draw of chance came about, with the numbers to compute it again. */
export type Draw =
  | {
      readonly mode: 'fair';
      /** The number of the draw in the match, from 1. */
      readonly k: number;
      /** What each holder showed, and what that hashes to: the link it had shown before. Hex digits. */
      readonly links: readonly {
        readonly who: string;
        readonly link: string;
        readonly before: string;
      }[];
      readonly seed: string;
      readonly result: string;
    }
  | {
      readonly mode: 'plain';
      /** The state of the generator before and after; null where the game does not show it. */
      readonly before: number | null;
      readonly after: number | null;
      readonly result: string;
    };
