/**
 * Matches that have ended, as packs. One statement puts a pack in the place of the nodes, if the head is still the same; a reader looks for a
 * node among blocks first and then in packs, so that it misses none that is just being packed.
 */
import { cidOf, encodeCid } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { BlockStore } from '@kifu/record/store';
import type { MatchHead } from '../library/upkeep.ts';
import { nodeKeyOf } from '../sql/node-key.ts';
import { type PackNodes, packEnded } from '../sql/pack-ended.ts';
import { createPacked, type Packed } from '../sql/packed.ts';
import { PACKED } from '../sql/packed-mark.ts';
import { createPacker, type PackedSize, type Packer } from '../sql/packer.ts';
import { bytesList, numberList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { PostgresClosedError, PostgresPackedError } from './errors.ts';

/** Heads that are looked at together. */
const PAGE = 256;
/** How many times longer it rests than it works, in the thread of live matches and with one of its own. */
const REST_TIMES = { here: 20, thread: 1 };

/** Opens packs with the rules of their games, and caches a number of bytes of them. */
export const postgresPacked = (
  { read, where }: Connections,
  findGame: FindGame | undefined,
  cacheBytes: number,
): Packed =>
  createPacked(
    {
      async packsOf(cid) {
        const rows = await read<{ id: number }>({
          name: 'kifu-packs-of',
          text: 'SELECT id FROM packs WHERE keys @> $1::bigint[]',
          values: [numberList([nodeKeyOf(cid)])],
        });
        return rows.map(({ id }) => id);
      },
      async bytes(pack) {
        const [row] = await read<{ bytes: Uint8Array }>({
          name: 'kifu-pack',
          text: 'SELECT bytes FROM packs WHERE id = $1',
          values: [pack],
        });
        return row?.bytes ?? null;
      },
      error: (pack, why) => new PostgresPackedError(where, pack, why),
    },
    findGame,
    cacheBytes,
  );

interface PackerParts {
  readonly connections: Connections;
  readonly blocks: BlockStore;
  readonly packNodes: PackNodes;
  /** Whether that happens in this thread. */
  readonly isHere: boolean;
}

/** Packs in the background, from the moment on at which it is made. Of several processes one packs a match. */
export const createDatabasePacker = (parts: PackerParts): Packer => {
  const { read, where } = parts.connections;
  return createPacker({
    looseHeads: after =>
      read({
        text: `SELECT id, match, head FROM heads WHERE id > $1 AND packed = ${PACKED.no} ORDER BY id LIMIT ${PAGE}`,
        values: [after],
      }),
    isOff: () => false,
    isRefused: () => false,
    pack: one => packMatch(parts, one),
    closedError: () => new PostgresClosedError(where),
    restTimes: parts.isHere ? REST_TIMES.here : REST_TIMES.thread,
  });
};

async function packMatch(
  { connections: { write }, blocks, packNodes }: PackerParts,
  one: MatchHead,
): Promise<PackedSize | 'left' | null> {
  const packed = await packEnded(blocks, packNodes, one);
  if (packed === null) return null;
  if (packed === 'hole') return 'left';
  const [match, head] = [encodeCid(one.match), encodeCid(one.head)];
  if (packed === 'never') {
    await write({ text: LEAVE, values: [match, head] });
    return 'left';
  }
  const { nodes, pack } = packed;
  const cids = nodes.map(bytes => encodeCid(cidOf('dag-cbor', bytes)));
  const rows = await write({
    name: 'kifu-keep-pack',
    text: KEEP,
    values: [match, head, pack, numberList(cids.map(nodeKeyOf)), bytesList(cids)],
  });
  if (rows.length === 0) return null;
  const nodeBytes = nodes.reduce((sum, { length }) => sum + length, 0);
  return { nodeBytes, packBytes: pack.length };
}

const LEAVE = `UPDATE heads SET packed = ${PACKED.never} WHERE match = $1 AND head = $2`;

/** Packs a match as a whole. One that continued after it was packed is packed again: its pack has the id of its head. */
const KEEP = `
WITH ended AS MATERIALIZED (
  UPDATE heads SET packed = ${PACKED.yes} WHERE match = $1 AND head = $2 AND packed = ${PACKED.no} RETURNING id
), kept AS (
  INSERT INTO packs (id, bytes, keys) SELECT id, $3::bytea, $4::bigint[] FROM ended
  ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, keys = excluded.keys
), gone AS (
  DELETE FROM blocks WHERE cid = ANY($5::bytea[]) AND EXISTS (SELECT FROM ended)
)
SELECT id FROM ended`;
