/** The player to beat first: any legal move is as good to it as any other. */
import { type Bot, type BotKit, type BotOptions, type Json, rngFrom } from '@kifu/core';
import { seedFrom } from './luck.ts';

/** Makes a bot that picks evenly among the legal moves; it remembers how far its seed has gone, nothing else. */
export function randomBot<State, Move extends Json>(
  _kit: BotKit<State, Move>,
  { seed }: BotOptions,
): Bot<State, Move> {
  // not the seed itself: where a match starts from the same one, the picks would follow its dice
  const luck = rngFrom(seedFrom(rngFrom(seed)));
  return { choose: ({ legal }) => (legal.length === 0 ? null : legal[luck(legal.length)]!) };
}
