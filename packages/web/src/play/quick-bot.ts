/** Starts a game against a bot at once, with the usual rules and no clock: one click on the home page. */
import type { Seat } from '@kifu/core';
import { faultText } from '../site/fault-text.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { navigate } from '../site/router.ts';
import { text } from '../site/texts.ts';
import { playerName } from './guest-name.ts';
import { beginLocal } from './local-host.ts';

/** Medium. */
const LEVEL = 3;

/** Starts the game and shows it. Returns the problem, or an empty string. */
export async function playBot(game: string): Promise<string> {
  const kit = await loadKitHere(game);
  if (!kit.ok) return faultText(kit.fault);
  const [count] = kit.value.game.seats;
  const own: Seat = crypto.getRandomValues(new Uint8Array(1))[0]! % count;
  const bot = text.play.botName(text.play.levels[LEVEL - 1]!);
  const roles = Array.from({ length: count }, (_, seat) =>
    seat === own ? { seat, name: playerName(), level: null } : { seat, name: bot, level: LEVEL },
  );
  const id = await beginLocal(kit.value, { roles, options: {}, clock: null });
  if (!id.ok) return faultText(id.fault);
  navigate(`/play/${id.value}`);
  return '';
}
