/** Players in memory keep the contract, and the contract notices stores that do not. */
import { playerStoreContract } from '@kifu/record/contracts';
import type { PlayerStore } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, later, made } from '../../test/broken.ts';
import { memoryPlayers } from './index.ts';

for (const [name, check] of playerStoreContract(made(memoryPlayers))) test(name, check);

describe('the contract notices', () => {
  test.each<[string, string, (players: PlayerStore) => Partial<PlayerStore>]>([
    [
      'keeps whatever comes',
      'changes only the given version',
      ({ put, get }) => ({
        put: async (player, _from, ask) => {
          const kept = await get(player.id);
          return put(
            player,
            kept &&
              new Uint8Array(
                await crypto.subtle.digest('SHA-256', kept as Uint8Array<ArrayBuffer>),
              ),
            ask,
          );
        },
      }),
    ],
    [
      'gives handles to the last who wants them',
      'gives a handle to one player',
      ({ put, find, remove }) => ({
        put: async (player, from, ask) => {
          for (const handle of player.handles) {
            const owner = await find(handle);
            if (owner !== null && owner !== player.id) await remove(owner);
          }
          return put(player, from, ask);
        },
      }),
    ],
    [
      'ignores capitals',
      'finds players by their handles',
      ({ find }) => ({ find: (handle, ask) => find(handle.toLowerCase(), ask) }),
    ],
    ['removes nobody', 'removes a player', () => ({ remove: async () => {} })],
    [
      'heeds no signal',
      'stops when its signal aborts',
      ({ find }) => ({ find: handle => find(handle) }),
    ],
    [
      'looks first and keeps later',
      'makes one of many concurrent changes',
      players => {
        const files = new Map<string, Uint8Array>();
        return {
          get: async id => files.get(id) ?? null,
          put: async (player, from) => {
            if ((from === null) !== !files.has(player.id)) return 'changed';
            await later();
            files.set(player.id, player.file);
            return 'kept';
          },
          find: players.find,
        };
      },
    ],
  ])('one that %s', async (_what, caughtBy, change) => {
    expect(await failing(playerStoreContract(broken(memoryPlayers, change)))).toContain(caughtBy);
  });
});
