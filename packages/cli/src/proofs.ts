/** Proofs that a key signed twice: checked and put into words, with what the library and the known keys say about them. */

import {
  bytesToHex,
  type Fault,
  formatCid,
  type Json,
  type JsonObject,
  type Kit,
  type Result,
  sha256,
} from '@kifu/core';
import { idOf, readKifu, timeline } from '@kifu/record';
import { decodeNext } from '@kifu/record/node';
import {
  checkDoubleSigning,
  type DescribedProof,
  type DoubleSigning,
  decodeDoubleSigning,
  describeDoubleSigning,
  formatProof,
  type SpellEntry,
} from '@kifu/record/sign';
import { loadNodes } from '@kifu/record/store';
import { faultText } from './fault-text.ts';
import { spellShort } from './input.ts';
import type { Io } from './io.ts';
import { reportLine } from './ipgs/carried-lines.ts';
import { knownKeys } from './known-keys.ts';
import { hasLibrary, type Library, readLibrary } from './library/open.ts';
import { describeAction, unknownVoice, voiceFor } from './match-words.ts';
import { refusal } from './run-command.ts';
import { oneLine } from './text.ts';

/** A proof that was checked. */
export interface CheckedProof {
  readonly name: string;
  /** Null if the proof holds. */
  readonly fault: Fault | null;
  /** Null if it cannot be read. */
  readonly described: DescribedProof | null;
  /** What the reader calls the owner of the key; null if the key is unknown. */
  readonly known: string | null;
}

/** Reads and checks a proof. */
export async function checkProof(io: Io, name: string, bytes: Uint8Array): Promise<CheckedProof> {
  const proof = decodeDoubleSigning(bytes);
  if (!proof.ok) return { name, fault: proof.fault, described: null, known: null };
  const checked = await checkDoubleSigning(proof.value);
  const { match, spell } = await spellingOf(io, proof.value);
  const told = describeDoubleSigning(proof.value, spell);
  const described = { ...told, match: told.match ?? match };
  const { known } = await knownKeys(io, [described.key]);
  return {
    ...{ name, described, known: known.get(described.key) ?? null },
    fault: checked.ok ? null : checked.fault,
  };
}

/** A checked proof as lines: the sentence, the two statements, and why it does not hold. */
export function proofLines(io: Io, { name, fault, described, known }: CheckedProof): string[] {
  const { rows, ...t } = io.texts.reports.records.proof;
  const verdict = fault === null ? t.valid : t.invalid;
  if (described === null) return [oneLine(`${name}: ${verdict}: ${faultText(io, fault!)}`)];
  const { says, differ } = described;
  const row = (label: string, words: string) => reportLine(label, oneLine(words));
  const claim = proofText(io, described);
  return [
    oneLine(`${name}: ${verdict}: ${fault === null ? claim : faultText(io, fault)}`),
    ...(fault === null ? [] : [row(rows.claims, claim)]),
    row(rows.first, says[0]),
    row(rows.second, says[1]),
    ...(differ.length === 0 ? [] : [row(rows.differ, differ.join(', '))]),
    ...(known === null ? [] : [row(rows.key, t.known(known))]),
    ...(fault === null ? [row(rows.signed, t.signed)] : []),
  ];
}

/** What a proof says, as a sentence. */
export const proofText = ({ common }: Io, described: DescribedProof): string =>
  common === undefined ? formatProof(described) : common.site.verify.proof(described);

/** A checked proof as JSON. */
export const proofData = ({ name, fault, described, known }: CheckedProof): JsonObject => ({
  ...(fault === null ? { ok: true } : refusal(fault)),
  ...{ file: name, holds: fault === null, known },
  proof: described as unknown as Json,
  text: described === null ? null : formatProof(described),
});

interface Spelling {
  /** Content ID of the match that the nodes belong to; null if the library does not have it. */
  readonly match: string | null;
  readonly spell: SpellEntry;
}

/** Without the match: actions other than moves are described all the same. */
function noSpelling(io: Io): Spelling {
  const voice = unknownVoice(io);
  return {
    match: null,
    spell: entry => (entry.act.type === 'move' ? null : describeAction(entry, voice)),
  };
}

/** Spells moves by the match in the library that a proof is about. */
async function spellingOf(io: Io, proof: DoubleSigning): Promise<Spelling> {
  const befores = beforesOf(proof);
  if (befores.length === 0 || !(await hasLibrary(io))) return noSpelling(io);
  const positions = new Map<string, Position>();
  const read = await readLibrary(io, async (library): Promise<Result<null>> => {
    for (const { match, node } of befores) {
      const found = await positionAt(io, library, match, node);
      if (found !== null) positions.set(bytesToHex(node), found);
    }
    return { ok: true, value: null };
  });
  // a library that cannot be read does not keep anyone from checking a proof
  if (!read.ok || positions.size === 0) return noSpelling(io);
  const [{ match }] = positions.values() as unknown as [Position];
  return {
    match,
    spell: (entry, before) => {
      const at = positions.get(bytesToHex(before));
      if (at === undefined) return null;
      const { kit, state } = at;
      const voice = voiceFor(io, kit);
      const { seat, act } = entry;
      if (act.type !== 'move' || seat === null) return describeAction(entry, voice);
      const move = kit.game.moves.bytes.decode(act.move);
      // a notation spells legal moves only, and anyone could have made up this one
      return move.ok && kit.game.play(state, seat, move.value).ok
        ? io.texts.reports.records.proof.moves(
            voice.names(seat),
            spellShort(kit, state, move.value),
          )
        : null;
    },
  };
}

/** The nodes after which the two statements were signed, and the match if the proof names it. */
function beforesOf(proof: DoubleSigning): { match: Uint8Array | null; node: Uint8Array }[] {
  if (proof.by === 'player')
    return proof.intents.map(({ intent: { match, seen } }) => ({ match, node: seen }));
  if (proof.by === 'header') return [];
  const node = decodeNext(proof.nodes[0]);
  return node.ok ? [{ match: null, node: node.value.prev }] : [];
}

/** Where a match stood. */
interface Position {
  readonly match: string;
  readonly kit: Kit;
  readonly state: unknown;
}

async function positionAt(
  { games }: Io,
  library: Library,
  match: Uint8Array | null,
  node: Uint8Array,
): Promise<Position | null> {
  const nodes = await nodesUpTo(library, match, node).catch(() => null);
  const kifu = nodes === null ? null : readKifu(nodes);
  if (nodes === null || kifu === null || !kifu.ok) return null;
  const { game, version } = kifu.value.header;
  const kit = await games.load(game, version);
  const line = kit.ok ? timeline(kit.value.game, kifu.value) : kit;
  if (!kit.ok || !line.ok) return null;
  const { state } = line.value.at(kifu.value.entries.length);
  return { match: formatCid(idOf(sha256(nodes[0]!))), kit: kit.value, state };
}

/** The nodes of a match up to one; throws or returns null if the library lacks it. */
async function nodesUpTo(
  library: Library,
  match: Uint8Array | null,
  node: Uint8Array,
): Promise<readonly Uint8Array[] | null> {
  const head = match === null ? idOf(node) : await library.heads.get(idOf(match));
  const nodes = head === null ? null : await loadNodes(library, head);
  if (nodes === null || !nodes.ok) return null;
  const digest = bytesToHex(node);
  const at = nodes.value.findIndex(bytes => bytesToHex(sha256(bytes)) === digest);
  return at < 0 ? null : nodes.value.slice(0, at + 1);
}
