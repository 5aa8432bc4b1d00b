/** State of a game as lines: phase, turn, clocks, next step. */

import {
  awaitedSeats,
  deadlineOf,
  formatTimestamp,
  type GameRecord,
  msLeft,
  playersOf,
  resultOf,
} from '@kifu/ipgs';
import { oneLine, tableLines } from '../text.ts';
import type { PeerFolder } from './peer-folder.ts';
import { idOfGame, type PlayedGame } from './peer-session.ts';

/** The name of the other player. */
export const opponentOf = ({ record, role }: PlayedGame): string =>
  (role === 'challenger' ? record.accept?.file.name : record.offer.file.name) ?? '';

const IN_PLAY: readonly GameRecord['phase'][] = ['confirmed', 'playing'];

/** Returns whether it is the player's turn. */
export const isOwnTurn = ({ record: { match, phase }, seat }: PlayedGame): boolean =>
  match !== null && seat !== null && IN_PLAY.includes(phase) && awaitedSeats(match).includes(seat);

/** `your turn` or `their turn`; empty if no player is to move. */
export function describeTurn({ io }: PeerFolder, game: PlayedGame): string {
  const t = io.texts.reports.peers.game;
  const { match, phase } = game.record;
  if (match === null || !IN_PLAY.includes(phase)) return '';
  return isOwnTurn(game) ? t.yourTurn : t.theirTurn;
}

/** Describes the state of a game. */
export function statusLines(folder: PeerFolder, game: PlayedGame): string[] {
  const { phases, game: t } = folder.io.texts.reports.peers;
  const { record, seat } = game;
  const { match, phase } = record;
  const players = playersOf(record);
  if (match === null || players === null) return [`${idOfGame(record)}: ${phases[phase]}`];
  const rows = players.map(({ name }, each) => {
    const left = msLeft(match.clocks, each);
    const deadline = awaitedSeats(match).includes(each) ? deadlineOf(match.clocks, each) : null;
    return [
      each === seat ? t.you(t.seats[each]!) : t.seats[each]!,
      oneLine(name),
      left === null ? '' : t.left(Math.floor(left / 1000)),
      deadline === null || phase !== 'playing' ? '' : t.until(formatTimestamp(deadline)),
    ];
  });
  const result = resultOf(record);
  const turn = describeTurn(folder, game);
  const comment = match.steps?.comment ?? '';
  return [
    `${idOfGame(record)}: ${phases[phase]}${result === null ? '' : ` ${result.text}`}${turn && `, ${turn}`}`,
    ...tableLines(rows),
    ...(comment === '' ? [] : [t.comment(oneLine(comment))]),
    ...nextLines(folder, game),
  ];
}

/** Describes the next step, if the phase alone does not say it. */
function nextLines({ io }: PeerFolder, game: PlayedGame): string[] {
  const t = io.texts.reports.peers.game;
  const { record, seat } = game;
  const { match, phase, signed } = record;
  if (match === null || seat === null) return [];
  const other = oneLine(opponentOf(game));
  const own = seat as 0 | 1;
  if (phase === 'proposed' && match.proposal!.disputed === null)
    return match.proposal!.acknowledged[own]
      ? [t.waitsForResult(other)]
      : [t.acceptResult(`kifu game agree ${idOfGame(record)}`)];
  if (phase === 'finished' || phase === 'unsigned')
    return signed[own]
      ? [t.waitsForSignature(other)]
      : [t.sign(`kifu game sign ${idOfGame(record)}`)];
  if (!IN_PLAY.includes(phase) || match.native !== null) return [];
  return isOwnTurn(game)
    ? [t.youRoll(`kifu game play ${idOfGame(record)} roll`)]
    : [t.theyRoll(other)];
}
