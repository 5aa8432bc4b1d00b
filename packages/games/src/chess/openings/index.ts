/** What openings of chess are called, by the positions that they lead to: other moves to the same position are the same opening. */
import type { Opening } from '@kifu/core';
import { initial } from '../fen.ts';
import { play } from '../play.ts';
import { parseSan } from '../san.ts';
import type { State } from '../state.ts';

/** All of them, each with the position it is known by. The table is imported here, so that all workers of a page share one file of it. */
export async function readOpenings(): Promise<Opening<State>[]> {
  const { TABLE } = await import('./table.ts');
  const openings: Opening<State>[] = [];
  const states: State[] = [initial]; // after each move of the line before
  for (const line of TABLE.split('\n')) {
    const [shared, moves, eco, name] = line.split('\t') as [string, string, string, string];
    states.length = Number(shared) + 1;
    for (const move of moves === '' ? [] : moves.split(' '))
      states.push(after(states.at(-1)!, move));
    openings.push({ eco, name, state: states.at(-1)! });
  }
  return openings;
}

function after(state: State, text: string): State {
  const move = parseSan(state, text);
  const played = move.ok ? play(state, state.turn, move.value) : move;
  if (!played.ok) throw new Error(`the table of openings has ${text} where it cannot be played`);
  return played.value.state;
}
