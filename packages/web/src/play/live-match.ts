/** A match on a server or with a peer, as the page plays it. */
import type { RemoteMatch } from '@kifu/client';
import type { Kit } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import type { TableMatch } from './table-match.ts';

/** Plays, or looks on, over a connection. */
export function liveMatch(kit: Kit, live: RemoteMatch): TableMatch {
  const sightOf: TableMatch['sightOf'] = () => live.viewsOf(live.seat)?.at(-1) ?? null;
  return {
    kit,
    live,
    get followed() {
      return live.replay;
    },
    get seats() {
      return live.seats;
    },
    get bots() {
      return live.players.filter(({ kind }) => kind === 'program').map(({ seat }) => seat);
    },
    get premoved() {
      return live.premoves.get(live.seat ?? -1) ?? null;
    },
    get chat() {
      return live.chat?.messages ?? [];
    },
    sightOf,
    nameOf: seat => live.players.find(other => other.seat === seat)?.name ?? '',
    elapsedMs: () => live.elapsedMs(),
    present: () => presentOf(live),
    act: (seat, act) => live.submit(seat, act),
    premove: (seat, move) => live.premove(seat, move),
    say: text => live.chat?.say(text),
    listen(listener) {
      const other = () => listener(null);
      const stops = [
        live.on('node', ({ entry, parts }) => listener({ entry, parts, sight: sightOf(null) })),
        live.on('change', other),
        live.on('closed', other),
        live.on('stop', other),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => void live.close(),
  };
}
