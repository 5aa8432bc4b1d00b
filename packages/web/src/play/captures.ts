/** What a seat has taken, by the events of a match. */
import type { GameEvent, Scene, Seat } from '@kifu/core';

/** The looks of what a seat took, those of a kind together; `first` is the scene of the start, which knows how pieces look. */
export function takenBy(events: readonly GameEvent[], seat: Seat, first: Scene): readonly string[] {
  const looks = events.flatMap(event => {
    const { type, piece } = event;
    if (type !== 'capture' || event.seat !== seat || typeof piece !== 'string') return [];
    const found = first.pieces.find(
      ({ glyph, owner }) =>
        owner !== null && owner !== seat && glyph.toLowerCase() === piece.toLowerCase(),
    );
    return found === undefined ? [] : [found.look];
  });
  return looks.sort();
}
