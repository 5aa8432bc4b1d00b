/** Rated records of one pair of players, as honest players and as forgers make them. */
import { type Game, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { headOf, nodesOf, readKifu } from '@kifu/record';
import { writeWhole } from '@kifu/record/file';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  sitDown,
} from '../../record/test/matches.ts';

const GAME = chess.game as Game;
const WIN = { result: 'win', winners: [0], points: null, reason: 'decree' } as const;

/** Seat 0 is the attacker, seat 1 the victim; seat 1 wins the honest ones. */
const PLAN: MatchPlan = { game: GAME, names: ['Eve', 'Victor'], rated: true };
const SIGNED: MatchPlan = { ...PLAN, keys: true };
const REFEREED: MatchPlan = { ...SIGNED, referee: true };

async function mate(playing: Playing): Promise<Playing> {
  for (const [i, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    await doAct(playing, i % 2, moveAct(GAME, unwrap(parseUci(uci)) as never));
  return playing;
}

/** The record of a match, as the bytes of a CAR. */
function carOf({ chain }: Playing): Uint8Array {
  const nodes = nodesOf(chain);
  const kifu = unwrap(readKifu(nodes));
  return unwrap(
    writeWhole({ kit: chess as never, kifu, nodes, head: headOf(chain) }, 'car'),
  ) as Uint8Array;
}

/** One record of each kind; each has a date of its own, so that no two are one match. */
export const RATED_RECORDS = {
  /** Both players signed all of it. */
  async verified() {
    const playing = await mate(await beginMatch({ ...SIGNED, startedAt: '2026-03-02T10:00:00Z' }));
    await endMatch(playing);
    return carOf(playing);
  },
  /** Both signed the header and their moves; the referee alone signed the ending. */
  async refereed() {
    const playing = await mate(
      await beginMatch({ ...REFEREED, startedAt: '2026-03-03T10:00:00Z' }),
    );
    await endMatch(playing, {}, [0]);
    return carOf(playing);
  },
  /** The attacker's own referee decrees a win while the match is opening: the victim's key signed nothing. */
  async decreed() {
    const playing = await sitDown({ ...REFEREED, startedAt: '2026-03-04T10:00:00Z' });
    await doAct(playing, 0, { type: 'resume' });
    await endMatch(playing, { outcome: WIN }, [0]);
    return carOf(playing);
  },
  /** The attacker says, without a referee, that the victim was absent. */
  async absent() {
    const playing = await beginMatch({ ...SIGNED, startedAt: '2026-03-05T10:00:00Z' });
    await doAct(playing, 0, { type: 'leave', of: 1, how: 'absence' });
    await endMatch(playing, {}, [0]);
    return carOf(playing);
  },
  /** Nobody signed anything. */
  async unsigned() {
    const playing = await mate(await beginMatch({ ...PLAN, startedAt: '2026-03-06T10:00:00Z' }));
    await endMatch(playing);
    return carOf(playing);
  },
};
