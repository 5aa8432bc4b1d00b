/** How chance came about at an entry: the links that all showed and the seed they make, or the steps of a plain generator. */
import {
  bytesToHex,
  type Game,
  type GameEvent,
  isObject,
  type Kit,
  type Part,
  seatNamesOf,
} from '@kifu/core';
import { createPoints, type Timeline, timelineOf } from '@kifu/record';
import {
  commitToLink,
  drawSeed,
  holdersOf,
  linkBefore,
  REFEREE,
  startSeed,
} from '@kifu/record/chance';
import { termsOf } from '@kifu/record/match-state';
import { Replay, readAll } from '@kifu/record/replay';
import type { Draw } from './types.ts';
import { rollWords } from './words.ts';

/** The draw of an entry; null where nothing was drawn. */
export function drawAt(kit: Kit, line: Timeline, match: Uint8Array, n: number): Draw | null {
  const frame = line.at(n);
  const act = frame.entry?.act;
  const drawn = frame.parts.filter(({ by }) => by === 'draw');
  if (drawn.length === 0 && act?.type !== 'links') return null;
  const result = rollWords(drawn.flatMap(({ events }) => events)) || named(drawn);
  if (act?.type === 'links') return fairDraw(kit, line, match, n, act.links, result);
  const before = n === 0 ? null : seedIn(kit, line.at(n - 1).state);
  return { mode: 'plain', before, after: seedIn(kit, frame.state), result };
}

/** The draw of an entry of a match, by its nodes in order from the header on. */
export function drawAfter(kit: Kit, nodes: readonly Uint8Array[], n: number): Draw | null {
  const points = createPoints(kit.game);
  readAll(new Replay(kit.game as Game, nodes.slice(0, n + 1)), [points]);
  return drawAt(kit, timelineOf(points), points.first.match, n);
}

function fairDraw(
  kit: Kit,
  { header, entries, ending, at }: Timeline,
  match: Uint8Array,
  n: number,
  links: readonly Uint8Array[],
  result: string,
): Draw {
  const terms = termsOf(header);
  const holders = holdersOf(header, kit.game.seated(at(n - 1).state));
  const k = entries.slice(0, n - 1).filter(({ act }) => act.type === 'links').length;
  const deal = ending?.deal ?? null;
  const seed = k === 0 ? startSeed(terms.nonce, links, deal) : drawSeed(match, k, links, deal);
  return {
    mode: 'fair',
    k,
    links: holders.map((holder, i) => ({
      who: holder === REFEREE ? 'the referee' : seatNamesOf(kit)(holder),
      link: bytesToHex(links[i]!),
      before: bytesToHex((k === 0 ? commitToLink : linkBefore)(terms.nonce, holder, links[i]!)),
    })),
    seed: typeof seed === 'object' ? bytesToHex(seed.bytes) : `${seed}`,
    result,
  };
}

const named = (parts: readonly Part[]): string =>
  parts.flatMap(({ events }) => events.map(({ type }: GameEvent) => type)).join(', ');

function seedIn({ game }: Kit, state: unknown): number | null {
  const canon = game.states.canon(state);
  return isObject(canon) && typeof canon.seed === 'number' ? canon.seed : null;
}
