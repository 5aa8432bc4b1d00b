/** Leases of a database, by the clock of its server. */
import { encodeCid } from '@kifu/core';
import { checkTtlMs, type Leases, type Taken } from '@kifu/record/store';
import type { Connections } from './connections.ts';
import { decodeText, encodeText } from './text.ts';

/** Leases, each statement a transaction of its own. They are few: one for each match that a process takes up. */
export const postgresLeases = ({ write, where }: Connections): Leases => ({
  async take(match, owner, ttlMs, ask) {
    ask?.signal?.throwIfAborted();
    const values = [encodeCid(match), encodeText(owner), checkTtlMs(ttlMs)];
    for (let tries = 0; tries < TRIES; tries++) {
      const [row] = await write<Taken>({ name: 'kifu-take', text: TAKE, values });
      // whoever had it may have released it between the two looks
      if (row !== undefined) return { ...row, owner: decodeText(row.owner) };
    }
    throw new Error(`a lease in ${where} comes and goes`);
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
});

const TRIES = 10;
/** 'kift' as a number: the locks of those who take leases. */
const LOCK = 0x6b696674;
const UNTIL = "clock_timestamp() + $3::float8 * interval '1 ms'";
const SHOWN = `owner, round(extract(epoch FROM until) * 1000)::bigint AS "untilMs",
  greatest(0, ceil(extract(epoch FROM until - clock_timestamp()) * 1000))::bigint AS "leftMs"`;

/**
 * Who takes has a lock of the match before the number is drawn, so that numbers rise as leases follow each other. The update waits for those who
 * append by the lease that it takes over.
 */
const TAKE = `
WITH turn AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(${LOCK}, hashtext(encode($1, 'hex')))
), taken AS (
  INSERT INTO leases AS l (match, owner, fence, until) SELECT $1, $2, nextval('fences'), ${UNTIL} FROM turn
  ON CONFLICT (match) DO UPDATE SET owner = excluded.owner, fence = excluded.fence, until = excluded.until
    WHERE l.owner = excluded.owner OR l.until <= clock_timestamp()
  RETURNING fence, ${SHOWN}
)
SELECT * FROM taken
UNION ALL
SELECT NULL, ${SHOWN} FROM leases WHERE match = $1 AND NOT EXISTS (SELECT FROM taken)`;

const RENEW = `UPDATE leases SET until = ${UNTIL} WHERE match = $1 AND fence = $2 RETURNING fence`;
const RELEASE = 'DELETE FROM leases WHERE match = $1 AND fence = $2 RETURNING fence';
