/** Opened records: replayed by their rules, so that they can be shown. */
import {
  type Cid,
  type Fail,
  type Fault,
  type Game,
  isSameCid,
  type Kifu,
  type Kit,
  ok,
  type Result,
  unwrap,
} from '@kifu/core';
import { type Annotations, openRemarks, remarksUpTo } from '../annotations/annotations.ts';
import type { Block } from '../node/collect.ts';
import { within } from '../place.ts';
import { readHeader, readKifu, recordKifu } from '../record.ts';
import { Replay, type ReplayReader, readAll } from '../replay/replay.ts';
import type { FindGame } from '../verify.ts';
import type { KifuSource, NodeSource, RecordSource } from './find.ts';

/** Where games come from. */
export interface Games {
  names(): readonly string[];
  /** The newest version unless another is asked for; an unknown name is a fault. */
  load(name: string, version?: number): Promise<Result<Kit>>;
  /** Absent in programs that cannot read archives of another system. */
  readonly readArchive?: ReadArchive;
}

/** Reads a match from the blocks of an archive of another system, whose root is a directory of UnixFS. */
export type ReadArchive = (blocks: readonly Block[], root: Cid) => Promise<Result<Kifu>>;

/** The rules of games only, for callers that need nothing else of them. */
export const findGameIn =
  (games: Pick<Games, 'load'>): FindGame =>
  async (name, version) => {
    const kit = await games.load(name, version);
    return kit.ok ? ok(kit.value.game as Game) : kit;
  };

/** A record with its rules and both its forms: as nodes and as a value. */
export interface OpenedSource {
  readonly source: RecordSource;
  readonly kit: Kit;
  /** Where the record is broken, only what comes before the fault. It is read when it is first asked for. */
  readonly kifu: Kifu;
  readonly remarks: Annotations;
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  /** The chain at its end, so that it can continue. */
  readonly replay: Replay;
  /** Why the record goes no further; null where all of it is here. Signatures are not checked. */
  readonly fault: Fault | null;
  /** How many entries the file has, whether they can be played or not. */
  readonly entries: number;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}

/** Makes readers for the game of a record, when that is known. */
export type MakeReaders = (kit: Kit) => readonly ReplayReader[] | Promise<readonly ReplayReader[]>;

/**
 * Opens a record as far as it can be played; a fault where not even its start can be. It is played once, and the readers look at
 * each step.
 */
export const openSource = (
  games: Games,
  source: RecordSource,
  readers: MakeReaders = () => [],
): Promise<Result<OpenedSource>> =>
  'kifu' in source ? openKifu(games, source, readers) : openNodes(games, source, readers);

async function openNodes(
  games: Games,
  source: NodeSource,
  readers: MakeReaders,
): Promise<Result<OpenedSource>> {
  const header = source.wrong?.n === 0 ? source.wrong.why : readHeader(source.nodes);
  if (!header.ok) return within(header, 'the header', '/header');
  const kit = await games.load(header.value.game, header.value.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const replay = new Replay(game, source.nodes, {
    head: source.head.digest,
    header: header.value,
    ...(source.wrong === undefined ? {} : { wrong: source.wrong }),
  });
  if (replay.fault !== null) return replay.fault;
  readAll(replay, await readers(kit.value));
  const fault: Fault | null = (replay.fault as Fail | null)?.fault ?? null;
  const nodes = source.nodes.slice(0, replay.n + 1);
  const said = readRemarks(game, source, replay);
  const opened = { source, kit: kit.value, nodes, head: replay.head, replay, fault, ...said };
  let kifu: Kifu | null = null;
  return ok({
    ...opened,
    entries: replay.entries,
    get kifu() {
      kifu ??= { ...unwrap(readKifu(nodes)), ...said.remarks };
      return kifu;
    },
  });
}

/** Annotations, and what had to be left out of them. */
type Remarked = Pick<OpenedSource, 'remarks' | 'losses'>;

/** Annotations come from strangers too, and never change what happened: those that have no form are left out. */
function readRemarks(game: Game, { remarks: block, losses }: NodeSource, replay: Replay): Remarked {
  if (block === null) return { remarks: NO_REMARKS, losses };
  const opened = openRemarks(game, block);
  if (!opened.ok)
    return { remarks: NO_REMARKS, losses: [...losses, `remarks: ${opened.fault.message}`] };
  const { about, remarks } = opened.value;
  if (isSameCid(about, replay.head)) return { remarks, losses };
  const cut = cutRemarks(remarks, replay.n - (replay.isEnded ? 1 : 0));
  return { ...cut, losses: [...losses, ...cut.losses] };
}

/** Annotations without those about entries that the record does not have. */
function cutRemarks(remarks: Annotations, entries: number): Remarked {
  const { notes, variations } = remarksUpTo(remarks, entries);
  const cut = remarks.notes.length - notes.length + remarks.variations.length - variations.length;
  return {
    remarks: { notes, variations },
    losses: cut === 0 ? [] : [`remarks: ${cut} about what is not in the record`],
  };
}

const NO_REMARKS: Annotations = { notes: [], variations: [] };

async function openKifu(
  games: Games,
  source: KifuSource,
  readers: MakeReaders,
): Promise<Result<OpenedSource>> {
  const { kifu, losses } = source;
  const kit = await games.load(kifu.header.game, kifu.header.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const whole = recordKifu(game, kifu, { readers: await readers(kit.value) });
  const sound = whole.ok ? { kifu, losses: [] } : soundPart(kifu, whole.fault);
  const replay =
    whole.ok || sound === null
      ? whole
      : recordKifu(game, sound.kifu, { readers: await readers(kit.value) });
  if (!replay.ok || sound === null) return whole as Result<never>;
  const { nodes, head } = replay.value;
  return ok({
    source,
    kit: kit.value,
    kifu: sound.kifu,
    remarks: { notes: sound.kifu.notes, variations: sound.kifu.variations },
    nodes,
    head,
    fault: whole.ok ? null : whole.fault,
    entries: kifu.entries.length,
    losses: [...losses, ...sound.losses],
    replay: replay.value,
  });
}

/** A record up to its fault, without what is said about the rest; null where the fault lies at its start. */
function soundPart(
  kifu: Kifu,
  { at }: Fault,
): { readonly kifu: Kifu; readonly losses: readonly string[] } | null {
  const [, part, i] = /^\/(entries|ending)\/?(\d*)/.exec(at?.path ?? '') ?? [];
  if (part === undefined) return null;
  const entries = part === 'ending' ? kifu.entries : kifu.entries.slice(0, Number(i));
  const { remarks, losses } = cutRemarks(kifu, entries.length);
  return { kifu: { ...kifu, entries, ending: null, ...remarks }, losses };
}
