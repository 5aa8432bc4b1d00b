/** Players of a database. They change seldom, so one after the other does, in all processes. */
import type { PlayerStore } from '@kifu/record/store';
import type { PlayerRow } from '../sql/ops.ts';
import { playerRow, readHashed } from '../sql/rows.ts';
import { textList } from './arrays.ts';
import type { Connections } from './connections.ts';
import { decodeText, encodeText } from './text.ts';

export const postgresPlayers = ({ read, transact }: Connections): PlayerStore => ({
  async get(id, ask) {
    ask?.signal?.throwIfAborted();
    const [row] = await read<Pick<PlayerRow, 'bytes' | 'digest'>>({
      name: 'kifu-player',
      text: 'SELECT bytes, digest FROM players WHERE player = $1',
      values: [encodeText(id)],
    });
    return row === undefined ? null : readHashed(row);
  },
  async find(handle, ask) {
    ask?.signal?.throwIfAborted();
    const [row] = await read<{ player: string }>({
      name: 'kifu-handle',
      text: 'SELECT player FROM handles WHERE handle = $1',
      values: [encodeText(handle)],
    });
    return row === undefined ? null : decodeText(row.player);
  },
  async put(kept, from, ask) {
    ask?.signal?.throwIfAborted();
    const { player, bytes, digest, handles } = playerRow(kept);
    const [id, own, asked] = [
      encodeText(player),
      textList(handles.map(encodeText)),
      from && new Uint8Array(from),
    ];
    return transact(async run => {
      await run({ text: LOCK });
      const [there] = await run<{ digest: Uint8Array }>({
        text: 'SELECT digest FROM players WHERE player = $1',
        values: [id],
      });
      const isAsked =
        there === undefined || asked === null
          ? there === undefined && asked === null
          : Buffer.compare(there.digest, asked) === 0;
      if (!isAsked) return 'changed';
      const taken = await run({
        text: 'SELECT FROM handles WHERE handle = ANY ($2::text[]) AND player <> $1 LIMIT 1',
        values: [id, own],
      });
      if (taken.length > 0) return 'taken';
      await run({ text: KEEP, values: [id, bytes, digest] });
      await run({ text: DROP_HANDLES, values: [id] });
      await run({
        text: 'INSERT INTO handles (handle, player) SELECT unnest($2::text[]), $1',
        values: [id, own],
      });
      return 'kept';
    });
  },
  async remove(id, ask) {
    ask?.signal?.throwIfAborted();
    await transact(async run => {
      await run({ text: LOCK });
      await run({ text: DROP_HANDLES, values: [encodeText(id)] });
      await run({ text: 'DELETE FROM players WHERE player = $1', values: [encodeText(id)] });
    });
  },
});

/** 'kifp' as a number: the lock of writes that change players. */
const LOCK = `SELECT pg_advisory_xact_lock(${0x6b696670})`;
const KEEP = `INSERT INTO players (player, bytes, digest) VALUES ($1, $2, $3)
  ON CONFLICT (player) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest`;
const DROP_HANDLES = 'DELETE FROM handles WHERE player = $1';
