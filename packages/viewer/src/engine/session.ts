/** An open record: replayed once for everything that the page shows, and extended node by node while its match is live. */
import {
  type Cid,
  describeOutcome,
  type Fault,
  formatCid,
  gameTexts,
  isSameBytes,
  isSpoken,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { type Report, Verification } from '@kifu/record';
import type { Annotations } from '@kifu/record/annotations';
import { type OpenedSource, openSource, type RecordSource } from '@kifu/record/file';
import { decodeNext, isEnding } from '@kifu/record/node';
import type { SeatView } from '@kifu/record/replay';
import { SignatureCheck } from '@kifu/record/sign';
import type { RecordTexts } from '../language.ts';
import { aboutRecord } from './about.ts';
import { gamesNow } from './games.ts';
import { judgedWorth } from './judged-worth.ts';
import { noteMarks } from './marks.ts';
import { noteLine } from './note-lines.ts';
import { createPlayedView, type RecordView } from './played-view.ts';
import type { RecordPlace } from './read.ts';
import { ENGLISH, namesIn, textsOf } from './record-texts.ts';
import { createSealedView, SEALED } from './sealed-view.ts';
import type { CommitProof, LiveRecordState, OpenedRecord, RecordUpdate } from './types.ts';
import { type CheckedRecord, checkRecord } from './verdict.ts';

/** Where a record comes from, and what else is known about it. */
export interface SessionOptions {
  /** The file as it came; absent where it is none. */
  readonly file?: RecordFile;
  /** Which record of its file it is; null where there is only one. */
  readonly place?: RecordPlace | null;
  /** Why its file cannot be read whole; null where it can. */
  readonly damage?: Fault | null;
  /** Whether it is a variation, whose nodes exist only here. */
  readonly isVariation?: boolean;
  /** Whether no more nodes will come; null where the ending decides that. */
  readonly isOver?: boolean | null;
  /** What was seen after each node, where hands are hidden. */
  readonly seen?: readonly SeatView[];
  /** In which language it is described; English by default. */
  readonly texts?: RecordTexts;
}

export interface RecordFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Readers of each step of the replay. */
interface Readers {
  readonly verification: Verification;
  readonly view: RecordView;
}

/** Opens a record as far as it can be replayed, in one pass. */
export async function openSession(
  id: number,
  source: RecordSource,
  options: SessionOptions = {},
): Promise<Result<RecordSession>> {
  const seen = [...(options.seen ?? [])];
  const { texts = ENGLISH } = options;
  const made: { played?: Readers; sealed?: Readers } = {};
  const { gameNames, loadKit } = await gamesNow();
  const opened = await openSource({ names: gameNames, load: loadKit }, source, kit => {
    // called again for what comes before a fault, where the whole record could not be replayed
    const verification = new Verification();
    made.played = { verification, view: createPlayedView(kit, texts) };
    made.sealed = { verification, view: createSealedView(kit, seen, texts) };
    return [verification, made.played.view, made.sealed.view];
  });
  if (!opened.ok) return opened;
  const { kit, replay } = opened.value;
  if (replay.blind === null)
    return ok(new RecordSession(id, opened.value, made.played!, options, seen));
  if (seen.length === 0 || kit.sceneOfView === undefined)
    return { ok: false, fault: opened.value.fault ?? SEALED };
  return ok(new RecordSession(id, opened.value, made.sealed!, options, seen));
}

/** An open record. */
export class RecordSession {
  readonly kit: Kit;
  readonly view: RecordView;
  /** Why not all of it can be replayed; null where it can. */
  readonly fault: Fault | null;
  /** The original file; null where there is none. */
  file: RecordFile | null;
  readonly isVariation: boolean;
  readonly losses: readonly string[];
  readonly #id: number;
  readonly texts: RecordTexts;
  readonly #place: RecordPlace | null;
  readonly #opened: OpenedSource;
  readonly #verification: Verification;
  readonly #signatures: SignatureCheck;
  readonly #seen: SeatView[];
  /** Notes and variations: those of its file, and those that were added since. */
  #remarks: Annotations;
  #isOver: boolean | null;
  readonly #damage: Fault | null;
  /** Checks run one after the other, so that each signature is checked once. */
  #checking: Promise<void> = Promise.resolve();

  constructor(
    id: number,
    opened: OpenedSource,
    { verification, view }: Readers,
    options: SessionOptions,
    seen: SeatView[],
  ) {
    const { file, place = null, damage = null, isVariation = false, isOver = true } = options;
    this.texts = options.texts ?? ENGLISH;
    this.#damage = damage;
    this.kit = opened.kit;
    this.view = view;
    this.fault = opened.fault ?? damage;
    this.file = file ?? null;
    this.isVariation = isVariation;
    this.#place = place;
    this.losses = opened.losses;
    this.#id = id;
    this.#opened = opened;
    this.#verification = verification;
    this.#signatures = new SignatureCheck(verification.claims);
    this.#seen = seen;
    this.#remarks = opened.remarks;
    this.#isOver = isOver;
  }

  /** All nodes in order, the header first, whether they can be replayed or not. */
  get nodes(): readonly Uint8Array[] {
    return this.#opened.replay.nodes;
  }

  /** Content id of the newest node that can be played. */
  get head(): Cid {
    return this.#opened.replay.head;
  }

  /** `car`, `json`, or the name of a dialect. */
  get form(): string {
    return this.#opened.source.form;
  }

  /** What was seen after each node, where hands are hidden. */
  get seen(): readonly SeatView[] {
    return this.#seen;
  }

  /** The record as far as it can be replayed; the caller knows that no hands are hidden. */
  get kifu(): Kifu {
    const { header, entries, ending } = this.view.timeline!;
    return { header, entries, ending, ...this.#remarks };
  }

  /** Takes notes and variations in place of those that it had. */
  annotate({ notes, variations }: Annotations): void {
    this.#remarks = { notes, variations };
  }

  /** The same record in another language. */
  async inLanguage(texts: RecordTexts): Promise<Result<RecordSession>> {
    const { file, isVariation, seen } = this;
    const options = { place: this.#place, damage: this.#damage, isVariation, isOver: this.#isOver };
    const session = await openSession(this.#id, this.#source(), {
      ...options,
      ...(file !== null && { file }),
      ...{ seen, texts },
    });
    if (session.ok) session.value.annotate(this.#remarks);
    return session;
  }

  /** The record with the nodes that have come since it was opened. */
  #source(): RecordSource {
    const { source } = this.#opened;
    const { nodes } = this;
    return 'nodes' in source && nodes.length > source.nodes.length
      ? { ...source, nodes, head: this.#opened.replay.head }
      : source;
  }

  /** The record as the page needs it. */
  record(): OpenedRecord {
    const { kit, view, losses, form, texts } = this;
    const place = this.#place;
    const nameOf = namesIn(kit, texts);
    const { replay } = this.#opened;
    const { notes: all, variations } = this.#remarks;
    const notes = all.filter(isSpoken);
    const header = replay.header!;
    return {
      id: this.#id,
      game: header.game,
      language: texts.language,
      title: textsOf(kit, texts).title,
      header,
      ...aboutRecord(header, kit, texts),
      place: place && {
        text: texts.viewerEngine.place(place.number, place.count, place.isMore),
        isFirst: place.number === 1,
        isLast: place.number === place.count && !place.isMore,
      },
      seatCodes: kit.seatNames,
      seatNames: kit.seatNames.map((_, seat) => nameOf(seat)),
      seats: header.players.map(({ seat }) => seat),
      ...view.fixed(),
      lines: view.lines,
      marks: [...view.marks, ...noteMarks(notes)],
      notes: notes.map(noteLine),
      variations: variations.length,
      isFree: kit.game.pace === 'free',
      worth: judgedWorth(kit, view.worth, notes),
      hasCommits: notes.length < all.length,
      hasSecrets: kit.game.secrets !== undefined,
      losses,
      form,
      match: formatCid(replay.match),
      ...this.#now(),
    };
  }

  #now(): LiveRecordState {
    const { kit, view, fault, texts } = this;
    const { replay } = this.#opened;
    const { outcome } = replay;
    return {
      ...view.now(),
      isPartial: !(this.#isOver ?? replay.isEnded),
      outcome,
      outcomeText:
        outcome === null
          ? null
          : describeOutcome(outcome, namesIn(kit, texts), texts.match, gameTexts(kit, texts)),
      fault,
      entries: this.#entries,
      head: formatCid(replay.head),
    };
  }

  /** Adds nodes; null where the record has to be opened again to show them, or to report what is wrong. */
  add(
    nodes: readonly Uint8Array[],
    { isOver = null, seen = [], file }: Omit<SessionOptions, 'isVariation'>,
  ): RecordUpdate | null {
    const { view } = this;
    const { replay } = this.#opened;
    const before = { lines: view.lines.length, marks: view.marks.length };
    const judged = view.worth?.length ?? 0;
    this.#isOver = isOver;
    this.#seen.push(...seen);
    this.file = file ?? null;
    for (const bytes of this.fault === null ? nodes : []) {
      if (replay.blind !== null && endsWith(bytes)) return null; // it reveals how the hands were dealt
      if (replay.add(bytes) !== null) return null;
      this.#verification.take(replay);
      view.take(replay);
    }
    return {
      lines: view.lines.slice(before.lines),
      marks: view.marks.slice(before.marks),
      worth: view.worth?.slice(judged) ?? null,
      now: this.#now(),
    };
  }

  /** What is known without signatures. */
  #report(): Report {
    const report = this.#verification.report(this.#opened.replay);
    // of a foreign format, nodes are made only of what comes before the fault
    return this.fault === null ? report : { ...report, fault: this.fault, entries: this.#entries };
  }

  /** How many entries there are, whether they can be replayed or not. */
  get #entries(): number {
    return Math.max(this.#opened.entries, this.#opened.replay.entries);
  }

  /** The nodes that a longer copy of the same record adds; null where it is another record, or has more than nodes. */
  newIn(source: RecordSource): readonly Uint8Array[] | null {
    const { nodes } = this;
    if (!('nodes' in source) || source.remarks !== null || source.form !== this.form) return null;
    if (this.fault !== null || source.nodes.length < nodes.length) return null;
    return nodes.every((bytes, i) => isSameBytes(bytes, source.nodes[i]!))
      ? source.nodes.slice(nodes.length)
      : null;
  }

  /** Checks the signatures that are left, and reports what the record proves whenever there is something new. */
  check(tell: (checked: CheckedRecord) => void): Promise<void> {
    const signatures = this.#signatures;
    const { texts } = this;
    const report = () => this.#report();
    const commits = this.#opened.remarks.notes.every(isSpoken) ? null : () => this.#checkCommits();
    this.#checking = this.#checking.then(() =>
      checkRecord({ signatures, report, texts, commits }, tell),
    );
    return this.#checking;
  }

  /** What the commits in the record prove; null where their reader cannot be loaded. */
  async #checkCommits(): Promise<Result<CommitProof> | null> {
    const loaded = await import('./commits.ts').catch(() => null);
    return loaded === null ? null : loaded.checkCommits(this.#opened.kifu, this.texts);
  }
}

/** Whether a node ends its match. */
function endsWith(bytes: Uint8Array): boolean {
  const node = decodeNext(bytes);
  return node.ok && isEnding(node.value);
}
