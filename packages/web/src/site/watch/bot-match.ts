/** A match between bots to watch: on the server, where others can watch it too, otherwise in this page. */
import { makeInvite } from '@kifu/client';
import { gamesNow } from '@kifu/viewer/games';
import { beginLocal } from '../../play/local-host.ts';
import { faultText } from '../fault-text.ts';
import { hasServer, navigate } from '../router.ts';
import { text } from '../texts.ts';

/** How well they play, from 1 to 5. */
const LEVEL = 4;

/** Starts a match between bots and shows it. Returns the problem, or an empty string. */
export async function watchBots(name: string): Promise<string> {
  const kit = await (await gamesNow()).loadKit(name);
  if (!kit.ok) return faultText(kit.fault);
  const seats = Array.from({ length: kit.value.game.seats[0] }, (_, seat) => seat);
  if (hasServer()) {
    const made = await makeInvite(location.origin, {
      game: name,
      seats: seats.map(() => ({ type: 'bot', level: LEVEL }) as const),
      visibility: 'public',
    });
    if (!made.ok) return faultText(made.fault);
    navigate(`/live/${made.value.invite.id}`);
    return '';
  }
  const botName = text.play.botName(text.play.levels[LEVEL - 1]!);
  const roles = seats.map(seat => ({ seat, name: `${botName} ${seat + 1}`, level: LEVEL }));
  const id = await beginLocal(kit.value, { roles, options: {}, clock: null });
  if (!id.ok) return faultText(id.fault);
  navigate(`/play/${id.value}`);
  return '';
}
