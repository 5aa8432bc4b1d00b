/** No command leads a lobby astray. */
import { asJson, hashState, type Json } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begun, doIn, placing, reopen } from '../../../test/mage-lobby.ts';
import { STANDARD } from '../options.ts';
import { game } from '../rules.ts';
import { turnOf } from '../state.ts';
import { actInLobby, emptyLobby, type Lobby, parseCommand, playerOf } from './index.ts';
import { stateAfter } from './lobby.ts';

test('no command makes it throw', () => {
  const fields = fc.record(
    {
      as: fc.constantFrom<Json>('ann', '', 0, null),
      cmd: fc.constantFrom<Json>(
        'join',
        'snapshot',
        'create-from-snapshot',
        'joker',
        'finish',
        'skin',
        1,
      ),
      host: fc.constantFrom<Json>('bob', '', 3),
      ...Object.fromEntries(
        [
          'seed',
          'reseed',
          't',
          'board',
          'move',
          'snapshot',
          'tile',
          'rot',
          'col',
          'row',
          'skin',
        ].map(key => [key, fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.string())]),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fields, fc.jsonValue()), wire => {
      const command = parseCommand(wire as Json);
      if (command.ok) actInLobby(begun, command.value);
      else expect(command.fault.code).toBe('malformed');
    }),
    { numRuns: process.env.KIFU_DEEP ? 100_000 : 500 },
  );
});

test('after any commands statuses and boards agree, and refusals change nothing', () => {
  const name = fc.constantFrom('ann', 'bob', 'carl', '__proto__');
  const small = fc.integer({ min: -1, max: 4 });
  const command = fc.oneof(
    fc.record({ as: name, cmd: fc.constantFrom('create', 'cancel') }),
    fc.record({
      as: name,
      cmd: fc.constant('join'),
      host: name,
      seed: fc.nat(9),
      wait: fc.nat(200),
    }),
    fc.record({ as: name, cmd: fc.constant('snapshot'), board: small, move: small }),
    fc.record({ as: name, cmd: fc.constant('create-from-snapshot'), snapshot: small }),
    fc.record({ as: name, cmd: fc.constant('skip'), wait: fc.nat(200) }),
    fc.record({ as: name, cmd: fc.constant('lay'), wait: fc.nat(70) }),
    fc.record({ as: name, cmd: fc.constant('finish'), board: small, wait: fc.nat(200) }),
    fc.record({ as: name, cmd: fc.constant('skin'), skin: fc.nat(4) }),
  );
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 60, size: 'max' }),
      fc.boolean(),
      (commands, forfeits) => {
        let lobby = emptyLobby({ ...STANDARD, timeout: forfeits ? 'forfeit' : 'share' });
        let t = 0;
        for (const { wait = 0, ...wish } of commands as {
          as: string;
          cmd: string;
          wait?: number;
        }[]) {
          t += wait;
          const { board } = playerOf(lobby, wish.as);
          const canLay = board !== null && lobby.boards[board]!.state.end === null;
          const asked =
            wish.cmd !== 'lay'
              ? { ...wish, t }
              : canLay
                ? layOn(lobby, board, t)
                : { ...wish, cmd: 'skip', t };
          const done = doIn(lobby, asked as unknown as Json);
          if (done.ok) ({ lobby } = done.value);
          expect(asJson(done.ok ? done.value.events : done.error).ok).toBe(true);
          checkAgreed(lobby);
        }
      },
    ),
    { numRuns: process.env.KIFU_DEEP ? 1000 : 40 },
  );

  function layOn(lobby: Lobby, board: number, t: number) {
    const { state, players } = lobby.boards[board]!;
    // the seat on turn may still be empty
    const isThere =
      players[turnOf(state)] !== null &&
      [...game.legal(state, turnOf(state))].some(({ op }) => op === 'place');
    return isThere ? placing(lobby, board, t) : { as: 'ann', cmd: 'skip', t };
  }

  function checkAgreed(lobby: Lobby): void {
    for (const [who, { status, board }] of lobby.players) {
      if (status === 'InProgress') {
        const { players, isRunning, startedAt } = lobby.boards[board!]!;
        expect(players).toContain(who);
        expect(players).not.toContain(null);
        expect([isRunning, startedAt === null]).toEqual([true, false]);
      }
      if (status === 'Canceled') expect(board).toBeNull();
    }
    for (const [number, { state, moveIds, first }] of lobby.boards.entries()) {
      expect(moveIds).toHaveLength(state.done - first.done);
      const folded = stateAfter(lobby, number, state.done);
      expect(hashState(game, reopen(folded))).toBe(hashState(game, reopen(state)));
    }
  }
});
