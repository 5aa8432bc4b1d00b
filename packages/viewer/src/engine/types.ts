/** What the engine sends to the page about a record. Plain data: it comes from a worker. */
import type { Cell, Effect, Fault, Header, Note, Outcome, Scene, Seat, Turn } from '@kifu/core';
import type { Clockwork } from '@kifu/record';
import type { Anchor } from '@kifu/record/match-state';

/** A record as the page needs it: what never changes, and what grows while its match is followed. */
export interface OpenedRecord extends LiveRecordState {
  /** Names this record in questions. */
  readonly id: number;
  readonly game: string;
  /** In which language it is described. */
  readonly language: string;
  /** Name of the game. */
  readonly title: string;
  readonly header: Header;
  /** Title, rating and seat of each player by seat: `GM 2750 White`. */
  readonly roles: readonly string[];
  /** Whether its opening may have a name that the record does not state: ask for it. */
  readonly isNameless: boolean;
  /** Where and when it was played, in one line; empty where that is unknown. */
  readonly about: string;
  /** The opening as the record states it; empty where it does not. */
  readonly opening: string;
  /** Which record of its file it is: `2 of 12`; null where there is only one. */
  readonly place: {
    readonly text: string;
    readonly isFirst: boolean;
    readonly isLast: boolean;
  } | null;
  /** Seats by the names that data has: `white`; for their colors. */
  readonly seatCodes: readonly string[];
  /** Seats by the names that people read. */
  readonly seatNames: readonly string[];
  /** The seats in this match. */
  readonly seats: readonly Seat[];
  /** How the board is turned for each of these seats to sit in front of it. */
  readonly turns: readonly Turn[];
  /** One for each entry, in order. */
  readonly lines: readonly ListedEntry[];
  /** All markers; `tellingMarks` chooses those that the timeline shows. */
  readonly marks: readonly BarMark[];
  readonly notes: readonly NoteLine[];
  /** How many variations branch off the main line; ask for the list. */
  readonly variations: number;
  /** Ticks per second, in games with ticks; otherwise null. */
  readonly hz: number | null;
  /** The tick of the start; 0 in games without ticks. */
  readonly firstTick: number;
  /** Whether seats act at any time, so that there are positions between entries. */
  readonly isFree: boolean;
  /** Evaluation of each position for the first seat, the start first, from −1000 to 1000; null in games without one and in long records. */
  readonly worth: readonly number[] | null;
  /** Whether the record carries the IPGS commits that it was made of. */
  readonly hasCommits: boolean;
  /** Whether the game has hidden hands. */
  readonly hasSecrets: boolean;
  readonly losses: readonly string[];
  /** `car`, `json`, or the name of a foreign format. */
  readonly form: string;
  /** Content id. */
  readonly match: string;
}

/** What the IPGS commits in a record prove, and what they do not. The texts come with the code that checks them, which is rarely needed. */
export interface CommitProof {
  readonly commits: number;
  /** What they prove together, and what they do not. */
  readonly about: string;
  readonly limits: readonly string[];
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

/** What changes as a whole while a match is in progress. */
export interface LiveRecordState {
  /** Whether more is to come: the file is still loading, or the match is in progress. */
  readonly isPartial: boolean;
  /** How long the record lasts, in milliseconds, by its ticks or its entries. */
  readonly durationMs: number;
  /** Pauses shorter than this are usual in the match, in milliseconds. */
  readonly longPauseMs: number;
  /** When the match last resumed or paused, by its clock and in ticks; null in games without ticks. */
  readonly anchor: Anchor | null;
  readonly outcome: Outcome | null;
  /** The outcome as people read it; null while the match is in progress. */
  readonly outcomeText: string | null;
  /** Why the record cannot be replayed further; null where all of it can. */
  readonly fault: Fault | null;
  /** How many entries the record has, whether they can be replayed or not. */
  readonly entries: number;
  /** Content id. */
  readonly head: string;
}

/** What later nodes add to an open record. */
export interface RecordUpdate extends Pick<OpenedRecord, 'lines' | 'marks' | 'worth'> {
  readonly now: LiveRecordState;
}

/** An entry, in a list of moves. */
export interface ListedEntry {
  readonly seat: Seat | null;
  /** In the notation of the game: `Nf3`. */
  readonly text: string;
  /** As it is spoken: `knight to f3`. */
  readonly spoken: string;
  readonly kind: 'move' | 'chance' | 'word';
  /** Types of its events, for sounds. */
  readonly events: readonly string[];
  /** Milliseconds since the start of the match; null where that is unknown. */
  readonly ms: number | null;
  readonly tick: number | null;
}

/** A timeline marker. */
export interface BarMark {
  /** Its entry. */
  readonly n: number;
  /** When it was, by the clock of the match, in games without turns; otherwise null. */
  readonly ms: number | null;
  /** `capture`, `check`; `note` for comments. */
  readonly kind: string;
  readonly label: string;
  /** How long the pause is; only on the mark of a long pause. */
  readonly pauseMs?: number;
}

/** A note on an entry. */
export interface NoteLine extends Pick<Note, 'author' | 'text' | 'shapes'> {
  readonly n: number;
  /** The signs of its glyphs, behind the move: `!?`; empty for none. */
  readonly signs: string;
  /** The author's evaluation of the position: `+0.17`; empty for none. */
  readonly judged: string;
}

/** A moment to look at. */
export type Moment =
  | { readonly n: number }
  /** By the clock of the match, in games without turns. */
  | { readonly ms: number };

/** What is shown at a moment. */
export interface Picture {
  readonly n: number;
  readonly tick: number | null;
  readonly scene: Scene;
  /** The position in words, for screen readers. */
  readonly said: string;
  /** The clocks after entry n; one of them may be running. Null where there are none. */
  readonly clockwork: Clockwork | null;
  /** Who may move. */
  readonly active: readonly Seat[];
  readonly outcome: Outcome | null;
  /** What is shown for a moment after the newest entry; absent where there is nothing. */
  readonly effects?: readonly Effect[];
}

/** A cell by its name, with what is on it; an empty name where the cell only decorates. */
export interface CellName extends Cell {
  readonly name: string;
}

/** How a random draw was computed, with the numbers to repeat it. */
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
