/** Writes records: as a CAR, a pack or JSON, which lose nothing, or in a format of the game. */
import {
  canonicalText,
  cidOf,
  fail,
  type Game,
  isSpoken,
  type Json,
  type Kifu,
  NO_TERMS,
  ok,
  type RecordFormat,
  type Result,
  type Terms,
  type WriteResult,
} from '@kifu/core';
import { encodeAnnotations, hasRemarks } from '../annotations/annotations.ts';
import { writeCar } from '../car/index.ts';
import { formatKifu } from '../kifu-json.ts';
import { termsOf } from '../match-state/terms.ts';
import type { Block } from '../node/collect.ts';
import { pack } from '../pack/index.ts';
import { nameOpening } from '../replay/openings.ts';
import type { OpenedSource } from './open.ts';

/** A record as it is written. */
export type Writable = Pick<OpenedSource, 'kit' | 'kifu' | 'nodes' | 'head'>;

/** The forms that keep all of a record. */
export type WholeForm = (typeof WHOLE_FORMS)[number];
const WHOLE_FORMS = ['car', 'json', 'pack'] as const;

/** Whether a form keeps all of a record. */
export const isWhole = (form: string): form is WholeForm =>
  (WHOLE_FORMS as readonly string[]).includes(form);

/** A format in which records can be written. */
export interface FormatInfo {
  readonly name: string;
  /** The ending of its files. */
  readonly ending: string;
  /** Whether a file may have many records, one after the other. */
  readonly isCollection: boolean;
  readonly isText: boolean;
}

/** The formats of all records, and some formats of games. */
export const formsOf = (dialects: readonly RecordFormat[]): readonly FormatInfo[] => [
  { name: 'car', ending: 'car', isCollection: false, isText: false },
  { name: 'json', ending: 'json', isCollection: false, isText: true },
  { name: 'pack', ending: 'kifu', isCollection: false, isText: false },
  ...dialects.map(({ name, extensions, readAll }) => ({
    ...{ name, ending: extensions[0] ?? name },
    ...{ isCollection: readAll !== undefined, isText: true },
  })),
];

/** Writes the record in a format: `car`, `json`, `pack`, or a format of its game. */
export async function writeAs(record: Writable, form: string): Promise<Result<WriteResult>> {
  if (isWhole(form)) {
    const output = writeWhole(record, form);
    return output.ok ? ok({ output: output.value, losses: [] }) : output;
  }
  const { game, formats } = record.kit;
  const dialect = formats.find(({ name }) => name === form);
  if (dialect !== undefined) return writeForeign(dialect, record);
  return fail('unsupported', `${game.name} has no format ${form}; known: ${known(formats)}`);
}

/** The record in a format without losses. */
export function writeWhole(record: Writable, form: WholeForm): Result<Uint8Array | string> {
  if (form === 'car') return ok(carOf(record));
  return form === 'json' ? ok(formatKifu(record.kit.game as Game, record.kifu)) : packOf(record);
}

/** Writes a format of a game. Games know nothing of signatures, so their formats do not report the loss of them. */
async function writeForeign(
  dialect: RecordFormat,
  { kit, kifu, nodes }: Writable,
): Promise<Result<WriteResult>> {
  const notes = kifu.notes.filter(isSpoken);
  // a record that says something of its opening is given no other name: none is looked for
  const isNamed = OPENING_TAGS.some(tag => kifu.header.tags[tag] !== undefined);
  const opening = isNamed ? null : await nameOpening(kit, nodes);
  const written = dialect.write({ ...kifu, notes }, opening);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  const carried = notes.length < kifu.notes.length ? ['the commits that it was made of'] : [];
  // where there is nothing to lose, the output need not be read back to find out
  const proofs = hasProofs(kifu) ? proofsLost(kifu, readBack(dialect, output)) : [];
  return ok({ output, losses: [...losses, ...carried, ...proofs] });
}

/** Tags that name an opening, in files of all kinds. */
const OPENING_TAGS = ['ECO', 'Opening', 'Variation', 'NIC'] as const;

function readBack(dialect: RecordFormat, output: string | Uint8Array): Kifu | null {
  const back = dialect.read(output);
  return back.ok ? back.value : null;
}

/** Whether a record has signatures, keys or terms. */
const hasProofs = (kifu: Kifu): boolean =>
  countSignatures(kifu) > 0 || countKeys(kifu) > 0 || (kifu.header.terms ?? null) !== null;

/** What one record proves and the other does not any more. */
function proofsLost(kifu: Kifu, back: Kifu | null): string[] {
  const [terms, left] = [termsOf(kifu.header), back === null ? NO_TERMS : termsOf(back.header)];
  const lostTerms = Object.keys(terms).filter(
    key => canonicalText(termOf(terms, key)) !== canonicalText(termOf(left, key)),
  );
  const isLess = (count: (kifu: Kifu) => number) => count(kifu) > (back === null ? 0 : count(back));
  return [
    ...(isLess(countSignatures) ? [counted(countSignatures(kifu), 'signature')] : []),
    ...(isLess(countKeys) ? [counted(countKeys(kifu), 'key')] : []),
    ...(lostTerms.length > 0 ? [`terms: ${lostTerms.join(', ')}`] : []),
  ];
}

const termOf = (terms: Terms, key: string): Json => terms[key as keyof Terms] as unknown as Json;

const countSignatures = ({ entries, ending }: Kifu): number => {
  const referee = [...entries, ending].filter(node => node !== null && node.referee !== null);
  const players = entries.filter(({ signed }) => signed !== null);
  return referee.length + players.length + (ending?.signed.length ?? 0);
};

const countKeys = ({ header: { players } }: Kifu): number =>
  players.filter(({ key }) => key !== undefined).length;

const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const known = (dialects: readonly RecordFormat[]): string =>
  [...WHOLE_FORMS, ...dialects.map(({ name }) => name)].join(', ');

/** A record as a CAR: its roots are the head, and annotations where there are any. */
function carOf({ kit, kifu, nodes, head }: Writable): Uint8Array {
  const chain: Block[] = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  if (!hasRemarks(kifu)) return writeCar([head], chain);
  const bytes = encodeAnnotations(kit.game as Game, head, kifu);
  const cid = cidOf('dag-cbor', bytes);
  return writeCar([head, cid], [...chain, { cid, bytes }]);
}

/** A record as a pack, with its annotations. */
const packOf = ({ kit, kifu, nodes, head }: Writable): Result<Uint8Array> =>
  pack(
    kit.game as Game,
    nodes,
    hasRemarks(kifu) ? encodeAnnotations(kit.game as Game, head, kifu) : null,
  );
