/** News as lines for people. */

import { faultText } from '../fault-text.ts';
import { printable } from '../text.ts';
import { type PeerFolder, shortId } from './peer-folder.ts';
import { idOfGame, type PeerSession } from './peer-session.ts';

/** One line per news item, and per unreadable game. */
export function newsLines({ io }: PeerFolder, session: PeerSession): string[] {
  const { news, games, bad, waiting } = session;
  const { phases, flags, news: t } = io.texts.reports.peers;
  const idOf = (name: string): string => {
    const game = games.find(each => each.name === name);
    return game === undefined ? shortId(name) : idOfGame(game.record);
  };
  return [
    ...news.map(({ game, what, flag }) =>
      flag === undefined
        ? t.game(idOf(game), phases[what])
        : t.flag(idOf(game), phases[what], flags[flag.name], flag.against.slice(-16)),
    ),
    ...(waiting.includes('player-data') && news.some(({ what }) => what === 'archived')
      ? [t.playerData(t.unlock)]
      : []),
    ...(waiting.includes('devices') ? [t.devices(t.unlock)] : []),
    ...bad.map(({ name, fault }) => t.bad(printable(idOf(name)), faultText(io, fault))),
  ];
}
