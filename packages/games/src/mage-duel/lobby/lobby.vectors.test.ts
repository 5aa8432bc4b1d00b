/** The lobby against scenarios of an independent program. */
import { type Json, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../../test/vectors.ts';
import type { Rules } from '../options.ts';
import { scoreOf } from '../state.ts';
import { actInLobby, emptyLobby, type Lobby, parseCommand, playerOf } from './index.ts';

interface Row {
  readonly do: { readonly as: string; readonly host?: string };
  readonly expect: {
    readonly events?: readonly string[];
    readonly error?: string;
    readonly reason?: string;
  };
}
interface Scenario {
  readonly id: string;
  readonly rules: Rules;
  readonly steps: readonly Row[];
}

eachVector<Scenario[]>('mage-duel', 'scenarios', scenarios => {
  test.each(scenarios)('$id', ({ rules, steps }) => {
    let lobby = emptyLobby(rules);
    const names = new Set<string>();
    for (const { do: command, expect: expected } of steps) {
      for (const name of [command.as, command.host]) if (name !== undefined) names.add(name);
      const done = actInLobby(lobby, unwrap(parseCommand(command as unknown as Json)));
      if (done.ok) ({ lobby } = done.value);
      const said = done.ok
        ? { events: done.value.events.map(({ type }) => type) }
        : { error: done.error.type, ...(done.error.reason ? { reason: done.error.reason } : {}) };
      expect({ ...said, ...view(lobby, names) }, JSON.stringify(command)).toEqual(expected);
    }
  });
});

/** The lobby as the vectors show it. */
const view = (lobby: Lobby, names: ReadonlySet<string>) => ({
  players: Object.fromEntries(
    [...names].map(name => {
      const { status, board, snapshot, balance, games } = playerOf(lobby, name);
      return [name, [status, board, snapshot, balance, games]];
    }),
  ),
  boards: lobby.boards.map(({ players, isRunning, origin, state }) => {
    const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
    return [
      players,
      isRunning ? 'InProgress' : 'Finished',
      state.done,
      origin && [origin.board, origin.move],
      [
        [blueCity, blueRoad],
        [redCity, redRoad],
      ],
    ];
  }),
  snapshots: lobby.snapshots.length,
});
