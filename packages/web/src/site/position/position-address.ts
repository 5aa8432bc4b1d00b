/** Positions in addresses: as the game writes them, or else as data. */
import {
  canonicalText,
  fail,
  type Game,
  type Kit,
  ok,
  parseJson,
  type Result,
  type Start,
  start,
} from '@kifu/core';
import { loadKitHere } from '../language-kit.ts';
import { navigate } from '../router.ts';

/** Longest position in an address; no built-in game has a longer one. */
const MOST = 12_000;

/** The address of the page that finds a position. */
export function positionPath({ game, positions: [notation] }: Kit, state: unknown): string {
  const query =
    notation === undefined
      ? { state: canonicalText(game.states.canon(state)) }
      : { board: notation.format(state) };
  return `/position/${game.name}?${new URLSearchParams(query)}`;
}

/** The position that an address has: the start where it has none. */
export function positionIn(kit: Kit, query: URLSearchParams): Result<unknown> {
  const [board, data] = [query.get('board'), query.get('state')];
  const { game, positions } = kit;
  if ((board ?? data ?? '').length > MOST) return fail('too-large', 'the position is too long');
  if (board !== null) {
    const [notation] = positions;
    return notation === undefined
      ? fail('unsupported', `${game.name} has no way to write positions`)
      : notation.parse(board);
  }
  if (data !== null) {
    const canon = parseJson(data);
    return canon.ok ? game.states.restore(canon.value) : canon;
  }
  const begun = start(game as Game, game.chance === undefined ? {} : { seed: 1 });
  return begun.ok ? ok(begun.value.state) : begun;
}

/** Leads to the page that finds a position, which a match would start from. */
export async function goToPosition(name: string, { canon }: Start): Promise<void> {
  const kit = await loadKitHere(name);
  if (!kit.ok) return;
  const restored = kit.value.game.states.restore(canon);
  if (restored.ok) navigate(positionPath(kit.value, restored.value));
}
