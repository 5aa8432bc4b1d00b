/**
 * A record of IPGS as a native one, and back. Moves and results become entries, comments become notes, and the commits
 * themselves are included in a separate note: nothing is lost, and everything can be checked again.
 */
import {
  CARRIER_AUTHOR,
  type CommitResult,
  cidOf,
  decodeBase64,
  encodeBase64,
  endingOf,
  type Fail,
  fail,
  formatCid,
  isObject,
  isSpoken,
  type Json,
  type JsonObject,
  type Kifu,
  type Note,
  type Outcome,
  ok,
  parseCid,
  parseJson,
  type Result,
} from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { type CommitType, encodeCommit, type SignedCommit } from './commit.ts';
import { fileBlock, hashOfFile } from './ipld.ts';
import { type GameRecord, playersOf } from './life/game-record.ts';
import { entriesOf } from './life/native.ts';
import { settleWith } from './life/play.ts';

/** A record with the commits that it is made of, and the signatures under its file that are at hand, by seat. */
export interface WholeRecord {
  readonly record: GameRecord;
  readonly commits: readonly SignedCommit[];
  readonly signatures: readonly [string | null, string | null];
}

const REASONS: { readonly [how in CommitResult['how']]: string } = {
  resignation: 'resignation',
  time: 'timeout',
  forfeit: 'forfeit',
  rules: 'score',
  draw: 'agreement',
  void: 'noResult',
};

/** The native record of a match that has been set up; with its ending once it is finished. */
export function toKifu(whole: WholeRecord): Result<Kifu> {
  const { record } = whole;
  const { match, finished, confirm } = record;
  if (match === null || match.native === null)
    return fail('unsupported', 'the match has not started, so it has no record');
  const result = finished === null ? null : match.proposal!.result;
  const settled = settleWith(match.native, result?.settling ?? []);
  if (!settled.ok) return settled;
  const { table } = settled.value.chain;
  const entries = entriesOf(settled.value);
  const ms = finished === null ? null : Number((finished.at - confirm!.commit.at) / 1_000_000n);
  const outcome = result === null ? null : (table.outcome ?? outcomeOf(result));
  return ok({
    header: table.header,
    entries,
    ending: outcome === null ? null : endingOf(outcome, { ms }),
    notes: [...notesOf(record), carry(whole, entries.length)],
    variations: [],
  });
}

const outcomeOf = ({ how, winner }: CommitResult): Outcome => ({
  result: winner !== null ? 'win' : how === 'void' ? 'void' : 'draw',
  winners: winner === null ? [] : [winner],
  points: null,
  reason: REASONS[how],
});

/** The players' comments, each at its moment. */
function notesOf(record: GameRecord): Note[] {
  const { offer, accept, confirm, match } = record;
  const names = playersOf(record)!.map(({ name }) => name);
  const said: Note[] = [];
  for (let step = match!.steps; step !== null; step = step.before)
    if (step.comment !== '') said.push(noteOf(step.entries, names[step.seat]!, step.comment));
  const before = [offer, accept!, confirm!].map(({ payload, file }) =>
    noteOf(0, file.name, payload.comments),
  );
  return [...before, ...said.reverse()].filter(({ text }) => text !== '');
}

const noteOf = (entry: number, author: string, text: string): Note => ({
  ...{ entry, author, text, glyphs: [] },
});

/** The note that carries the commits. */
function carry({ record, commits, signatures }: WholeRecord, entry: number): Note {
  const files = new Map(commits.map(({ file }) => [file.hash, file.bytes]));
  const carried: JsonObject = {
    ipgs: 1,
    keys: [...files.values()].map(bytes => new TextDecoder().decode(bytes)),
    rules: record.rules,
    commits: commits.map(carryCommit),
    signatures: [...signatures],
  };
  return noteOf(entry, CARRIER_AUTHOR, JSON.stringify(carried));
}

const TYPES: readonly CommitType[] = [
  'challenge-offer',
  'challenge-accept',
  'challenge-confirm',
  'game-step',
];

/** Type, key, timestamp, payload and signature; or the bytes, where a commit was not written as we do. */
function carryCommit({ commit, payload, block }: SignedCommit): Json {
  const text = new TextDecoder().decode(payload);
  const { cid: _, at: __, ...fields } = commit;
  const isUsual =
    hashOfFile(new TextEncoder().encode(text)) === commit.data &&
    formatCid(encodeCommit(fields).cid) === commit.cid;
  return isUsual
    ? [TYPES.indexOf(commit.type), commit.key, commit.timestamp, text, commit.signature]
    : { cid: commit.cid, block: encodeBase64(block.bytes), payload: encodeBase64(payload) };
}

/** What a native record carries of IPGS: its blocks, and where they begin. */
export interface CarriedRecord {
  /** The newest commit. */
  readonly head: string;
  readonly blocks: readonly Block[];
  /** The history object, where a signature came along; it needs the record to be read first. */
  readonly signatures: readonly [string | null, string | null];
}

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'ipgs' });

/** The blocks of IPGS that a native record carries. Reading the record from its head checks them. */
export function fromKifu({ notes }: Pick<Kifu, 'notes'>): Result<CarriedRecord> {
  const note = notes.find(each => !isSpoken(each));
  if (note === undefined) return wrong('the record is not from IPGS');
  const json = parseJson(note.text, { maxLength: 1 << 26 });
  if (!json.ok) return json;
  const carried = json.value;
  if (!isObject(carried) || carried.ipgs !== 1) return wrong('unsupported version of the commits');
  const { keys, rules, commits, signatures } = carried;
  if (
    !isTexts(keys) ||
    typeof rules !== 'string' ||
    !Array.isArray(commits) ||
    commits.length === 0
  )
    return wrong('cannot read the commits in the record');
  const blocks: Block[] = [...keys, rules].map(text => fileBlock(utf8.encode(text)));
  let head: string | null = null;
  for (const each of commits) {
    const read = readCarried(each, head);
    if (read === null) return wrong('cannot read a commit in the record');
    blocks.push(...read.blocks);
    head = read.cid;
  }
  const [black = null, white = null] = Array.isArray(signatures) ? signatures : [];
  const signed = [black, white].map(text => (typeof text === 'string' ? text : null));
  return ok({ head: head!, blocks, signatures: [signed[0]!, signed[1]!] });
}

const utf8 = new TextEncoder();

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every(text => typeof text === 'string');

function readCarried(
  value: Json,
  parent: string | null,
): { readonly cid: string; readonly blocks: readonly Block[] } | null {
  if (isObject(value)) return readBytes(value);
  const [type, key, timestamp, text, signature] = Array.isArray(value) ? value : [];
  const name = TYPES[type as number];
  const isGood = [key, timestamp, text, signature].every(each => typeof each === 'string');
  if (name === undefined || !isGood || !parseCid(key as string).ok) return null;
  const payload = fileBlock(utf8.encode(text as string));
  const block = encodeCommit({
    ...{ type: name, key: key as string, data: formatCid(payload.cid), parent },
    ...{ timestamp: timestamp as string, signature: signature as string },
  });
  return { cid: formatCid(block.cid), blocks: [payload, block] };
}

function readBytes({ cid, block, payload }: JsonObject): ReturnType<typeof readCarried> {
  if (typeof cid !== 'string' || typeof block !== 'string' || typeof payload !== 'string')
    return null;
  const [id, bytes, data] = [parseCid(cid), decodeBase64(block), decodeBase64(payload)];
  if (!id.ok || !bytes.ok || !data.ok) return null;
  const own = cidOf(id.value.codec, bytes.value);
  if (formatCid(own) !== cid) return null;
  return { cid, blocks: [fileBlock(data.value), { cid: own, bytes: bytes.value }] };
}
