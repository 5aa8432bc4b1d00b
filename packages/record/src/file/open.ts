/** Records opened: played through by their rules, so that what is here can be shown. */
import {
  type Cid,
  type Fail,
  type Fault,
  type Game,
  type Json,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { remarksFromJson } from '../kifu-json.ts';
import { within } from '../place.ts';
import { readHeader, readKifu, recordKifu } from '../record.ts';
import { Replay, type ReplayReader, readAll } from '../replay.ts';
import type { FindGame } from '../verify.ts';
import type { KifuSource, NodeSource, Source } from './find.ts';

/** Where games come from. */
export interface Games {
  names(): readonly string[];
  /** The newest version unless another is asked for; an unknown name is a fault. */
  load(name: string, version?: number): Promise<Result<Kit>>;
}

/** The rules of games, for those who need no more of them. */
export const findGameIn =
  (games: Pick<Games, 'load'>): FindGame =>
  async (name, version) => {
    const kit = await games.load(name, version);
    return kit.ok ? ok(kit.value.game as Game) : kit;
  };

/** A record with its rules and both its forms: as nodes and as a value. */
export interface Opened {
  readonly source: Source;
  readonly kit: Kit;
  /** Where the record is broken, only what comes before the fault. */
  readonly kifu: Kifu;
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  /** Where it stands, so that it can go on. */
  readonly replay: Replay;
  /** Why the record goes no further; null where all of it is here. Signatures are not checked. */
  readonly fault: Fault | null;
  /** How many entries the file has, whether they can be played or not. */
  readonly entries: number;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}

/** Makes readers for the game of a record, when that is known. */
export type MakeReaders = (
  kit: Kit,
  kifu: Pick<Kifu, 'entries' | 'ending'>,
) => readonly ReplayReader[];

/**
 * Opens a record as far as it can be played; a fault where not even its start can be. It is played once, and the readers look at
 * each step.
 */
export const openSource = (
  games: Games,
  source: Source,
  readers: MakeReaders = () => [],
): Promise<Result<Opened>> =>
  'kifu' in source ? openKifu(games, source, readers) : openNodes(games, source, readers);

async function openNodes(
  games: Games,
  source: NodeSource,
  readers: MakeReaders,
): Promise<Result<Opened>> {
  const header = readHeader(source.nodes);
  if (!header.ok) return within(header, 'the header', '/header');
  const kit = await games.load(header.value.game, header.value.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const replay = new Replay(game, source.nodes, { head: source.head.digest });
  if (replay.fault !== null) return replay.fault;
  const whole = readKifu(source.nodes);
  readAll(replay, readers(kit.value, whole.ok ? whole.value : { entries: [], ending: null }));
  const fault: Fault | null = (replay.fault as Fail | null)?.fault ?? null;
  const sound = source.nodes.slice(0, replay.n + 1);
  const kifu = fault === null ? whole : readKifu(sound);
  if (!kifu.ok) return kifu;
  const { entries, head } = replay;
  const opened = { source, kit: kit.value, nodes: sound, head, fault, entries, replay };
  return ok(
    fault === null
      ? { ...opened, ...addRemarks(game, kifu.value, source.remarks, source.losses) }
      : { ...opened, kifu: kifu.value, losses: source.losses },
  );
}

/** Remarks come from strangers too, and never change what happened: those that have no form are left out. */
function addRemarks(
  game: Game,
  kifu: Kifu,
  remarks: Json | null,
  losses: readonly string[],
): Pick<Opened, 'kifu' | 'losses'> {
  if (remarks === null) return { kifu, losses };
  const read = remarksFromJson(game, remarks);
  return read.ok
    ? { kifu: { ...kifu, ...read.value }, losses }
    : { kifu, losses: [...losses, `remarks: ${read.fault.message}`] };
}

async function openKifu(
  games: Games,
  source: KifuSource,
  readers: MakeReaders,
): Promise<Result<Opened>> {
  const { kifu, losses } = source;
  const kit = await games.load(kifu.header.game, kifu.header.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const whole = recordKifu(game, kifu, { readers: readers(kit.value, kifu) });
  const sound = whole.ok ? kifu : soundPart(kifu, whole.fault);
  const replay =
    whole.ok || sound === null
      ? whole
      : recordKifu(game, sound, { readers: readers(kit.value, sound) });
  if (!replay.ok || sound === null) return whole as Result<never>;
  const { nodes, head } = replay.value;
  return ok({
    source,
    kit: kit.value,
    kifu: sound,
    nodes,
    head,
    fault: whole.ok ? null : whole.fault,
    entries: kifu.entries.length,
    losses,
    replay: replay.value,
  });
}

/** A record up to its fault, without what is said about the rest; null where the fault lies at its start. */
function soundPart(kifu: Kifu, { at }: Fault): Kifu | null {
  const [, part, i] = /^\/(entries|ending)\/?(\d*)/.exec(at?.path ?? '') ?? [];
  if (part === undefined) return null;
  const entries = part === 'ending' ? kifu.entries : kifu.entries.slice(0, Number(i));
  return { ...kifu, entries, ending: null, notes: [], variations: [] };
}
