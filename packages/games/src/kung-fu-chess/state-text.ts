/** The text of a state: the canonical one, of which hashes are taken, and that of its position. */
import { elapsedAt } from './motion.ts';
import { columnOf, rowOf } from './squares.ts';
import { kindOf, MOVED, positionTick, type State, squareOf, TAKEN } from './state.ts';

/** The canonical text, keys in order. */
export function text(state: State): string {
  const { setting, tick, lastCapture, lastCommand } = state;
  const { board, hz, rules, seats, speed, ties } = setting;
  return (
    `{"board":"${board}","cooldowns":[${cooldowns(state)}],"end":${end(state)},"hz":${hz},` +
    `"lastCapture":${lastCapture},"lastCommand":${lastCommand},"left":[${left(state)}],` +
    `"moves":[${moves(state)}],"pieces":[${pieces(state)}],"rules":"${rules}","seats":[${seats}],` +
    `"speed":"${speed}","tick":${tick},"ties":"${ties}"}`
  );
}

/** Everything that decides how the match can continue, except the clocks of the draw. */
export function position(state: State): string {
  const { setting } = state;
  const { board, hz, rules, seats, speed, ties } = setting;
  const now = positionTick(state);
  const ways = state.moves.map(
    moving =>
      `${moving.man}>${moving.to}:${elapsedAt(moving, now)}${now < moving.start ? '-' : ''}`,
  );
  const rests = state.ready.flatMap((ready, man) => (ready > now ? [`${man}:${ready - now}`] : []));
  return [
    board,
    hz,
    rules,
    seats,
    speed,
    ties,
    left(state),
    pieces(state),
    ways,
    rests,
    end(state) === 'null',
  ].join(' ');
}

function pieces({ men, setting }: State): string {
  const { ground } = setting;
  let list = '';
  for (let man = 0; man < men.length; man++) {
    const word = men[man]!;
    if (man > 0) list += ',';
    if ((word & TAKEN) !== 0) list += 'null';
    else {
      const square = squareOf(word);
      const queen = kindOf(word) === ground.men[man]!.kind ? '' : ',"Q"';
      list += `[${rowOf(square)},${columnOf(square)},${(word & MOVED) === 0 ? 0 : 1}${queen}]`;
    }
  }
  return list;
}

const moves = ({ moves, setting }: State): string =>
  moves
    .map(
      ({ man, start, to }) =>
        `{"piece":"${setting.ground.men[man]!.id}","start":${start},"to":[${rowOf(to)},${columnOf(to)}]}`,
    )
    .join(',');

function cooldowns(state: State): string {
  const { ready, setting } = state;
  const now = positionTick(state);
  let list = '';
  for (let man = 0; man < ready.length; man++)
    if (ready[man]! > now)
      list += `${list === '' ? '' : ','}["${setting.ground.men[man]!.id}",${ready[man]! - setting.cooldownTicks}]`;
  return list;
}

const left = ({ left, setting }: State): string =>
  setting.seats.filter(seat => ((left >> seat) & 1) !== 0).join(',');

function end({ end }: State): string {
  if (end === null) return 'null';
  const { reason, result, winners } = end.outcome;
  return `{"reason":"${reason}","result":"${result}","tick":${end.tick},"winners":[${winners}]}`;
}
