/** How a random draw was computed: the values that all revealed and the seed they make, or the steps of a seeded generator. */
import { bytesToHex, type Game, type GameEvent, isObject, type Kit, type Part } from '@kifu/core';
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
import type { RecordTexts } from '../language.ts';
import { formatRoll } from './describe-entry.ts';
import { ENGLISH, namesIn } from './record-texts.ts';
import type { Draw } from './types.ts';

/** Returns the random draw of an entry; null where there was none. */
export function drawAt(
  kit: Kit,
  line: Timeline,
  match: Uint8Array,
  n: number,
  texts: RecordTexts,
): Draw | null {
  const frame = line.at(n);
  const act = frame.entry?.act;
  const drawn = frame.parts.filter(({ by }) => by === 'draw');
  if (drawn.length === 0 && act?.type !== 'links') return null;
  const result = formatRoll(drawn.flatMap(({ events }) => events)) || named(drawn);
  if (act?.type === 'links')
    return fairDraw(kit, line, match, n, { links: act.links, result, texts });
  const before = n === 0 ? null : seedIn(kit, line.at(n - 1).state);
  return { mode: 'plain', before, after: seedIn(kit, frame.state), result };
}

/** Returns the random draw of an entry, from the nodes of a match in order. */
export function drawAfter(
  kit: Kit,
  nodes: readonly Uint8Array[],
  n: number,
  texts: RecordTexts = ENGLISH,
): Draw | null {
  const points = createPoints(kit.game);
  readAll(new Replay(kit.game as Game, nodes.slice(0, n + 1)), [points]);
  return drawAt(kit, timelineOf(points), points.first.match, n, texts);
}

/** What was revealed for a random draw, and what that gave. */
interface DrawnLinks {
  readonly links: readonly Uint8Array[];
  readonly result: string;
  readonly texts: RecordTexts;
}

function fairDraw(
  kit: Kit,
  { header, entries, ending, at }: Timeline,
  match: Uint8Array,
  n: number,
  { links, result, texts }: DrawnLinks,
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
      who: holder === REFEREE ? texts.match.referee : namesIn(kit, texts)(holder),
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
