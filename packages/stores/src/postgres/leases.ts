/** Leases of a database, by the clock of its server. */
import { encodeCid } from '@kifu/core';
import { checkTtlMs, type LeaseOwner, type LeaseState, type Leases } from '@kifu/record/store';
import { bytesList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { decodeText, encodeText } from './text.ts';

/** Leases, each statement in its own transaction. They are few: one for each match that a process takes. */
export const postgresLeases = ({ read, write, where }: Connections): Leases => ({
  async take(match, owner, ttlMs, ask) {
    ask?.signal?.throwIfAborted();
    const values = [encodeCid(match), encodeText(owner), checkTtlMs(ttlMs)];
    for (let tries = 0; tries < TRIES; tries++) {
      const [row] = await write<LeaseState>({ name: 'kifu-take', text: TAKE, values });
      // the owner may have released it between the two looks
      if (row !== undefined)
        return {
          ...row,
          owner: decodeText(row.owner),
          before: row.before && decodeText(row.before),
        };
    }
    throw new Error(`a lease in ${where} keeps changing`);
  },
  async renew(match, fence, ttlMs, ask) {
    ask?.signal?.throwIfAborted();
    const values = [encodeCid(match), fence, checkTtlMs(ttlMs)];
    return (await write({ name: 'kifu-renew', text: RENEW, values })).length > 0;
  },
  async release(match, fence, ask) {
    ask?.signal?.throwIfAborted();
    const values = [encodeCid(match), fence];
    return (await write({ name: 'kifu-release', text: RELEASE, values })).length > 0;
  },
  async hold(owner, ttlMs, ask) {
    ask?.signal?.throwIfAborted();
    const values = [encodeText(owner), checkTtlMs(ttlMs)];
    const rows = await write<LeaseOwner>({ name: 'kifu-hold', text: HOLD, values });
    return rows.map(row => ({ ...row, owner: decodeText(row.owner) }));
  },
  async vacant(matches, ask) {
    ask?.signal?.throwIfAborted();
    const values = [bytesList(matches.map(encodeCid))];
    const rows = await read<{ n: number }>({ name: 'kifu-vacant', text: VACANT, values });
    return rows.map(({ n }) => matches[n - 1]!);
  },
});

const TRIES = 10;
/** 'kift' as a number: the locks of processes that take leases. */
const LOCK = 0x6b696674;
const UNTIL = "clock_timestamp() + $3::float8 * interval '1 ms'";
const SHOWN = `owner, round(extract(epoch FROM until) * 1000)::bigint AS "untilMs",
  greatest(0, ceil(extract(epoch FROM until - clock_timestamp()) * 1000))::bigint AS "leftMs"`;

/** A lease is over when its time is, and its owner is not there any more. */
const IS_OVER = `l.until <= clock_timestamp()
  AND NOT EXISTS (SELECT FROM owners o WHERE o.owner = l.owner AND o.until > clock_timestamp())`;

/**
 * A process that takes a lease has a lock of the match before the number is drawn, so that numbers rise as leases follow each
 * other. The update waits for appends by the lease that it takes over.
 */
const TAKE = `
WITH turn AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(${LOCK}, hashtext(encode($1, 'hex')))
), before AS MATERIALIZED (
  SELECT owner FROM leases WHERE match = $1 AND owner <> $2
), taken AS (
  INSERT INTO leases AS l (match, owner, fence, until) SELECT $1, $2, nextval('fences'), ${UNTIL} FROM turn
  ON CONFLICT (match) DO UPDATE SET owner = excluded.owner, fence = excluded.fence, until = excluded.until
    WHERE l.owner = excluded.owner OR (${IS_OVER})
  RETURNING fence, ${SHOWN}
)
SELECT *, (SELECT owner FROM before) AS before FROM taken
UNION ALL
SELECT NULL, ${SHOWN}, NULL FROM leases WHERE match = $1 AND NOT EXISTS (SELECT FROM taken)`;

const RENEW = `UPDATE leases SET until = ${UNTIL} WHERE match = $1 AND fence = $2 RETURNING fence`;
const HOLD = `
WITH known AS MATERIALIZED (
  SELECT owner, greatest(0, ceil(extract(epoch FROM until - clock_timestamp()) * 1000))::bigint AS "leftMs",
    greatest(0, floor(extract(epoch FROM clock_timestamp() - seen) * 1000))::bigint AS "silentMs"
  FROM owners WHERE seen > clock_timestamp() - interval '1 day'
), mine AS (
  INSERT INTO owners (owner, seen, until)
  VALUES ($1, clock_timestamp(), clock_timestamp() + $2::float8 * interval '1 ms')
  ON CONFLICT (owner) DO UPDATE SET seen = excluded.seen, until = excluded.until
), past AS (
  DELETE FROM owners WHERE owner <> $1 AND seen <= clock_timestamp() - interval '1 day' AND until <= clock_timestamp()
)
SELECT * FROM known`;
const VACANT = `SELECT m.n FROM unnest($1::bytea[]) WITH ORDINALITY AS m (match, n)
  WHERE NOT EXISTS (SELECT FROM leases l WHERE l.match = m.match AND NOT (${IS_OVER})) ORDER BY m.n`;
const RELEASE = 'DELETE FROM leases WHERE match = $1 AND fence = $2 RETURNING fence';
