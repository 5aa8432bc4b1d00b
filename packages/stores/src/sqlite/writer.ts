/** Writes the file: ops that are given at once become one transaction, which is durable when they are answered. */
import type { DatabaseSync } from 'node:sqlite';
import type { BlockRow, HeadMove, RemarksRow } from '../sql/ops.ts';
import { Ages } from './ages.ts';
import { EndedGamesWriter } from './ended-games.ts';
import { isOfFile, type SerializedError, serializeError } from './errors.ts';
import type { FileOp } from './file-ops.ts';
import { HeadMover } from './head-mover.ts';
import { IMPORT_KIND } from './import-kind.ts';
import { type Prepared, prepareAll } from './prepared.ts';
import { RecentBlocks, Sweeper } from './recent-blocks.ts';
import { Remover } from './remover.ts';
import { RunWriter } from './run-writer.ts';
import { RUNS } from './runs.ts';
import { numberOf } from './schema.ts';
import { SummaryWriter } from './summary-writer.ts';

/** How many pages are given back at once, and how many of the index of words are merged before: of 4 KiB. */
const SHRINK_PAGES = 1024;

/** Result of an op: whether it did something, or why it was not done. */
export type OpAnswer = boolean | SerializedError;

/** Says how large transactions are: `bulk.ts` has one for imports. */
interface Pace {
  nextOps(): number;
  pause(): void;
}

/** How the writer is set up. */
export interface WriterOptions {
  /** How long the tail of blocks grows before it is swept into the index. */
  readonly tailLength?: number | undefined;
  /** Whether much is written at once, as in an import. */
  readonly isBulk?: boolean | undefined;
}

/** Writes into an open file. */
export class Writer {
  readonly #recent: RecentBlocks;
  readonly #sweeper: Sweeper;
  readonly #lister: SummaryWriter;
  readonly #remover: Remover;
  readonly #runs: { readonly [kind in keyof typeof RUNS]: RunWriter };
  /** Parts that write what they have gathered just before the commit. */
  readonly #parts: readonly { flush(): void; undo(): void }[];
  readonly #ages: Ages;
  readonly #heads: HeadMover;
  readonly #db: DatabaseSync;
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  /** Blocks that the present transaction has brought. */
  #count = 0;
  #hasWritten = false;
  readonly #pace: Pace | null;

  constructor(db: DatabaseSync, { tailLength }: WriterOptions = {}, pace: Pace | null = null) {
    this.#db = db;
    this.#pace = pace;
    this.#recent = new RecentBlocks(db);
    this.#sweeper = new Sweeper(db, this.#recent, tailLength);
    this.#runs = {
      positions: new RunWriter(db, RUNS.positions),
      nodes: new RunWriter(db, RUNS.nodes),
    };
    const ended = new EndedGamesWriter(db);
    this.#lister = new SummaryWriter(db, this.#runs.positions, ended);
    this.#remover = new Remover(db, this.#recent, this.#runs.nodes);
    this.#parts = [this.#lister, ended, this.#remover, ...Object.values(this.#runs)];
    this.#ages = new Ages(db);
    this.#heads = new HeadMover(db);
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** Before the file is closed: notes the newest block and the time, so that a later `gc` knows how old everything is. */
  close(): void {
    if (this.#hasWritten) this.run([{ do: 'note' }]);
  }

  /** Runs all ops and answers each. An op that fails alone does not affect the others. */
  run(ops: readonly FileOp[]): OpAnswer[] {
    const answers: OpAnswer[] = [];
    while (answers.length < ops.length) {
      if (answers.length > 0) this.#pace?.pause();
      const next = ops.slice(answers.length, answers.length + this.#nextOps());
      for (const answer of this.#runHalves(next)) answers.push(answer);
    }
    return answers;
  }

  #nextOps(): number {
    try {
      return this.#pace?.nextOps() ?? Number.POSITIVE_INFINITY;
    } catch {
      return Number.POSITIVE_INFINITY; // what is wrong with the file, the transaction says
    }
  }

  /** Does all of it in one transaction; where an op spoils that, in halves, until it is alone. */
  #runHalves(ops: readonly FileOp[]): OpAnswer[] {
    try {
      return this.#transact(ops);
    } catch (cause) {
      const error = serializeError(cause);
      if (ops.length === 1 || isOfFile(error)) return ops.map(() => error);
      const half = ops.length >> 1;
      return [...this.#runHalves(ops.slice(0, half)), ...this.#runHalves(ops.slice(half))];
    }
  }

  #transact(ops: readonly FileOp[]): boolean[] {
    // takes the right to write at once, so that what is read now is still so when it is written
    this.#sql.begin.run();
    const { last } = this.#recent;
    const [swept, noted] = [this.#sweeper.state, this.#ages.state];
    this.#count = 0;
    try {
      this.#recent.refresh();
      const answers = ops.map(op => this.#apply(op));
      if (this.#count > 0) this.#ages.note(this.#recent.last);
      this.#sweeper.sweep(this.#count);
      for (const part of this.#parts) part.flush();
      this.#sql.commit.run();
      this.#sweeper.committed();
      this.#hasWritten ||= this.#count > 0;
      return answers;
    } catch (cause) {
      this.#recent.undo(last);
      this.#sweeper.undo(swept);
      this.#ages.undo(noted);
      for (const part of this.#parts) part.undo();
      // some problems have rolled it back already
      if (this.#db.isTransaction) this.#sql.rollback.run();
      throw cause;
    }
  }

  #apply(op: FileOp): boolean {
    switch (op.do) {
      case 'put':
        return this.#put(op.block);
      case 'append':
        if (!this.#heads.move(op)) return false;
        // appended nodes are new but for rare cases, and storing one twice does no harm: this saves the look-up
        for (const block of op.blocks) this.#add(block);
        if (!isPlain(op)) this.#remover.noteMove();
        return true;
      case 'keep':
        this.#sql.keep.run(op.kind, op.name, op.value, op.digest);
        return true;
      case 'add':
        return this.#sql.add.run(op.kind, op.name, op.value, op.digest).changes > 0;
      case 'drop':
        this.#sql.drop.run(op.kind, op.name);
        return true;
      case 'keep-remarks':
        this.#keepRemarks(op);
        return true;
      case 'drop-remarks':
        this.#sql.dropRemarks.run(op.match);
        return true;
      case 'keep-player':
        return this.#storePlayer(op);
      case 'drop-player':
        this.#sql.dropHandles.run(op.player);
        this.#sql.dropPlayer.run(op.player);
        return true;
      case 'list':
        this.#lister.list(op);
        if (!this.#remover.hasHead(op.row.match)) this.#remover.noteMove();
        return true;
      case 'hide':
        return this.#lister.hide(op.match, op.hidden);
      case 'remove':
        this.#lister.remove(op.match);
        this.#sql.dropMarks.run(IMPORT_KIND);
        return true;
      case 'pack':
        if (!this.#remover.pack(op)) return false;
        if (op.list !== null) this.#lister.list(op.list);
        if (op.remarks !== null) this.#keepRemarks(op.remarks);
        return true;
      case 'leave':
        return this.#remover.leave(op);
      case 'loose':
        return this.#remover.setLoose(op.isLoose);
      case 'collect':
        return this.#remover.collect(op);
      case 'collect-remarks':
        return this.#sql.collectRemarks.run().changes > 0;
      case 'forget':
        if (!this.#remover.forget(op)) return false;
        this.#lister.remove(op.match);
        this.#sql.dropRemarks.run(op.match);
        // another import of the same file brings it back
        this.#sql.dropMarks.run(IMPORT_KIND);
        return true;
      case 'note':
        this.#ages.note(this.#recent.last, true);
        return true;
      case 'purge':
        for (const leaf of op.leaves) this.#runs[op.kind].purge(leaf);
        return true;
      case 'purged':
        this.#runs[op.kind].purged(op.numbers);
        return true;
      case 'shrink':
        // a negative number merges all segments into one, a number of pages at a time. https://sqlite.org/fts5.html#the_merge_command
        this.#db.exec(`INSERT INTO words (words, rank) VALUES ('merge', -${SHRINK_PAGES})`);
        this.#db.exec(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`);
        return numberOf(this.#db, 'PRAGMA freelist_count') > 0;
    }
  }

  #keepRemarks({ match, bytes, digest }: RemarksRow): void {
    this.#sql.keepRemarks.run(match, bytes, digest);
  }

  /** False, and nothing is stored, if the player's file is no longer `from` or another player has a handle: a writer was faster. */
  #storePlayer({ player, from, bytes, digest, handles }: PlayerOp): boolean {
    const kept = this.#sql.player.get(player)?.digest as Uint8Array | undefined;
    const isAsked =
      kept === undefined || from === null
        ? kept === undefined && from === null
        : Buffer.compare(kept, from) === 0;
    if (!isAsked) return false;
    for (const handle of handles)
      if ((this.#sql.owner.get(handle)?.player ?? player) !== player) return false;
    this.#sql.storePlayer.run(player, bytes, digest);
    this.#sql.dropHandles.run(player);
    for (const handle of handles) this.#sql.keepHandle.run(handle, player);
    return true;
  }

  /** Puts a block again: it becomes young, so that `gc` keeps it, and damage to the stored bytes is repaired. */
  #put(block: BlockRow): boolean {
    const id = this.#recent.find(block.cid);
    if (id !== null && !this.#ages.isOld(id)) {
      const kept = this.#sql.bytes.get(id)?.bytes as Uint8Array;
      if (Buffer.compare(kept, block.bytes) === 0) return false;
    }
    if (id !== null) this.#remover.remove(block.cid);
    this.#add(block);
    return id === null;
  }

  #add({ cid, bytes }: BlockRow): void {
    const id = this.#recent.nextId;
    this.#sql.put.run(id, cid, bytes);
    this.#recent.add(cid, id);
    this.#count++;
  }
}

type PlayerOp = Extract<FileOp, { readonly do: 'keep-player' }>;

/** Whether a head moves to a block that comes with it: then no older block becomes referenced again. */
const isPlain = ({ from, to, blocks }: HeadMove & { readonly blocks: readonly BlockRow[] }) =>
  from !== null && blocks.some(({ cid }) => Buffer.compare(cid, to) === 0);

const STATEMENTS = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  bytes: 'SELECT bytes FROM blocks WHERE id = ?',
  put: 'INSERT INTO blocks (id, cid, bytes) VALUES (?, ?, ?)',
  keep: `INSERT INTO vault (kind, name, value, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, digest = excluded.digest`,
  add: `INSERT INTO vault (kind, name, value, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, name) DO NOTHING`,
  drop: 'DELETE FROM vault WHERE kind = ? AND name = ?',
  keepRemarks: `INSERT INTO remarks (match, bytes, digest) VALUES (?, ?, ?)
    ON CONFLICT (match) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest`,
  dropMarks: 'DELETE FROM vault WHERE kind = ?',
  dropRemarks: 'DELETE FROM remarks WHERE match = ?',
  player: 'SELECT digest FROM players WHERE player = ?',
  owner: 'SELECT player FROM handles WHERE handle = ?',
  storePlayer: `INSERT INTO players (player, bytes, digest) VALUES (?, ?, ?)
    ON CONFLICT (player) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest`,
  dropPlayer: 'DELETE FROM players WHERE player = ?',
  keepHandle: 'INSERT INTO handles (handle, player) VALUES (?, ?)',
  dropHandles: 'DELETE FROM handles WHERE player = ?',
  collectRemarks: `DELETE FROM remarks
    WHERE match NOT IN (SELECT match FROM heads) AND match NOT IN (SELECT match FROM matches)`,
} as const;
