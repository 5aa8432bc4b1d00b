/** Records opened: played through by their rules, so that what is here can be shown. */
import {
  type Cid,
  cidOf,
  type Fault,
  type Game,
  isSameCid,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { headOf, nodesOf } from '../chain.ts';
import { readHeader, readKifu, recordKifu, within } from '../kifu.ts';
import { openRemarks, remarksUpTo } from '../remarks.ts';
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
  const last = fault === null ? head : cidOf('dag-cbor', sound.at(-1)!);
  const said = addRemarks(kifu.value, last, remarks);
  const losses = [...source.losses, ...said.losses];
  return ok({
    ...{ source, kit: kit.value, kifu: said.kifu, nodes: sound },
    ...{ head: last, fault, entries, losses },
  });
}

const isOfHeader = ({ at }: Fault): boolean => at?.path?.startsWith('/header') ?? true;

/** A record with what is said about it, and what had to be left out of that. */
type Remarked = Pick<Opened, 'kifu' | 'losses'>;

/** Remarks come from strangers too, and never change what happened: those that have no form are left out. */
function addRemarks(kifu: Kifu, head: Cid, block: Uint8Array | null): Remarked {
  if (block === null) return { kifu, losses: [] };
  const opened = openRemarks(block);
  if (!opened.ok) return { kifu, losses: [`remarks: ${opened.fault.message}`] };
  const { about, remarks } = opened.value;
  const whole = { ...kifu, ...remarks };
  return isSameCid(about, head) ? { kifu: whole, losses: [] } : cutRemarks(whole);
}

/** A record that ends before what some remarks are about. */
function cutRemarks(kifu: Kifu): Remarked {
  const { notes, variations } = remarksUpTo(kifu, kifu.entries.length);
  const cut = kifu.notes.length - notes.length + kifu.variations.length - variations.length;
  return {
    kifu: { ...kifu, notes, variations },
    losses: cut === 0 ? [] : [`remarks: ${cut} about what is not in the record`],
  };
}

async function openKifu(games: Games, source: KifuSource): Promise<Result<Opened>> {
  const { kifu, losses } = source;
  const kit = await games.load(kifu.header.game, kifu.header.version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const game = kit.value.game as Game;
  const whole = recordKifu(game, kifu);
  const sound = whole.ok ? { kifu, losses: [] } : soundPart(kifu, whole.fault);
  const chain = whole.ok || sound === null ? whole : recordKifu(game, sound.kifu);
  if (!chain.ok || sound === null) return whole as Result<never>;
  return ok({
    source,
    kit: kit.value,
    kifu: sound.kifu,
    nodes: nodesOf(chain.value),
    head: headOf(chain.value),
    fault: whole.ok ? null : whole.fault,
    entries: kifu.entries.length,
    losses: [...losses, ...sound.losses],
  });
}

/** A record up to its fault, without what is said about the rest; null where the fault lies at its start. */
function soundPart(kifu: Kifu, { at }: Fault): Remarked | null {
  const [, part, i] = /^\/(entries|ending)\/?(\d*)/.exec(at?.path ?? '') ?? [];
  if (part === undefined) return null;
  const entries = part === 'ending' ? kifu.entries : kifu.entries.slice(0, Number(i));
  return cutRemarks({ ...kifu, entries, ending: null });
}
