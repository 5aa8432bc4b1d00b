/** How bots answer a draw that somebody offers. */
import { doNow } from './acts.ts';
import { present } from './local-match.ts';
import { type Session, stateNow } from './session.ts';

/** A bot takes a draw where it thinks that it stands worse than this, from −1000 to 1000. */
const WORSE = -100;

/** Lets the bots answer the offer that stands: one that thinks it can win declines, and that is enough. */
export async function answerOffer(session: Session): Promise<void> {
  const { kit, players } = session;
  for (const [seat, { bot }] of players) {
    const { outcome, chain } = present(session.match);
    const { offer } = chain.table.talk;
    if (bot === null || outcome !== null || offer === null) continue;
    const isAsked = offer.by !== seat && !offer.agreed.includes(seat);
    if (!isAsked || !kit.game.active(stateNow(session)).includes(seat)) continue;
    const worth = kit.judge?.(stateNow(session), seat) ?? 0;
    await doNow(session, seat, { type: worth < WORSE ? 'accept-draw' : 'decline' });
  }
}
