/** A position to continue from, passed by a page that shows a match to the page that starts a new one. */
import type { NewInvite } from '@kifu/client';
import type { Header, JsonObject, Kit, Seat } from '@kifu/core';
import type { BranchHere } from '@kifu/viewer/shared';
import { navigate } from './router.ts';

/** What the next match begins with. */
export interface Continuation {
  readonly game: string;
  readonly options: JsonObject;
  readonly seats: readonly Seat[];
  readonly start: NonNullable<Header['start']>;
  /** The point of a match that the server has; null where it has none, as of files and variations. */
  readonly branch: NonNullable<NewInvite['branch']> | null;
}

/** Kept as long as the tab is there: the page begins from the same position when it is loaded again. */
const KEY = 'kifu-from';
let handed: string | null = null;

/** Leads to the page that begins a match from here; `match` is its id on the server, if it has one. */
export function continueFrom({ header, n, node }: BranchHere, match: string | null): void {
  const { game, options, players, start, terms } = header;
  if (start === null) return;
  const point = terms?.branch ?? null;
  const kept: Continuation = {
    ...{ game, options, start },
    seats: players.map(({ seat }) => seat),
    branch:
      match === null || node === null || point === null
        ? null
        : { match, n, part: point.part, ...(point.at === null ? {} : { at: point.at }) },
  };
  handOver(kept);
}

/** Leads to the page that begins a match from a position that no match has reached. */
export function startFrom({ game }: Kit, state: unknown): void {
  const { states } = game;
  handOver({
    ...{ game: game.name, options: {}, seats: game.seated(state), branch: null },
    start: { canon: states.canon(state), aside: states.aside(state) },
  });
}

function handOver(kept: Continuation): void {
  handed = JSON.stringify(kept);
  try {
    sessionStorage.setItem(KEY, handed);
  } catch {
    // storage is blocked: the position is there until the page is loaded again
  }
  navigate(`/new/${kept.game}?from`);
}

/** What was handed over for a game; null where nothing was. */
export function readContinuation(game: string): Continuation | null {
  try {
    handed = sessionStorage.getItem(KEY) ?? handed;
  } catch {
    // storage is blocked
  }
  const kept = JSON.parse(handed ?? 'null') as Continuation | null;
  return kept?.game === game ? kept : null;
}
