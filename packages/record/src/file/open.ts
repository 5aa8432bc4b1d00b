/** Records opened: played through by their rules, so that what is here can be shown. */
import {
  type Cid,
  cidOf,
  type Fault,
  type Game,
  type Json,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { headOf, nodesOf } from '../chain.ts';
import { readHeader, readKifu, recordKifu, within } from '../kifu.ts';
import { checkKifu } from '../kifu-json.ts';
import { verifyUnsigned } from '../verify.ts';
import type { KifuSource, NodeSource, Source } from './find.ts';

/** Where games come from. */
export interface Games {
  names(): readonly string[];
  /** The newest version unless another is asked for; an unknown name is a fault. */
  load(name: string, version?: number): Promise<Result<Kit>>;
}

/** A record with its rules and both its forms: as nodes and as a value. */
export interface Opened {
  readonly source: Source;
  readonly kit: Kit;
  /** Where the record is broken, only what comes before the fault. */
  readonly kifu: Kifu;
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  /** Why the record goes no further; null where all of it is here. Signatures are not checked. */
  readonly fault: Fault | null;
  /** How many entries the file has, whether they can be played or not. */
  readonly entries: number;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}

/** Opens a record as far as it can be played; a fault where not even its start can be. */
export const openSource = (games: Games, source: Source): Promise<Result<Opened>> =>
  'kifu' in source ? openKifu(games, source) : openNodes(games, source);

async function openNodes(games: Games, source: NodeSource): Promise<Result<Opened>> {
  const { nodes, head, remarks } = source;
  const header = readHeader(nodes);
  if (!header.ok) return within(header, 'the header', '/header');
  const kit = await games.load(header.value.game, header.value.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const { fault, good, entries } = verifyUnsigned(game, nodes, head.digest).report;
  if (fault !== null && isOfHeader(fault)) return { ok: false, fault };
  const sound = fault === null ? nodes : nodes.slice(0, good + 1);
  const kifu = readKifu(game, sound);
  if (!kifu.ok) return kifu;
  const opened = { source, kit: kit.value, nodes: sound, fault, entries };
  if (fault !== null) {
    const last = cidOf('dag-cbor', sound.at(-1)!);
    return ok({ ...opened, kifu: kifu.value, head: last, losses: source.losses });
  }
  return ok({ ...opened, head, ...addRemarks(kifu.value, remarks, source.losses) });
}

const isOfHeader = ({ at }: Fault): boolean => at?.path?.startsWith('/header') ?? true;

/** Remarks come from strangers too, and never change what happened: those that have no form are left out. */
function addRemarks(
  kifu: Kifu,
  remarks: Json | null,
  losses: readonly string[],
): Pick<Opened, 'kifu' | 'losses'> {
  if (remarks === null) return { kifu, losses };
  const whole = checkKifu({ ...kifu, ...(remarks as object) } as unknown as Json);
  return whole.ok
    ? { kifu: whole.value, losses }
    : { kifu, losses: [...losses, `remarks: ${whole.fault.message}`] };
}

async function openKifu(games: Games, source: KifuSource): Promise<Result<Opened>> {
  const { kifu, losses } = source;
  const kit = await games.load(kifu.header.game, kifu.header.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const whole = recordKifu(game, kifu);
  const sound = whole.ok ? kifu : soundPart(kifu, whole.fault);
  const chain = whole.ok || sound === null ? whole : recordKifu(game, sound);
  if (!chain.ok || sound === null) return whole as Result<never>;
  return ok({
    source,
    kit: kit.value,
    kifu: sound,
    nodes: nodesOf(chain.value),
    head: headOf(chain.value),
    fault: whole.ok ? null : whole.fault,
    entries: kifu.entries.length,
    losses,
  });
}

/** A record up to its fault, without what is said about the rest; null where the fault lies at its start. */
function soundPart(kifu: Kifu, { at }: Fault): Kifu | null {
  const [, part, i] = /^\/(entries|ending)\/?(\d*)/.exec(at?.path ?? '') ?? [];
  if (part === undefined) return null;
  const entries = part === 'ending' ? kifu.entries : kifu.entries.slice(0, Number(i));
  return { ...kifu, entries, ending: null, notes: [], variations: [] };
}
