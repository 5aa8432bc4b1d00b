/** A match on a server, as the page plays it. */
import type { Live } from '@kifu/client';
import type { Kit } from '@kifu/core';
import type { MatchNews, TableMatch } from './table-match.ts';

/** Plays, or looks on, over a connection. */
export function liveMatch(kit: Kit, live: Live): TableMatch {
  return {
    kit,
    live,
    get followed() {
      return live.followed;
    },
    get seats() {
      return live.seat === null ? [] : [live.seat];
    },
    get bots() {
      return (live.invite?.seats ?? [])
        .filter(({ type }) => type === 'bot')
        .map(({ seat }) => seat);
    },
    get premoved() {
      return live.premoved;
    },
    get chat() {
      return live.chat;
    },
    sightOf: () => (live.followed?.table === null ? live.sight : null),
    nameOf: seat => live.invite?.seats.find(other => other.seat === seat)?.name ?? '',
    elapsedMs: () => live.elapsedMs(),
    present: () => live.present(),
    act: (_seat, act) => live.act(act),
    premove: (_seat, move) => live.premove(move),
    say: text => live.say(text),
    listen(listener) {
      const node = ({ entry, parts, sight }: MatchNews): void => listener({ entry, parts, sight });
      const other = () => listener(null);
      const stops = [
        live.on('node', node),
        live.on('chat', other),
        live.on('presence', other),
        live.on('plan', other),
        live.on('rematch', other),
        live.on('welcome', other),
        live.on('invite', other),
        live.on('down', other),
        live.on('stop', other),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => live.close(),
  };
}
