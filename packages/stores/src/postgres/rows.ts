/** The rows of a database, page by page: for checks and collections, which read all of them. */
import type { Ask } from '@kifu/record/store';
import type { MatchHead } from '../library/upkeep.ts';
import type { BlockRow } from '../sql/ops.ts';
import { readCid } from '../sql/rows.ts';
import type { Connections } from './connections.ts';
import { intact } from './integrity.ts';
import { decodeText } from './text.ts';

const HEADS = 500;
const BLOCKS = 256;
const SECRETS = 500;

/** Every match once. */
export async function* eachHead(
  { read, where }: Connections,
  ask: Ask = {},
): AsyncGenerator<MatchHead> {
  for (let last = 0; ; ) {
    ask.signal?.throwIfAborted();
    const rows = await read<{ id: number; match: Uint8Array; head: Uint8Array }>({
      text: 'SELECT id, match, head FROM heads WHERE id > $1 ORDER BY id LIMIT $2',
      values: [last, HEADS],
    });
    for (const { match, head } of rows)
      yield intact(where, () => ({ match: readCid(match), head: readCid(head) }));
    if (rows.length < HEADS) return;
    last = rows.at(-1)!.id;
  }
}

/** Blocks in the order of their ids. */
export interface BlockPage {
  readonly blocks: readonly BlockRow[];
  /** Where the next page starts; null for the last page. */
  readonly next: Uint8Array | null;
}

/** The first page. */
export const FIRST_PAGE = new Uint8Array(0);

/** Blocks after some id; those that came after some moment are left out. */
export async function blocksAfter(
  { read }: Connections,
  after: Uint8Array,
  until: string,
): Promise<BlockPage> {
  const rows = await read<BlockRow & { readonly isOld: boolean }>({
    text: 'SELECT cid, bytes, at <= $3 AS "isOld" FROM blocks WHERE cid > $1 ORDER BY cid LIMIT $2',
    values: [after, BLOCKS, until],
  });
  return {
    blocks: rows.filter(({ isOld }) => isOld),
    next: rows.length < BLOCKS ? null : rows.at(-1)!.cid,
  };
}

/** Kinds and names of all that is in the vault, a page at a time. */
export async function* secretPages(
  { read }: Connections,
  ask: Ask = {},
): AsyncGenerator<readonly { readonly kind: string; readonly name: string }[]> {
  for (let [kind, name] = ['', '']; ; ) {
    ask.signal?.throwIfAborted();
    const rows = await read<{ kind: string; name: string }>({
      text: `SELECT kind, name FROM vault WHERE (kind, name) >= ($1, $2) ORDER BY kind, name LIMIT $3`,
      values: [kind, name, SECRETS],
    });
    // the first of a page was the last of the page before
    const isAgain = rows[0]?.kind === kind && rows[0].name === name && (kind !== '' || name !== '');
    yield (isAgain ? rows.slice(1) : rows).map(row => ({
      kind: decodeText(row.kind),
      name: decodeText(row.name),
    }));
    if (rows.length < SECRETS) return;
    ({ kind, name } = rows.at(-1)!);
  }
}
