/** An opponent for a game with a day per move: joins an open challenge, or leaves one open that stays when the player goes. */
import { findOpponent, type Seek } from '@kifu/client';
import { keepSeat } from '../play/saved-seats.ts';
import { faultText } from '../site/fault-text.ts';
import { navigate } from '../site/router.ts';

/** Shows the game that was joined, or the challenge. Returns the problem, or an empty string. */
export async function openSlowChallenge(seek: Seek): Promise<string> {
  const found = await findOpponent(location.origin, seek, null);
  if (!found.ok) return faultText(found.fault);
  const { invite, token } = found.value;
  keepSeat(invite.id, token, seek.name);
  navigate(`/live/${invite.id}`);
  return '';
}
