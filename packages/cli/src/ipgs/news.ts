/** News as lines for people. */
import { formatFault } from '@kifu/core';
import { printable } from '../text.ts';
import { shortId } from './peer-folder.ts';
import { idOfGame, type PeerSession } from './peer-session.ts';

/** One line per news item, and per unreadable game. */
export function newsLines({ news, games, bad, waiting }: PeerSession): string[] {
  const idOf = (name: string): string => {
    const game = games.find(each => each.name === name);
    return game === undefined ? shortId(name) : idOfGame(game.record);
  };
  return [
    ...news.map(({ game, what, flag }) =>
      flag === undefined
        ? `game ${idOf(game)}: ${what}`
        : `game ${idOf(game)}: ${what}, ${flag.name} counted against ${flag.against.slice(-16)}`,
    ),
    ...(waiting.includes('player-data') && news.some(({ what }) => what === 'archived')
      ? [`player data: not published yet, the key is locked; ${UNLOCKS}`]
      : []),
    ...(waiting.includes('devices')
      ? [`devices: this one is not in your list yet, the key is locked; ${UNLOCKS}`]
      : []),
    ...bad.map(({ name, fault }) => printable(`game ${idOf(name)}: ${formatFault(fault)}`)),
  ];
}

const UNLOCKS = 'run any command with the passphrase';
