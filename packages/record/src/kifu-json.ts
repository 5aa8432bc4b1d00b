/**
 * Records as JSON, the one place where entries are written as text: moves in the game's JSON, hashes and signatures as hex digits.
 * The format of input from outside is checked here; its content is checked by `recordKifu`.
 */
import {
  ACTIONS,
  type Action,
  type ActionType,
  type ActValues,
  bytesToHex,
  type Ending,
  type Entry,
  endingOf,
  entryOf,
  FAULTS,
  fail,
  fieldsOf,
  type Game,
  hasKeys,
  hexToBytes,
  isEvaluation,
  isInteger,
  isLeaveReason,
  isObject,
  isShape,
  type Json,
  type JsonObject,
  type Kifu,
  ok,
  parseCid,
  parseJson,
  parseSeed,
  pointerStep,
  type Result,
  TERMS,
  type TermValues,
  TIME_CONTROLS,
  type Variation,
} from '@kifu/core';
import { within } from './place.ts';

/** A record as JSON has it. Only its form has been checked. */
export interface KifuJson extends JsonObject {
  readonly header: JsonObject & Pick<Kifu['header'], 'game' | 'version'>;
  readonly entries: readonly JsonObject[];
  readonly ending: JsonObject | null;
  readonly notes: readonly JsonObject[];
  readonly variations: readonly JsonObject[];
}

/** Longest record that is read, in characters: some ten thousand times a long game of chess. */
const MAX_LENGTH = 1 << 26;

/** Writes a record, one entry a line, so that people and version control can read it. */
export function formatKifu(game: Game, kifu: Kifu): string {
  const fields = Object.entries(kifuToJson(game, kifu)).map(
    ([key, value]) =>
      `  ${JSON.stringify(key)}: ${key === 'entries' ? lines(value as readonly Json[]) : JSON.stringify(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

const lines = (entries: readonly Json[]): string =>
  entries.length === 0
    ? '[]'
    : `[\n${entries.map(entry => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;

/** A record as JSON. */
export const kifuToJson = (game: Game, kifu: Kifu): KifuJson =>
  ({
    ...kifu,
    entries: kifu.entries.map(entry => entryToJson(game, entry)),
    ending: kifu.ending === null ? null : endingToJson(kifu.ending),
    variations: kifu.variations.map(variation => variationToJson(game, variation)),
  }) as unknown as KifuJson;

/** Notes and variations as JSON. */
export const remarksToJson = (
  game: Game,
  { notes, variations }: Pick<Kifu, 'notes' | 'variations'>,
): JsonObject =>
  ({
    notes,
    variations: variations.map(variation => variationToJson(game, variation)),
  }) as unknown as JsonObject;

/** An entry as JSON; what is null because it is rare is left out. */
export const entryToJson = (
  game: Game,
  { seat, act, at, ms, lag, clockMs, hash, signed, referee }: Entry,
): JsonObject => ({
  seat,
  act: actToJson(game, act),
  at,
  ms,
  clockMs,
  hash: hash && bytesToHex(hash),
  ...(lag !== null && { lag }),
  ...(signed && { signed: { ...signed, signature: bytesToHex(signed.signature) } }),
  ...(referee && { referee: bytesToHex(referee) }),
});

const endingToJson = ({ outcome, ms, hash, at, deal, signed, referee }: Ending): JsonObject => ({
  outcome: outcome as unknown as JsonObject,
  ms,
  hash: hash && bytesToHex(hash),
  ...(at !== null && { at }),
  ...(deal && { deal: bytesToHex(deal) }),
  ...(signed.length > 0 && {
    signed: signed.map(({ seat, signature }) => ({ seat, signature: bytesToHex(signature) })),
  }),
  ...(referee && { referee: bytesToHex(referee) }),
});

const variationToJson = (
  game: Game,
  { entry, entries, notes, variations }: Variation,
): JsonObject => ({
  entry,
  entries: entries.map(each => entryToJson(game, each)),
  notes: notes as unknown as JsonObject[],
  variations: variations.map(each => variationToJson(game, each)),
});

/** An action as JSON. A move that the game cannot read, which no record that was played has, is its hex digits. */
export function actToJson(game: Game, act: Action): JsonObject {
  const said = act as unknown as Readonly<Record<string, never>>;
  const fields = fieldsOf(act.type).map(([field, kind]) => [
    field,
    VALUES[kind].write(said[field]!, game),
  ]);
  return { type: act.type, ...Object.fromEntries(fields) };
}

/** Reads an action whose form has been checked, in place and value. */
export function actFromJson(game: Game, json: JsonObject): Result<Action> {
  const act: Record<string, unknown> = { type: json.type };
  for (const [field, kind] of fieldsOf(json.type as ActionType)) {
    const value = VALUES[kind].read(json[field]!, game);
    if (!value.ok) return value;
    act[field] = value.value;
  }
  return ok(act as unknown as Action);
}

/** Reads a record: plain, or as `kifu play --json` gives it. */
export function parseKifu(text: string): Result<KifuJson> {
  const json = parseJson(text, { maxLength: MAX_LENGTH });
  if (!json.ok) return json;
  const answer = isObject(json.value) && hasKeys(json.value, ['ok', 'kifu']) ? json.value : null;
  const checked = checkKifu(answer?.kifu ?? json.value);
  if (checked.ok || answer === null) return checked;
  const { code, message, at } = checked.fault;
  return fail(code, message, { at: { path: `/kifu${at?.path ?? ''}` } });
}

/** Checks the format of a record that came as JSON. */
export function checkKifu(value: Json): Result<KifuJson> {
  const path = KIFU(value);
  return path === null
    ? ok(value as unknown as KifuJson)
    : fail('malformed', 'not a valid record', { at: { path } });
}

/** A record whose form has been checked, with its moves read by the game. */
export function kifuFromJson(game: Game, json: KifuJson): Result<Kifu> {
  const entries = entriesFromJson(game, json.entries);
  if (!entries.ok) return entries;
  const variations = variationsFromJson(game, json.variations, '/variations');
  if (!variations.ok) return variations;
  return ok({
    ...(json as unknown as Kifu),
    entries: entries.value,
    ending: json.ending === null ? null : endingFromJson(json.ending),
    variations: variations.value,
  });
}

/** Notes and variations that came as JSON: their form and their moves are checked. */
export function remarksFromJson(
  game: Game,
  json: Json,
): Result<Pick<Kifu, 'notes' | 'variations'>> {
  const path = REMARKS(json);
  if (path !== null)
    return fail('malformed', 'not valid notes and variations', {
      at: { path },
    });
  const { notes, variations } = json as unknown as Pick<KifuJson, 'notes' | 'variations'>;
  const read = variationsFromJson(game, variations, '/variations');
  return read.ok ? ok({ notes: notes as unknown as Kifu['notes'], variations: read.value }) : read;
}

function entriesFromJson(game: Game, list: readonly JsonObject[]): Result<Entry[]> {
  const entries: Entry[] = [];
  for (const [i, json] of list.entries()) {
    const act = actFromJson(game, json.act as JsonObject);
    if (!act.ok) return within(act, `entry ${i + 1} of ${list.length}`, `/entries/${i}`);
    entries.push(entryOf(json.seat as number | null, act.value, moreOf(json)));
  }
  return ok(entries);
}

function moreOf(json: JsonObject): Partial<Entry> {
  const { at, ms, lag = null, clockMs, signed } = json as unknown as Entry;
  return {
    at,
    ms,
    lag,
    clockMs,
    hash: bytesOf(json.hash),
    signed:
      signed === undefined || signed === null
        ? null
        : { ...signed, signature: bytesOf((json.signed as JsonObject).signature)! },
    referee: bytesOf(json.referee),
  };
}

const bytesOf = (hex: Json | undefined): Uint8Array | null =>
  typeof hex === 'string' ? hexToBytes(hex) : null;

function endingFromJson(json: JsonObject): Ending {
  const { outcome, ms, at = null } = json as unknown as Ending;
  return endingOf(outcome, {
    ms,
    at,
    hash: bytesOf(json.hash),
    deal: bytesOf(json.deal),
    signed: ((json.signed ?? []) as readonly JsonObject[]).map(({ seat, signature }) => ({
      seat: seat as number,
      signature: bytesOf(signature)!,
    })),
    referee: bytesOf(json.referee),
  });
}

function variationsFromJson(
  game: Game,
  list: readonly JsonObject[],
  path: string,
): Result<Variation[]> {
  const read: Variation[] = [];
  for (const [i, json] of list.entries()) {
    const here = `${path}/${i}`;
    const entries = entriesFromJson(game, json.entries as readonly JsonObject[]);
    if (!entries.ok) return within(entries, 'a variation', here);
    const deeper = variationsFromJson(
      game,
      json.variations as readonly JsonObject[],
      `${here}/variations`,
    );
    if (!deeper.ok) return deeper;
    read.push({
      ...(json as unknown as Variation),
      entries: entries.value,
      variations: deeper.value,
    });
  }
  return ok(read);
}

/** How the kinds of value of an action are spelled in JSON. */
const VALUES: {
  readonly [Kind in keyof ActValues]: {
    readonly check: Check;
    write(value: ActValues[Kind], game: Game): Json;
    read(json: Json, game: Game): Result<ActValues[Kind]>;
  };
} = {
  move: {
    check: value => (value === undefined ? '' : null),
    write: (move, game) => {
      const read = game.moves.bytes.decode(move);
      return read.ok ? game.moves.json.encode(read.value) : bytesToHex(move);
    },
    read(json, game) {
      const move = game.moves.json.decode(json);
      return move.ok ? ok(game.moves.bytes.encode(move.value)) : move;
    },
  },
  fault: {
    check: value => (isFault(value) ? null : ''),
    write: fault => fault as unknown as Json,
    read: json => ok(json as unknown as ActValues['fault']),
  },
  links: {
    check: value => list(hash)(value),
    write: links => links.map(bytesToHex),
    read: json => ok((json as readonly string[]).map(hexToBytes)),
  },
  seat: plain(value => isInteger(value, 0, 15)),
  leaving: plain(isLeaveReason),
  text: plain(value => typeof value === 'string'),
  count: plain(value => isInteger(value, 0, Number.MAX_SAFE_INTEGER)),
};

/** A value that JSON has as it is. */
function plain<T>(test: (value: Json | undefined) => boolean) {
  return {
    check: (value: Json | undefined) => (test(value) ? null : ''),
    write: (value: T) => value as Json,
    read: (json: Json) => ok(json as T),
  };
}

/** Gives the path to the first thing that cannot be there; null where all is good. */
type Check = (value: Json | undefined) => string | null;

const is =
  (test: (value: Json | undefined) => boolean): Check =>
  value =>
    test(value) ? null : '';

const text = is(value => typeof value === 'string');
const object = is(isObject);
const flag = is(value => typeof value === 'boolean');
/** Lower-case hex digits of `least` to `most` bytes. */
const hex = (least: number, most = least): Check =>
  is(
    value =>
      typeof value === 'string' &&
      value.length >= 2 * least &&
      value.length <= 2 * most &&
      /^(?:[0-9a-f]{2})*$/.test(value),
  );
const hash = hex(32);
const signature = hex(64);
const whole = is(value => isInteger(value, 0, Number.MAX_SAFE_INTEGER));
const seat = is(value => isInteger(value, 0, 15));
const any = is(value => value !== undefined);
const orNull =
  (check: Check): Check =>
  value =>
    value === null ? null : check(value);

/** A field that may be left out. */
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined ? null : check(value);

const list =
  (check: Check): Check =>
  value => {
    if (!Array.isArray(value)) return '';
    for (const [i, item] of value.entries()) {
      const wrong = check(item);
      if (wrong !== null) return `/${i}${wrong}`;
    }
    return null;
  };

/** An object with exactly these fields. */
const fields =
  (checks: { readonly [key: string]: Check }): Check =>
  value => {
    if (!isObject(value)) return '';
    const extra = Object.keys(value).find(key => !Object.hasOwn(checks, key));
    if (extra !== undefined) return pointerStep(extra);
    for (const [key, check] of Object.entries(checks)) {
      const wrong = check(value[key]);
      if (wrong !== null) return `/${key}${wrong}`;
    }
    return null;
  };

const type = text;

/** A refusal as recorded: its location in the input is of no use any more. */
const isFault = (value: Json | undefined): boolean =>
  isObject(value) &&
  typeof value.code === 'string' &&
  Object.hasOwn(FAULTS, value.code) &&
  typeof value.message === 'string' &&
  (value.rule === undefined || typeof value.rule === 'string');

/** A value that a table lists by type. */
const kinds =
  (checks: { readonly [type: string]: Check }): Check =>
  value => {
    const kind = isObject(value) ? value.type : undefined;
    return typeof kind === 'string' && Object.hasOwn(checks, kind) ? checks[kind]!(value) : '/type';
  };

const act = kinds(
  Object.fromEntries(
    Object.keys(ACTIONS).map(kind => [
      kind,
      fields({
        type,
        ...Object.fromEntries(
          fieldsOf(kind as ActionType).map(([field, of]) => [field, VALUES[of].check]),
        ),
      }),
    ]),
  ),
);

const outcome = fields({
  result: is(result => ['win', 'draw', 'void'].includes(result as string)),
  winners: list(seat),
  points: orNull(list(is(value => isInteger(value, -(2 ** 31), 2 ** 31)))),
  reason: text,
});

const entry = fields({
  seat: orNull(seat),
  act,
  at: orNull(whole),
  ms: orNull(whole),
  clockMs: orNull(whole),
  hash: orNull(hash),
  lag: maybe(whole),
  signed: maybe(fields({ seq: whole, seen: whole, signature })),
  referee: maybe(signature),
});

const note = fields({
  entry: whole,
  author: orNull(text),
  text,
  glyphs: list(whole),
  evaluation: maybe(is(isEvaluation)),
  shapes: maybe(list(is(isShape))),
  tookMs: maybe(whole),
});

/** Variations have variations; how deep is bounded by the depth of JSON that is read at all. */
const variation: Check = fields({
  entry: whole,
  entries: list(entry),
  notes: list(note),
  variations: list(value => variation(value)),
});

const clock = kinds(
  Object.fromEntries(
    Object.entries(TIME_CONTROLS).map(([kind, control]) => [
      kind,
      fields({ type, ...Object.fromEntries(control.fields.map(field => [field, whole])) }),
    ]),
  ),
);

const TERM_KINDS: { readonly [kind in keyof TermValues]: Check } = {
  flag,
  count: whole,
  nonce: hex(0, 32),
  key: hash,
  clock,
  fair: fields({ commitments: list(orNull(hash)), waitMs: whole, deal: orNull(hash) }),
  branch: fields({ node: is(isNodeId), part: whole, at: orNull(whole) }),
};

const terms = fields(
  Object.fromEntries(
    Object.entries(TERMS).map(([name, { kind, none }]) => [
      name,
      none === null ? orNull(TERM_KINDS[kind]) : TERM_KINDS[kind],
    ]),
  ),
);

/** The content ID of a node: DAG-CBOR always. */
function isNodeId(value: Json | undefined): boolean {
  const cid = typeof value === 'string' ? parseCid(value) : null;
  return cid?.ok === true && cid.value.codec === 'dag-cbor';
}

const REMARKS = fields({ notes: list(note), variations: list(variation) });

const KIFU = fields({
  header: fields({
    game: text,
    version: whole,
    options: object,
    players: list(fields({ seat, name: text, key: maybe(hash) })),
    seed: is(value => value === null || parseSeed(value).ok),
    start: orNull(fields({ canon: any, aside: any })),
    startedAt: orNull(text),
    tags: is(tags => isObject(tags) && Object.values(tags).every(tag => typeof tag === 'string')),
    terms: maybe(terms),
  }),
  entries: list(entry),
  ending: orNull(
    fields({
      outcome,
      ms: orNull(whole),
      hash: orNull(hash),
      at: maybe(whole),
      deal: maybe(hash),
      signed: maybe(list(fields({ seat, signature }))),
      referee: maybe(signature),
    }),
  ),
  notes: list(note),
  variations: list(value => variation(value)),
});
