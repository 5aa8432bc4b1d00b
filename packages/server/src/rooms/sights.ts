/** What each seat sees while hands are hidden: its view, events as it sees them, its own legal moves. */
import type { LiveSight } from '@kifu/client';
import { type Game, type Part, type Seat, unwrap } from '@kifu/core';
import { append, begin, nodesOf, readKifu, type Table, toDoing } from '@kifu/record';
import type { Room } from './room.ts';

/** Whether hands are hidden now: until the ending reveals them. */
export const isHiding = ({ chain }: Room): boolean =>
  chain !== null && !chain.isEnded && chain.table.deal !== null;

/** What a seat, or a spectator, sees after the newest entry. */
export const sightOfSeat = (room: Room, seat: Seat | null, parts: readonly Part[]): LiveSight =>
  sightAt(room.chain!.table, room.chain!.last.n, seat, parts);

function sightAt(
  { game, state, outcome }: Table,
  n: number,
  seat: Seat | null,
  parts: readonly Part[],
): LiveSight {
  const secrets = game.secrets!;
  const isOn = outcome === null && game.chance?.due(state) !== true;
  return {
    n,
    view: secrets.view(state, seat),
    events: parts
      .flatMap(({ events }) => events)
      .map(event => secrets.see(event, seat))
      .filter(event => event !== null),
    active: isOn ? game.active(state) : [],
    legal: isOn && seat !== null ? [...game.legal(state, seat)] : [],
  };
}

/** What a seat saw after each node from some number on: the match is played through again for it. */
export function sightsFrom(room: Room, seat: Seat | null, from: number): LiveSight[] {
  const { table } = room.chain!;
  const game = table.game as Game;
  const kifu = unwrap(readKifu(game, nodesOf(room.chain!)));
  const begun = unwrap(begin(game, kifu.header, table.deal));
  const sights = [sightAt(begun.chain.table, 0, seat, begun.parts)];
  let { chain } = begun;
  for (const entry of kifu.entries) {
    const referee = entry.referee === undefined ? null : Buffer.from(entry.referee, 'hex');
    const appended = unwrap(append(chain, unwrap(toDoing(game, entry)), referee));
    ({ chain } = appended);
    sights.push(sightAt(chain.table, chain.last.n, seat, appended.parts));
  }
  return sights.slice(from);
}
