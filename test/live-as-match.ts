/** A `Live` (server or peer) as a `Match`. */
import type { Live } from '@kifu/client';
import { fail, type Json, type Seat } from '@kifu/core';
import { createEmitter, type Match, type MatchEvents } from '@kifu/record/match';

export function liveAsMatch(live: Live): Match {
  const emitter = createEmitter<MatchEvents>();
  let isClosed = false;
  live.on('welcome', () => emitter.emit('change', 'connection'));
  live.on('presence', () => emitter.emit('change', 'players'));
  live.on('chat', () => emitter.emit('change', 'chat'));
  live.on('plan', () => emitter.emit('change', 'conditional'));
  live.on('node', ({ followed, entry, parts }) =>
    emitter.emit('node', { replay: followed, entry, parts }),
  );
  live.on('fault', fault => emitter.emit('fault', fault));
  live.on('down', ({ isOver, reason }) => {
    isClosed = isOver;
    if (isOver) emitter.emit('closed', { reason });
    else emitter.emit('change', 'connection');
  });
  return {
    on: emitter.on,
    get replay() {
      return live.followed;
    },
    get seats() {
      return live.seat === null ? [] : [live.seat];
    },
    get players() {
      return (live.invite?.seats ?? []).map(({ seat, name, type }) => ({
        ...{ seat, name: name ?? null, isOnline: live.presence.seats.includes(seat) },
        kind: type === 'bot' ? ('program' as const) : ('person' as const),
      }));
    },
    pending: [],
    get premoves(): ReadonlyMap<Seat, Json> {
      return live.premoved === null ? new Map() : new Map([[live.seat!, live.premoved]]);
    },
    elapsedMs: live.elapsedMs,
    viewsOf: () => (live.followed !== null && live.followed.table === null ? live.sights : null),
    async submit(seat, action) {
      if (seat !== live.seat) return fail('wrong-seat', 'that seat is not played here');
      return isClosed ? fail('game-over', 'the match is closed here') : live.act(action);
    },
    premove: (_seat, move) => live.premove(move),
    async close() {
      live.close();
    },
    ...{ chat: null, connection: null, conditional: null, rematch: null },
  };
}
