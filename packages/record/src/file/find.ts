/** Records in files of all formats: CAR, pack, JSON, and the formats of the games. The bytes of a file show its format. */
import {
  type Cid,
  type Fail,
  fail,
  formatCid,
  type Game,
  type Kifu,
  ok,
  type RecordFormat,
  type Result,
} from '@kifu/core';
import { kifuFromJson, parseKifu } from '../kifu-json.ts';
import { isPack, unpack } from '../pack/index.ts';
import { within } from '../place.ts';
import type { WrongNode } from '../replay/replay.ts';
import { isDoubleSigning } from '../sign/proof.ts';
import { readStudyCar } from '../study/study.ts';
import { readCarSource } from './car-source.ts';
import { findGameIn, type Games } from './open.ts';

/** A record as a file has it: nodes that are not checked yet, or a value whose format alone has been checked. */
export type RecordSource = NodeSource | KifuSource;

interface Named {
  /** The file, with `#2` for the second of a collection. */
  readonly name: string;
  /** `car`, `json`, `pack`, `library`, or the name of a game's format. */
  readonly form: string;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}
export interface NodeSource extends Named {
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  /** The block of annotations, for `decodeAnnotations`; null where there is none. */
  readonly remarks: Uint8Array | null;
  /** What reading the file found wrong with a node; absent where nothing was. */
  readonly wrong?: WrongNode;
}
export interface KifuSource extends Named {
  readonly kifu: Kifu;
}

/** Finds all records in the bytes of a file, the invalid ones as faults; of `path` only the extension matters. */
export async function* findRecords(
  games: Games,
  path: string,
  bytes: Uint8Array,
  as: string | null,
): AsyncGenerator<Result<RecordSource>> {
  if (bytes.length === 0) yield fail('malformed', 'the file is empty');
  else if (as === null && isDoubleSigning(bytes)) yield PROOF;
  else if (as === 'car' || (as === null && isCar(bytes))) yield* fromCar(games, bytes);
  else if (as === 'pack' || (as === null && isPack(bytes))) yield await fromPack(games, bytes);
  else if (as === 'json') yield await fromJson(games, bytes);
  else yield* fromText(games, path, bytes, as);
}

const PROOF = fail(
  'unsupported',
  'not a record but a proof that a key signed twice; verify it with kifu verify or on the site',
);

/** The source, or a fault where its head is not the one that the caller asks for: a server may give another record. */
export const expectHead = (source: RecordSource, head: string | null): Result<RecordSource> =>
  head === null || ('head' in source && formatCid(source.head) === head)
    ? ok(source)
    : fail('broken-chain', `not the record ${head}`);

/** Reads a record in JSON; otherwise in a format of a game, some of which are JSON too. */
async function* fromText(
  games: Games,
  path: string,
  bytes: Uint8Array,
  as: string | null,
): AsyncGenerator<Result<RecordSource>> {
  const json = as === null && isJson(bytes) ? await fromJson(games, bytes) : null;
  if (json?.ok) {
    yield json;
    return;
  }
  const dialects = await allFormats(games);
  const dialect = findFormat(dialects, path, bytes, as);
  if (dialect !== null) yield* fromDialect(dialect, bytes);
  else yield json ?? unknownForm(dialects, as);
}

const unknownForm = (dialects: readonly RecordFormat[], as: string | null): Fail => {
  const known = ['car', 'json', 'pack', ...dialects.map(({ name }) => name)].join(', ');
  return as === null
    ? fail('malformed', `unknown record format; known: ${known}`)
    : fail('unsupported', `unknown format ${as}; known: ${known}`);
};

/** A CAR begins with the length of its header, and a map with `roots` and `version`; one of them may be damaged. */
export const isCar = (bytes: Uint8Array): boolean =>
  latin1.decode(bytes.subarray(0, 16)).includes('eroots') ||
  latin1.decode(bytes.subarray(0, 128)).includes('gversion\x01');

export const isJson = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*\{/.test(latin1.decode(bytes.subarray(0, 64)));

const latin1 = new TextDecoder('latin1');

const NAMELESS = { name: '', losses: [] };

/** The record of a CAR, or each chapter of a study. */
async function* fromCar(games: Games, bytes: Uint8Array): AsyncGenerator<Result<RecordSource>> {
  const study = readStudyCar(bytes);
  if (study === null) yield await readCarSource(games, bytes);
  else if (!study.ok) yield study;
  else for (const { pack } of study.value.chapters) yield await fromPack(games, pack);
}

/** Unpacking plays the match, so that a pack that is damaged gives nothing, and says where. */
async function fromPack(games: Games, bytes: Uint8Array): Promise<Result<RecordSource>> {
  const unpacked = await unpack(findGameIn(games), bytes);
  if (!unpacked.ok) return unpacked;
  return ok({ ...NAMELESS, form: 'pack', ...unpacked.value });
}

async function fromJson(games: Games, bytes: Uint8Array): Promise<Result<RecordSource>> {
  const text = decodeUtf8(bytes);
  if (!text.ok) return text;
  const json = parseKifu(text.value);
  if (!json.ok) return json;
  const { game, version } = json.value.header;
  const kit = await games.load(game, version);
  if (!kit.ok) return within(kit, 'the header', '/header');
  const kifu = kifuFromJson(kit.value.game as Game, json.value);
  return kifu.ok ? ok({ ...NAMELESS, form: 'json', kifu: kifu.value }) : kifu;
}

/** Finds a format: the requested one, or the one with the file's extension, or the first that can read it, or the likeliest. */
export function findFormat(
  dialects: readonly RecordFormat[],
  path: string,
  bytes: Uint8Array,
  as: string | null,
): RecordFormat | null {
  if (as !== null) return dialects.find(({ name }) => name === as) ?? null;
  const named = dialects.filter(({ extensions }) =>
    extensions.some(extension => path.toLowerCase().endsWith(`.${extension}`)),
  );
  if (named.length === 1) return named[0]!;
  const able = named.length > 0 ? named : dialects;
  return (
    able.find(dialect => dialect.read(bytes).ok) ??
    named[0] ??
    dialects.find(dialect => dialect.looksLike?.(bytes)) ??
    null
  );
}

/** Returns the formats of all games. */
export async function allFormats(games: Games): Promise<readonly RecordFormat[]> {
  const kits = await Promise.all(games.names().map(game => games.load(game)));
  return kits.flatMap(kit => (kit.ok ? kit.value.formats : []));
}

function* fromDialect(dialect: RecordFormat, bytes: Uint8Array): Generator<Result<RecordSource>> {
  let losses: string[] = [];
  const lost = (what: string) => losses.push(what);
  for (const kifu of dialect.readAll?.(bytes, lost) ?? [dialect.read(bytes, lost)]) {
    yield kifu.ok ? ok({ name: '', form: dialect.name, losses, kifu: kifu.value }) : kifu;
    losses = [];
  }
}

/** Bytes as text, without a byte order mark. */
function decodeUtf8(bytes: Uint8Array): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('malformed', 'the text is not valid UTF-8');
  }
}
