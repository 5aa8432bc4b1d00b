/** A bot in the server's threads as the player of a seat. */
import type { Kit, Seat } from '@kifu/core';
import type { SeatPlayer } from '@kifu/record/match';
import type { StoredInvite } from '../rooms/stored-invite.ts';
import type { BotPool } from './pool.ts';

/** Creates the player of a seat that an invite gives to a bot. */
export function poolPlayer(pool: BotPool, kit: Kit, stored: StoredInvite, seat: Seat): SeatPlayer {
  const { game, version, nonce } = stored;
  const { bot, level } = stored.seats.find(other => other.seat === seat)!;
  const { moves, states, pace, time } = kit.game;
  return {
    name: `bot:${bot}-${level}`,
    restart: async () => poolPlayer(pool, kit, stored, seat),
    async decide({ n, view: { legal, view, state } }, signal) {
      const point = pace === 'free' ? time!.now(state) : n;
      const question = {
        ...{ game, version, bot: bot!, level, seat, view },
        // the same at the same point, also after a restart; a bot that waits gets its next question at another point
        seed: Number.parseInt(nonce.slice(0, 7), 16) ^ (point * 16 + seat),
        legal: legal.map(move => moves.json.encode(move)),
        canon: state === null ? null : states.canon(state),
        aside: state === null ? null : states.aside(state),
      };
      const answer = await pool.choose(question, stored.id, signal);
      const move = answer === null ? null : moves.json.decode(answer);
      return move?.ok ? { do: 'move', move: move.value } : { do: 'wait' };
    },
  };
}
