/** Replays of Kung Fu Chess as records: played through, refused commands and all, verified, and sought through by tick. */
import { type Game, type JsonObject, unwrap } from '@kifu/core';
import { kfchess, kungFuChess } from '@kifu/games/kung-fu-chess';
import { readKifu, recordKifu, timeline, verify } from '@kifu/record';
import { expect, test } from 'vitest';
import { eachVector } from './vectors.ts';

const game = kungFuChess.game as Game;

interface Shot {
  readonly tick: number;
  readonly pieces: readonly (readonly [id: string, type: string, row: number, column: number])[];
  readonly active: readonly (readonly [id: string, start: number])[];
}

for (const key of ['replay', 'v1'])
  eachVector<JsonObject>('kung-fu-chess', key, (replay, { data }) => {
    const kifu = unwrap(kfchess.read(JSON.stringify(replay)));

    test('is a record that verifies, and reads back', async () => {
      const nodes = unwrap(recordKifu(game, kifu)).nodes;
      const report = await verify(nodes, async () => ({ ok: true, value: game }));
      expect(report.fault).toBeNull();
      expect(report.good).toBe(kifu.entries.length);
      expect(unwrap(readKifu(nodes))).toMatchObject({
        header: kifu.header,
        entries: kifu.entries.map(({ hash: _, ...entry }) => entry),
      });
    });

    test('has the states of the vector at any tick, in any order', () => {
      const line = unwrap(timeline(game, kifu));
      const commands = new Set(kifu.entries.map(({ at }) => at));
      const shots = (data.states as Shot[]).filter(({ tick }) => !commands.has(tick));
      for (const { tick, pieces, active } of shots.toReversed()) {
        const canon = game.states.canon(line.atTick(tick).state) as unknown as {
          readonly tick: number;
          readonly pieces: readonly (readonly number[] | null)[];
          readonly moves: readonly { readonly piece: string; readonly start: number }[];
        };
        expect(canon.tick).toBe(tick);
        expect(canon.pieces.flatMap(piece => (piece === null ? [] : [piece.slice(0, 2)]))).toEqual(
          pieces.map(([, , row, column]) => [row, column]),
        );
        expect(canon.moves.map(({ piece, start }) => [piece, start])).toEqual(
          active.map(([piece, start]) => [piece, start]),
        );
      }
    });
  });
