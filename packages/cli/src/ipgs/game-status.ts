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
import { idOfGame, type PlayedGame } from './peer-session.ts';

/** The name of the other player. */
export const opponentOf = ({ record, role }: PlayedGame): string =>
  (role === 'challenger' ? record.accept?.file.name : record.offer.file.name) ?? '';

const IN_PLAY: readonly GameRecord['phase'][] = ['confirmed', 'playing'];

/** Returns whether it is the player's turn. */
export const isOwnTurn = ({ record: { match, phase }, seat }: PlayedGame): boolean =>
  match !== null && seat !== null && IN_PLAY.includes(phase) && awaitedSeats(match).includes(seat);

/** `your turn` or `their turn`; empty if no player is to move. */
export function describeTurn(game: PlayedGame): string {
  const { match, phase } = game.record;
  if (match === null || !IN_PLAY.includes(phase)) return '';
  return isOwnTurn(game) ? 'your turn' : 'their turn';
}

/** Describes the state of a game. */
export function statusLines(game: PlayedGame): string[] {
  const { record, seat } = game;
  const { match, phase } = record;
  const players = playersOf(record);
  if (match === null || players === null) return [`${idOfGame(record)}: ${phase}`];
  const rows = players.map(({ name }, each) => {
    const left = msLeft(match.clocks, each);
    const deadline = awaitedSeats(match).includes(each) ? deadlineOf(match.clocks, each) : null;
    return [
      `${['first', 'second'][each]}${each === seat ? ' (you)' : ''}`,
      oneLine(name),
      left === null ? '' : `${Math.floor(left / 1000)} s left`,
      deadline === null || phase !== 'playing' ? '' : `until ${formatTimestamp(deadline)}`,
    ];
  });
  const result = resultOf(record);
  const comment = match.steps?.comment ?? '';
  return [
    `${idOfGame(record)}: ${phase}${result === null ? '' : ` ${result.text}`}${describeTurn(game) && `, ${describeTurn(game)}`}`,
    ...tableLines(rows),
    ...(comment === '' ? [] : [`“${oneLine(comment)}”`]),
    ...nextLines(game),
  ];
}

/** Describes the next step, if the phase alone does not say it. */
function nextLines(game: PlayedGame): string[] {
  const { record, seat } = game;
  const { match, phase, signed } = record;
  if (match === null || seat === null) return [];
  const other = oneLine(opponentOf(game));
  const own = seat as 0 | 1;
  if (phase === 'proposed' && match.proposal!.disputed === null)
    return match.proposal!.acknowledged[own]
      ? [`waiting for ${other} to accept the result`]
      : [`accept the result with kifu game agree ${idOfGame(record)}, or continue with dispute`];
  if (phase === 'finished' || phase === 'unsigned')
    return signed[own]
      ? [`you have signed; waiting for ${other} to sign`]
      : [`sign the finished game with kifu game sign ${idOfGame(record)}`];
  if (!IN_PLAY.includes(phase) || match.native !== null) return [];
  return isOwnTurn(game)
    ? [`you roll first: kifu game play ${idOfGame(record)} roll`]
    : [`${other} rolls first`];
}
