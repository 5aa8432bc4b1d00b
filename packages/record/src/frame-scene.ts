/** A point of a record as what is to be drawn. */
import { type Kit, type Scene, unwrap } from '@kifu/core';
import type { GameTexts } from '@kifu/texts/games';
import type { Frame, FrameWithin, Timeline } from './timeline.ts';

/** What spectators may see at a frame, with the marks of the move that led there. */
export function sceneOfFrame(
  kit: Kit,
  line: Timeline,
  frame: Frame | FrameWithin,
  texts: GameTexts = kit.texts,
): Scene {
  if (kit.game.pace === 'free' && kit.sceneWithin !== undefined)
    return kit.sceneWithin(frame.state, 'share' in frame ? frame.share : 0, texts);
  const act = frame.entry?.act;
  if (act?.type !== 'move') return kit.scene(frame.state, undefined, texts);
  const before = kit.scene(line.at(frame.n - 1).state, undefined, texts);
  const move = unwrap(kit.game.moves.bytes.decode(act.move));
  return kit.scene(frame.state, { scene: before, move }, texts);
}
