/** Records written to files: a CAR or JSON by the name of the file, or whatever dialect its game has. */
import {
  type Cid,
  canonicalText,
  cidOf,
  type Dialect,
  fail,
  type Game,
  type Json,
  type Kifu,
  type Kit,
  ok,
  type Result,
  type Terms,
  type Written,
} from '@kifu/core';
import {
  type Block,
  encodeRemarks,
  formatKifu,
  hasRemarks,
  headOf,
  NO_TERMS,
  nodesOf,
  recordKifu,
  termsOf,
} from '@kifu/record';
import { writeCar } from '@kifu/stores/car';
import type { Opened } from './open-record.ts';
import { saveBytes } from './save.ts';
import { counted } from './words.ts';

/** A record as it is written. */
export type Writable = Pick<Opened, 'kit' | 'kifu' | 'nodes' | 'head'>;

/** The record in a form: `car`, `json`, or a dialect of its game. */
export function writeAs(record: Writable, form: string): Result<Written> {
  if (form === 'car') return ok({ output: carOf(record), losses: [] });
  if (form === 'json') return ok({ output: formatKifu(record.kifu), losses: [] });
  const { game, dialects } = record.kit;
  const dialect = dialects.find(({ name }) => name === form);
  if (dialect !== undefined) return writeForeign(dialect, record.kifu);
  return fail(
    'unsupported',
    `${game.name} cannot be written as ${form}; known: ${known(dialects)}`,
  );
}

/** A foreign form. What proves a record is not a game's business, so its dialect does not tell that it is left out. */
function writeForeign(dialect: Dialect, kifu: Kifu): Result<Written> {
  const written = dialect.write(kifu);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  const back = dialect.read(output);
  return ok({ output, losses: [...losses, ...proofsLost(kifu, back.ok ? back.value : null)] });
}

/** What one record proves and the other does not any more. */
function proofsLost(kifu: Kifu, back: Kifu | null): string[] {
  const [terms, left] = [termsOf(kifu.header), back === null ? NO_TERMS : termsOf(back.header)];
  const lostTerms = Object.keys(terms).filter(
    key => canonicalText(termOf(terms, key)) !== canonicalText(termOf(left, key)),
  );
  const isLess = (count: (kifu: Kifu) => number) => count(kifu) > (back === null ? 0 : count(back));
  return [
    ...(isLess(countSignatures) ? [counted(countSignatures(kifu), 'signature', 'signatures')] : []),
    ...(isLess(countKeys) ? [counted(countKeys(kifu), 'key', 'keys')] : []),
    ...(lostTerms.length > 0 ? [`terms: ${lostTerms.join(', ')}`] : []),
  ];
}

const termOf = (terms: Terms, key: string): Json => terms[key as keyof Terms] as unknown as Json;

const countSignatures = ({ entries, ending }: Kifu): number =>
  [...entries, ending].reduce(
    (sum, signed) =>
      sum + (signed?.referee === undefined ? 0 : 1) + (signed && 'signed' in signed ? 1 : 0),
    0,
  );

const countKeys = ({ header: { players } }: Kifu): number =>
  players.filter(({ key }) => key !== undefined).length;

/** The form that the name of a file asks for, if it does. */
export function formOf({ dialects }: Kit, path: string): string | null {
  const has = (ending: string) => path.toLowerCase().endsWith(`.${ending}`);
  if (has('car')) return 'car';
  const dialect = dialects.find(({ extensions }) => extensions.some(has));
  return dialect?.name ?? (has('json') ? 'json' : null);
}

/** A form that keeps all of a record, by the name of a file; a form that does not is refused, since nobody asked for losses. */
export function wholeFormOf(
  kit: Kit,
  path: string,
  fallback: 'car' | 'json',
): Result<'car' | 'json'> {
  const form = formOf(kit, path) ?? fallback;
  return form === 'car' || form === 'json'
    ? ok(form)
    : fail(
        'unsupported',
        `${path}: a record is kept whole as .car or .json; kifu convert makes ${form} of it`,
      );
}

/** Writes a record so that it is on disk when this returns: a CAR where the name says so, else JSON. */
export async function saveKifu(
  kit: Kit,
  path: string,
  kifu: Kifu,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<Result<string>> {
  const form = wholeFormOf(kit, path, 'json');
  if (!form.ok) return form;
  if (form.value === 'json') return saveBytes(path, formatKifu(kifu), mayReplace);
  const chain = recordKifu(kit.game as Game, kifu);
  if (!chain.ok) return chain;
  const record = { kifu, nodes: nodesOf(chain.value), head: headOf(chain.value) };
  return saveBytes(path, carOf(record), mayReplace);
}

const known = (dialects: readonly Dialect[]): string =>
  ['car', 'json', ...dialects.map(({ name }) => name)].join(', ');

/** A record as a CAR: its roots are the head, and remarks where there are any. */
function carOf({ kifu, nodes, head }: Omit<Writable, 'kit'>): Uint8Array {
  const chain: Block[] = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  if (!hasRemarks(kifu)) return writeCar([head], chain);
  const bytes = encodeRemarks(head, kifu);
  const cid: Cid = cidOf('dag-cbor', bytes);
  return writeCar([head, cid], [...chain, { cid, bytes }]);
}
