/**
 * `npm run puzzles [-- GAME…]`: plays matches of bots from seeds, finds the puzzles in them, and writes both into the site. The same
 * sources give the same files. MIT, like everything here.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAnalyzer, makeBot } from '@kifu/bots';
import { type MinedPosition, minePuzzles, type Puzzle } from '@kifu/bots/puzzles';
import {
  formatCid,
  type Game,
  type Header,
  type JsonObject,
  type Kit,
  moveAct,
  playerViewOf,
  rngFrom,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { append, begin, end, headOf, nodesOf } from '@kifu/record';
import { pack } from '@kifu/record/pack';

const FOLDER = join(import.meta.dirname, '../packages/web/public/puzzles');

/** How the puzzles of a game are made. */
interface Plan {
  readonly puzzles: number;
  /** Of one match at most. */
  readonly perMatch: number;
  /** First moves that are drawn by lot, so that no two matches are alike. */
  readonly free: number;
  /** Moves of a match at most. */
  readonly moves: number;
  /** How far a bot looks: it is to make mistakes. */
  readonly botNodes: number;
  /** How far a move is looked into. */
  readonly nodes: number;
  readonly options?: JsonObject;
}

const PLANS: { readonly [game: string]: Plan } = {
  chess: { puzzles: 120, perMatch: 6, free: 6, moves: 90, botNodes: 60, nodes: 8000 },
  checkers: { puzzles: 110, perMatch: 4, free: 8, moves: 80, botNodes: 30, nodes: 6000 },
  go: {
    ...{ puzzles: 24, perMatch: 2, free: 4, moves: 120, botNodes: 20, nodes: 8000 },
    options: { width: 7 },
  },
  backgammon: { puzzles: 80, perMatch: 8, free: 2, moves: 120, botNodes: 20, nodes: 3000 },
};
/** What the players are called. */
const NAMES = 'Ada Ben Cleo Dov Elif Finn Gro Hana Ivo June Kai Lea Mika Nour Orla Pim'.split(' ');
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const MOST_MATCHES = 400;

const asked = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
for (const [name, plan] of Object.entries(PLANS))
  if (asked.length === 0 || asked.includes(name)) await make(unwrap(await loadKit(name)), plan);

async function make(kit: Kit, plan: Plan): Promise<void> {
  const analyzer = makeAnalyzer(kit, { now: () => 0 });
  const records: { match: string; pack: string }[] = [];
  const puzzles: Puzzle[] = [];
  for (let seed = 1; seed <= MOST_MATCHES && puzzles.length < plan.puzzles; seed++) {
    const { match, nodes, positions } = play(kit, plan, seed);
    const limit = Math.min(plan.perMatch, plan.puzzles - puzzles.length);
    const found: Puzzle[] = [];
    const options = { analyzer, nodes: plan.nodes, limit };
    for await (const puzzle of minePuzzles(kit, match, positions, options)) found.push(puzzle);
    console.error(
      `${kit.game.name} ${seed}: ${positions.length} positions, ${found.length} puzzles`,
    );
    if (found.length === 0) continue;
    puzzles.push(...found);
    const bytes = unwrap(pack(kit.game as Game, nodes));
    records.push({ match, pack: Buffer.from(bytes).toString('base64') });
    write(kit.game.name, records, puzzles);
  }
  await analyzer.close();
}

/** One line for each record and puzzle, so that changes can be read. */
function write(game: string, records: readonly object[], puzzles: readonly Puzzle[]): void {
  const lines = (list: readonly object[]) => list.map(one => JSON.stringify(one)).join(',\n');
  writeFileSync(
    join(FOLDER, `${game}.json`),
    `{"game":"${game}","license":"MIT","records":[\n${lines(records)}\n],"puzzles":[\n${lines(puzzles)}\n]}\n`,
  );
}

/** A match of two bots, with the positions in which a seat was to move. */
function play(
  kit: Kit,
  plan: Plan,
  seed: number,
): { match: string; nodes: Uint8Array[]; positions: MinedPosition[] } {
  const { game } = kit;
  const luck = rngFrom(seed);
  const bots = [0, 1].map(seat =>
    unwrap(makeBot(kit, 'mcts', { seed: 2 * seed + seat, nodes: plan.botNodes })),
  );
  const first = luck(NAMES.length);
  const second = (first + 1 + luck(NAMES.length - 1)) % NAMES.length;
  const header: Header = {
    game: game.name,
    version: game.version,
    options: plan.options ?? {},
    players: [first, second].map((name, seat) => ({ seat, name: `${NAMES[name]!} bot` })),
    seed: game.chance === undefined ? null : seed,
    start: null,
    startedAt: new Date(FIRST_DAY + seed * DAY_MS).toISOString().slice(0, 10),
    tags: { Event: 'Kifu puzzles', Round: `${seed}` },
  };
  let chain = unwrap(begin(game as Game, header)).chain;
  const match = formatCid(headOf(chain));
  const positions: MinedPosition[] = [];
  for (let n = 0; n < plan.moves && chain.table.outcome === null; n++) {
    const { state } = chain.table;
    const [seat] = game.active(state);
    if (seat === undefined) break;
    positions.push({ n, state });
    const legal = [...game.legal(state, seat)];
    const move =
      n < plan.free
        ? legal[luck(legal.length)]!
        : bots[seat]!.choose(playerViewOf(game, state, seat))!;
    const entry = { seat, act: moveAct(game, move), at: null, ms: null };
    chain = unwrap(append(chain, entry)).chain;
  }
  if (chain.table.outcome !== null && !chain.isEnded) chain = unwrap(end(chain));
  return { match, nodes: nodesOf(chain), positions };
}
