/**
 * Rewrites a damaged file: copies everything that still hashes and nothing else, and names what is lost. The damaged file is only
 * read.
 */
import { DatabaseSync } from 'node:sqlite';
import {
  type Cid,
  cidOf,
  decodeCid,
  encodeCid,
  fail,
  formatCid,
  hashesTo,
  isInteger,
  isSameCid,
  sha256,
} from '@kifu/core';
import { type FindGame, idOf } from '@kifu/record';
import { decodeNext, isEnding, isHeader } from '@kifu/record/node';
import { unpack } from '@kifu/record/pack';
import { decodePlayerFile, foldPlayer, storedHandles } from '@kifu/record/player';
import type { MatchSummary } from '@kifu/record/store';
import type { StoreProblem } from '../library/upkeep.ts';
import { readListing, readSecret } from '../sql/rows.ts';
import { LISTING_COLUMNS } from '../sql/search.ts';
import { IMPORT_KIND } from './import-kind.ts';
import { type RawRow, type RawValue, readRawRows } from './raw-rows.ts';
import { createTables } from './schema.ts';
import type { SqliteStore } from './store.ts';

/** What was recovered and what was not. */
export interface SalvageResult {
  readonly pages: number;
  readonly matches: number;
  /** Those among them of which the newest nodes are missing. */
  readonly shortened: number;
  readonly blocks: number;
  readonly secrets: number;
  /** What is lost, or cannot be trusted. */
  readonly lost: readonly StoreProblem[];
}

const CID_BYTES = 36;
const DIGEST_BYTES = 32;

/** Copies all that is good of a damaged file into a store that is empty. Its library is then to be rebuilt. */
export async function salvage(
  path: string,
  store: SqliteStore,
  findGame: FindGame,
): Promise<SalvageResult> {
  const lost: StoreProblem[] = [];
  const lose = (what: StoreProblem['what'], where: string, why: string): void =>
    void lost.push({ what, where, fault: fail('broken-chain', why).fault });
  const found = sortRows(path, lose);
  const nodes = new Nodes();
  let blocks = 0;
  for (const { cid, bytes } of found.blocks) {
    await store.blocks.put(cid, bytes);
    nodes.add(cid, bytes);
    blocks++;
  }
  for (const { id, bytes } of found.packs) {
    const opened = await unpack(findGame, bytes);
    if (opened.ok)
      for (const node of opened.value.nodes) {
        const cid = cidOf('dag-cbor', node);
        await store.blocks.put(cid, node);
        nodes.add(cid, node);
      }
    else lose('pack', `${path}, pack ${id}`, opened.fault.message);
  }
  let shortened = 0;
  const kept = new Set<string>();
  for (const match of nodes.headers) {
    const said = found.heads.get(keyOf(match)) ?? null;
    const head = nodes.newest(match, said);
    await store.heads.move(match, null, head);
    kept.add(keyOf(match));
    if (said !== null && isSameCid(head, said)) continue;
    const isLonger = said !== null && nodes.leadsTo(head, said);
    if (!isLonger) shortened++;
    lose('match', formatCid(match), whyOf(head, said, isLonger));
  }
  for (const [key, head] of found.heads)
    if (!kept.has(key))
      lose('match', nameOf(key), `nothing is left of it; its head was ${formatCid(head)}`);
  // a mark of an import would keep the file from bringing back what is lost
  for (const { kind, name, value } of found.secrets)
    if (kind !== IMPORT_KIND) await store.vault.put(kind, name, value);
  for (const { match, bytes } of found.remarks) await store.remarks.put(match, bytes);
  for (const file of found.players) {
    const statements = decodePlayerFile(file);
    const player = statements.ok ? await foldPlayer(statements.value) : statements;
    if (!player.ok) continue; // no file of a player: rows of other tables may look like it
    const handles = await storedHandles(player.value, store.players.find);
    const kept = { id: player.value.id, file, handles };
    if ((await store.players.put(kept, null)) !== 'kept')
      lose('player', kept.id, 'another player has one of their names or keys');
  }
  // for data that no record has: whether it is private or hidden, and its source
  for (const { listing, isHidden } of found.listings) {
    const key = keyOf(listing.match);
    if (!kept.has(key)) {
      if (!found.heads.has(key)) lose('listing', formatCid(listing.match), wordsOf(listing));
      continue;
    }
    await store.library.list({ ...listing, head: (await store.heads.get(listing.match))! });
    if (isHidden) await store.library.hide(listing.match, true);
  }
  const { pages, secrets } = found;
  return { pages, matches: kept.size, shortened, blocks, secrets: secrets.length, lost };
}

function whyOf(head: Cid, said: Cid | null, isLonger: boolean): string {
  if (said === null)
    return 'its head was not found: it may have been longer, or have been removed before';
  const [to, before] = [formatCid(head), formatCid(said)];
  return isLonger
    ? `its head was older than its nodes: it goes up to ${to}, not only to ${before}`
    : `its newest nodes are missing: it goes up to ${to}, not to ${before}`;
}

/** Whether what a row has given is a listing: what was damaged may still be read, as anything. */
function isListing({
  game,
  players,
  startedAt,
  entries,
  outcome,
  source,
  visibility,
}: MatchSummary): boolean {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isNumbers = (list: unknown): boolean =>
    Array.isArray(list) && list.every(Number.isSafeInteger);
  const isOutcome =
    outcome === null ||
    (['win', 'draw', 'void'].includes(outcome.result) &&
      isNumbers(outcome.winners) &&
      (outcome.points === null || isNumbers(outcome.points)) &&
      isText(outcome.reason));
  return (
    isText(game) &&
    Array.isArray(players) &&
    players.every(isText) &&
    (startedAt === null || isText(startedAt)) &&
    isInteger(entries, 0, Number.MAX_SAFE_INTEGER) &&
    isOutcome &&
    (source === null || isText(source)) &&
    ['public', 'private'].includes(visibility)
  );
}

const wordsOf = ({ game, players, startedAt }: MatchSummary): string =>
  `nothing is left of it: ${game}, ${players.join(' – ')}, ${startedAt ?? 'without a date'}`;

const keyOf = (cid: Cid): string => Buffer.from(encodeCid(cid)).toString('latin1');

function nameOf(key: string): string {
  const cid = decodeCid(Buffer.from(key, 'latin1'));
  return cid.ok ? formatCid(cid.value) : key;
}

/** Nodes by what they follow. */
class Nodes {
  readonly headers: Cid[] = [];
  readonly #known = new Set<string>();
  readonly #after = new Map<string, Cid[]>();
  readonly #prev = new Map<string, string>();
  readonly #endings = new Set<string>();

  add(cid: Cid, bytes: Uint8Array): void {
    const key = keyOf(cid);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (isHeader(bytes)) {
      this.headers.push(cid);
      return;
    }
    const node = decodeNext(bytes);
    if (!node.ok) return; // a block of something else
    const before = keyOf(idOf(node.value.prev));
    this.#prev.set(key, before);
    this.#after.set(before, [...(this.#after.get(before) ?? []), cid]);
    if (isEnding(node.value)) this.#endings.add(key);
  }

  /**
   * Returns the end of the longest chain that follows the stored head, which may be older than the nodes. Unless all nodes before that head
   * are there, it is the longest chain from the header.
   */
  newest(match: Cid, said: Cid | null): Cid {
    let ends: readonly Cid[] = [said !== null && this.leadsTo(said, match) ? said : match];
    for (;;) {
      const next = ends.flatMap(end => this.#following(keyOf(end)));
      if (next.length === 0) return ends[0]!;
      ends = next;
    }
  }

  #following(key: string): readonly Cid[] {
    return this.#endings.has(key) ? [] : (this.#after.get(key) ?? []);
  }

  /** Whether a node follows another, with all nodes between them. */
  leadsTo(head: Cid, from: Cid): boolean {
    let key: string | undefined = keyOf(head);
    const end = keyOf(from);
    while (key !== undefined && key !== end)
      key = this.#known.has(key) ? this.#prev.get(key) : undefined;
    return key === end;
  }
}

interface FoundRows {
  readonly pages: number;
  readonly blocks: { readonly cid: Cid; readonly bytes: Uint8Array }[];
  readonly packs: { readonly id: number; readonly bytes: Uint8Array }[];
  readonly heads: Map<string, Cid>;
  readonly secrets: {
    readonly kind: string;
    readonly name: string;
    readonly value: ReturnType<typeof readSecret>;
  }[];
  readonly remarks: { readonly match: Cid; readonly bytes: Uint8Array }[];
  readonly players: Uint8Array[];
  readonly listings: { readonly listing: MatchSummary; readonly isHidden: boolean }[];
}

/** Sorts rows by what they must be: their tables are unknown if the schema is damaged. */
function sortRows(
  path: string,
  lose: (what: StoreProblem['what'], where: string, why: string) => void,
): FoundRows {
  const found: Omit<FoundRows, 'pages'> = {
    ...{ blocks: [], packs: [], heads: new Map(), secrets: [], remarks: [], listings: [] },
    players: [],
  };
  const take = ({ id, values }: RawRow): void => {
    const [, first, second, third] = values;
    const cid = isBytes(first, CID_BYTES) ? decodeCid(first) : null;
    if (id === null) takeSecret(values);
    else if (values.length === 3 && cid?.ok && second instanceof Uint8Array) {
      if (hashesTo(cid.value, second)) found.blocks.push({ cid: cid.value, bytes: second });
      else lose('block', formatCid(cid.value), 'its bytes are not those that its id names');
    } else if (values.length === 3 && typeof first === 'number' && second instanceof Uint8Array)
      found.packs.push({ id, bytes: second });
    else if (
      values.length === 4 &&
      cid?.ok &&
      isBytes(second, CID_BYTES) &&
      typeof third === 'number'
    ) {
      const head = decodeCid(second);
      if (head.ok) found.heads.set(keyOf(cid.value), head.value);
    } else if (
      values.length === 4 &&
      cid?.ok &&
      second instanceof Uint8Array &&
      isBytes(third, DIGEST_BYTES)
    ) {
      if (Buffer.compare(sha256(second), third) === 0)
        found.remarks.push({ match: cid.value, bytes: second });
      else lose('remarks', formatCid(cid.value), 'they are not what was written');
    } else if (values.length >= LEAST_COLUMNS && cid?.ok) takeListing(values);
  };
  const takeSecret = (values: readonly RawValue[]): void => {
    const [kind, name, value, digest] = values;
    // the id, the file, its hash
    const isPlayer = values.length === 3 && typeof kind === 'string' && name instanceof Uint8Array;
    if (isPlayer && isBytes(value, DIGEST_BYTES)) {
      if (Buffer.compare(sha256(name), value) === 0) found.players.push(name);
      else lose('player', kind, 'the file is not what was written');
      return;
    }
    const isSecret =
      values.length === 4 &&
      [kind, name, value].every(text => typeof text === 'string') &&
      isBytes(digest, DIGEST_BYTES);
    if (!isSecret) return;
    const row = { kind, name, value, digest } as Parameters<typeof readSecret>[0];
    try {
      found.secrets.push({ kind: row.kind, name: row.name, value: readSecret(row) });
    } catch {
      lose('secret', `${row.kind} ${row.name}`, 'it is not what was written');
    }
  };
  const takeListing = (values: readonly RawValue[]): void => {
    try {
      // facts follow from the record, and are looked for again when the library is rebuilt
      const row = LISTING_COLUMNS.map(column =>
        FACTS.includes(column) ? null : (values[COLUMNS.indexOf(column)] ?? null),
      );
      const isHidden = values[COLUMNS.indexOf('hidden')] === 1;
      const listing = readListing(row);
      // otherwise it says nothing; the match itself is found by its nodes
      if (isListing(listing)) found.listings.push({ listing, isHidden });
    } catch {
      // nor does what cannot be read at all
    }
  };
  const { pages, damaged } = readRawRows(path, take);
  for (const page of damaged)
    lose('file', `${path}, page ${page}`, 'it has rows that cannot be read');
  return { ...found, pages };
}

const isBytes = (value: RawValue | undefined, length: number): value is Uint8Array =>
  value instanceof Uint8Array && value.length === length;

/** How many columns `matches` has had from the beginning: up to the opening. */
const LEAST_COLUMNS = 17;
const FACTS: readonly string[] = ['facts', 'event', 'round', 'time_control', 'eco'];

/** Columns of `matches` in the order of a row; later additions follow at the end. */
const COLUMNS = columnsOf('matches');

function columnsOf(table: string): readonly string[] {
  const db = new DatabaseSync(':memory:');
  createTables(db);
  const rows = db.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table);
  db.close();
  return rows.map(({ name }) => String(name));
}
