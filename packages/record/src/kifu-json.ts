/** A record as JSON text: checks the form of what somebody may have written by hand. What it says is checked by `recordKifu`. */
import {
  type Entry,
  FAULTS,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  type Kifu,
  LEAVING_REASONS,
  ok,
  parseCid,
  parseJson,
  parseSeed,
  pointerStep,
  type Result,
  type TimeControl,
} from '@kifu/core';
import type { Remarks } from './remarks.ts';

/** Longest record that is read, in characters: some ten thousand times a long game of chess. */
const MAX_LENGTH = 1 << 26;

/** Writes a record, one entry a line, so that people and version control can read it. */
export function formatKifu(kifu: Kifu): string {
  const fields = Object.entries(kifu).map(
    ([key, value]) =>
      `  ${JSON.stringify(key)}: ${key === 'entries' ? lines(value) : JSON.stringify(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

const lines = (entries: readonly Entry[]): string =>
  entries.length === 0
    ? '[]'
    : `[\n${entries.map(entry => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;

/** Reads a record: by itself, or as `kifu play --json` gives it. */
export function parseKifu(text: string): Result<Kifu> {
  const json = parseJson(text, { maxLength: MAX_LENGTH });
  if (!json.ok) return json;
  const answer = isObject(json.value) && hasKeys(json.value, ['ok', 'kifu']) ? json.value : null;
  const checked = checkKifu(answer?.kifu ?? json.value);
  if (checked.ok || answer === null) return checked;
  const { code, message, at } = checked.fault;
  return fail(code, message, { at: { path: `/kifu${at?.path ?? ''}` } });
}

/** Checks the form of a record that came as JSON. */
export function checkKifu(value: Json): Result<Kifu> {
  const path = KIFU(value);
  return path === null
    ? ok(value as unknown as Kifu)
    : fail('malformed', 'it is no record, or not in its form', { at: { path } });
}

/** Checks the form of remarks that came as JSON: notes and variations, and nothing that could pass for a part of the record. */
export function checkRemarksForm(value: Json): Result<Remarks> {
  const path = REMARKS(value);
  return path === null
    ? ok(value as unknown as Remarks)
    : fail('malformed', 'they are no notes and variations, or not in their form', { at: { path } });
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
/** Lower-case hex digits of so many bytes. */
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

/** A refusal as it is kept: where in the input it lay is of no use any more. */
const isFault = (value: Json | undefined): boolean =>
  isObject(value) &&
  typeof value.code === 'string' &&
  Object.hasOwn(FAULTS, value.code) &&
  typeof value.message === 'string' &&
  (value.rule === undefined || typeof value.rule === 'string');

/** What each kind of act has besides its type. */
const ACTS: { readonly [type in Entry['act']['type']]: Check } = {
  move: fields({ type, move: any }),
  refused: fields({ type, move: any, fault: is(isFault) }),
  leave: fields({
    type,
    of: seat,
    how: is(how => Object.keys(LEAVING_REASONS).includes(how as string)),
  }),
  claim: fields({ type, reason: text }),
  'allow-takeback': fields({ type, to: whole }),
  links: fields({ type, links: list(hash) }),
  'offer-draw': fields({ type }),
  'accept-draw': fields({ type }),
  decline: fields({ type }),
  'ask-takeback': fields({ type }),
  pause: fields({ type }),
  resume: fields({ type }),
  abort: fields({ type }),
};

const act: Check = value => {
  const kind = isObject(value) ? value.type : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(ACTS, kind)) return '/type';
  return ACTS[kind as keyof typeof ACTS](value as JsonObject);
};

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
  signed: maybe(fields({ seq: whole, seen: whole, signature })),
  referee: maybe(signature),
});

const note = fields({ entry: whole, author: orNull(text), text, glyphs: list(whole) });

/** Variations have variations; how deep is bounded by the depth of JSON that is read at all. */
const variation: Check = fields({
  entry: whole,
  entries: list(entry),
  notes: list(note),
  variations: list(value => variation(value)),
});

const said = { notes: list(note), variations: list(variation) };
const REMARKS = fields(said);

const CLOCKS: { readonly [type in TimeControl['type']]: Check } = {
  absolute: fields({ type, mainMs: whole }),
  fixed: fields({ type, moveMs: whole }),
  fischer: fields({ type, mainMs: whole, incrementMs: whole }),
  'byo-yomi': fields({ type, mainMs: whole, periods: whole, periodMs: whole }),
};

const clock: Check = value => {
  const kind = isObject(value) ? value.type : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(CLOCKS, kind)) return '/type';
  return CLOCKS[kind as keyof typeof CLOCKS](value);
};

const terms = fields({
  nonce: hex(0, 32),
  rated: flag,
  clock: orNull(clock),
  referee: orNull(hash),
  fair: orNull(
    fields({ commitments: list(hash), links: list(hash), waitMs: whole, deal: orNull(hash) }),
  ),
  hashEvery: whole,
  branch: orNull(
    fields({
      node: is(isNodeId),
      part: whole,
      at: orNull(whole),
    }),
  ),
});

/** The content id of a node: DAG-CBOR always. */
function isNodeId(value: Json | undefined): boolean {
  const cid = typeof value === 'string' ? parseCid(value) : null;
  return cid?.ok === true && cid.value.codec === 'dag-cbor';
}

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
      referee: maybe(signature),
    }),
  ),
  ...said,
});
