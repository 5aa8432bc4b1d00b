/** Ratings as ranks: `4k`, `2d`, with a question mark where little is known. IPGS §5.5, §10. */
import { rankOf } from '@kifu/core/glicko2';

/** From so much deviation on a rating says little. */
const UNSURE = 160;
/** The rank at which dan begins. */
const FIRST_DAN = 30;
const MAX_DAN = 9;
const MAX_KYU = 30;

/** The rank as a label. */
export function formatRank(rating: number, deviation: number): string {
  const rank = Math.floor(rankOf(rating));
  const label =
    rank >= FIRST_DAN
      ? `${Math.min(MAX_DAN, rank - FIRST_DAN + 1)}d`
      : `${Math.min(MAX_KYU, FIRST_DAN - rank)}k`;
  return `${label}${deviation >= UNSURE ? '?' : ''}`;
}
