/** Branches: matches that continue from a point of another. */
import {
  type Cid,
  canonicalText,
  cidOf,
  fail,
  formatCid,
  type Game,
  type Header,
  type Json,
  NO_TERMS,
  ok,
  type Result,
  step,
  type Terms,
} from '@kifu/core';
import { drawsOf, termsOf } from './match-state/terms.ts';
import { Replay } from './replay/replay.ts';

/** Where a match branches: after a node, or after some of its parts, or at a tick after that. */
export interface BranchPoint<State> {
  readonly game: Game<State>;
  readonly header: Header;
  /** The last node before the point. */
  readonly node: Cid;
  readonly state: State;
  /** How many parts of the node come before the point. */
  readonly part: number;
  readonly at: number | null;
}

/** What a branch does not take from the other match. */
export interface BranchChange {
  readonly nonce?: string;
  readonly players?: Header['players'];
  readonly seed?: Header['seed'];
  readonly startedAt?: Header['startedAt'];
  readonly terms?: Partial<Omit<Terms, 'nonce' | 'branch'>>;
}

/** Returns the header of a match that continues from a point of another; a game may decide how its clocks restart. */
export function branchHeader<State>(
  { game, header, node, state, part, at }: BranchPoint<State>,
  { nonce = '', terms = {}, ...own }: BranchChange = {},
): Header {
  const here = game.match?.branch?.(state) ?? state;
  const given: Terms = { ...NO_TERMS, clock: termsOf(header).clock, ...terms, nonce };
  return {
    ...header,
    startedAt: null,
    tags: {},
    players: header.players.map(({ seat, name }) => ({ seat, name })),
    seed: header.seed ?? (game.chance === undefined ? null : 0), // the position brings its own
    ...own,
    start: { canon: game.states.canon(here), aside: game.states.aside(here) },
    terms: { ...given, branch: { node: formatCid(node), part, at } },
  };
}

/**
 * Whether a branch begins where it says: at that point of the record it names, whose nodes are given in order. The record itself is
 * replayed without checking its signatures.
 */
export function checkBranch<State>(
  game: Game<State>,
  nodes: readonly Uint8Array[],
  header: Header,
): Result<State> {
  const { branch } = termsOf(header);
  if (branch === null) return fail('unsupported', 'the match does not branch from another');
  const n = nodes.findIndex(bytes => formatCid(cidOf('dag-cbor', bytes)) === branch.node);
  if (n < 0) return fail('not-found', `node ${branch.node} not found in the record`);
  const replay = new Replay(game, nodes.slice(0, n + 1));
  while (replay.next());
  if (replay.fault !== null) return replay.fault;
  const { parts, table } = replay;
  if (table === null) return fail('unsupported', 'the hands of the other match are still hidden');
  const part = parts[branch.part - 1];
  if (branch.part > parts.length)
    return fail('not-found', `part ${branch.part} not found: node ${n} has ${parts.length} parts`);
  const before = part?.state ?? (n > 0 ? replay.before!.state : table.state);
  const parent = replay.header!;
  if (
    header.game !== parent.game ||
    header.version !== parent.version ||
    !isSame(header.options, parent.options)
  )
    return fail(
      'broken-record',
      'the match and the one it branches from differ in game, version or options',
      {
        rule: 'branch',
      },
    );
  const state = advanceTo(game, before, branch.at, parent);
  if (!state.ok) return state;
  const here = game.match?.branch?.(state.value) ?? state.value;
  return isSame(header.start?.canon, game.states.canon(here)) &&
    isSame(header.start?.aside, game.states.aside(here))
    ? ok(here)
    : fail('broken-record', 'the start position differs from the other match at that point', {
        rule: 'branch',
      });
}

function advanceTo<State>(
  game: Game<State>,
  state: State,
  at: number | null,
  header: Header,
): Result<State> {
  if (game.time === undefined)
    return at === null ? ok(state) : fail('no-ticks', `${game.name} has no ticks`);
  if (at === null || at === game.time.now(state)) return ok(state);
  const passed = step(game, state, { do: 'time', at }, drawsOf({ terms: termsOf(header) }));
  return passed.ok ? ok(passed.value.state) : passed;
}

const isSame = (a: Json | undefined, b: Json): boolean =>
  a !== undefined && canonicalText(a) === canonicalText(b);
