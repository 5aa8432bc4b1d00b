/** `npm run samples`: plays the sample matches of the web page anew, by bots with fixed seeds, and writes them as small files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBot } from '@kifu/bots';
import { type Bot, type Game, type Json, type Kit, moveAct, sightOf, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseSan } from '@kifu/games/chess';
import { drawsOf, headOf, idOf, nodesOf, readKifu } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import {
  beginMatch,
  doAct,
  drawTogether,
  endMatch,
  type Plan,
  type Playing,
} from '../packages/record/test/matches.ts';

const FOLDER = join(import.meta.dirname, '../packages/web/public/samples');

/** One sample. */
interface Sample {
  readonly file: string;
  readonly game: string;
  readonly plan: Omit<Plan, 'game'>;
  readonly seed: number;
  /** Entries at most. */
  readonly most: number;
  /** The name of the bot, and what it may look at. */
  readonly bot?: string;
  readonly nodes?: number;
  /** Moves that are played instead of those of bots. */
  readonly moves?: string;
  /** The dialect to write; CAR unless told. */
  readonly as?: string;
}

/** Anderssen against Kieseritzky, London 1851. */
const IMMORTAL = `e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6
  Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#`;

const SAMPLES: readonly Sample[] = [
  {
    file: 'chess.car',
    game: 'chess',
    plan: {
      keys: true,
      referee: true,
      names: ['Ada', 'Ben'],
      clock: { type: 'fischer', mainMs: 300_000, incrementMs: 2000 },
    },
    seed: 1,
    most: 200,
    moves: IMMORTAL,
  },
  {
    file: 'checkers.car',
    game: 'checkers',
    plan: { keys: true, names: ['Cleo', 'Dov'] },
    seed: 5,
    most: 400,
    nodes: 300,
  },
  {
    file: 'backgammon.car',
    game: 'backgammon',
    plan: { keys: true, fair: true, links: 300, names: ['Elif', 'Finn'] },
    seed: 5,
    most: 400,
    nodes: 120,
  },
  {
    file: 'ludo.car',
    game: 'ludo',
    plan: { seats: 4, keys: true, fair: true, links: 900, names: ['Gro', 'Hana', 'Ivo', 'June'] },
    seed: 6,
    most: 900,
    nodes: 40,
  },
  {
    file: 'dominos.car',
    game: 'dominos',
    plan: { keys: true, fair: true, referee: true, names: ['Kai', 'Lea'] },
    seed: 7,
    most: 120,
    nodes: 120,
  },
  {
    file: 'go.car',
    game: 'go',
    plan: { keys: true, names: ['Mika', 'Nour'], options: { width: 9, height: 9 } },
    seed: 8,
    most: 120,
    nodes: 300,
  },
  {
    file: 'mage-duel.car',
    game: 'mage-duel',
    plan: { keys: true, names: ['Orla', 'Pim'], seed: 20 },
    seed: 9,
    most: 160,
    nodes: 40,
  },
  {
    file: 'kung-fu-chess.json',
    game: 'kung-fu-chess',
    plan: { names: ['Quin', 'Rio'] },
    seed: 3,
    most: 400,
    bot: 'reactive',
    as: 'kfchess',
  },
  {
    file: 'kung-fu-chess-four.car',
    game: 'kung-fu-chess',
    plan: {
      seats: 4,
      keys: true,
      names: ['Sol', 'Tam', 'Uma', 'Vic'],
      options: { board: 'four_player' },
    },
    seed: 3,
    most: 500,
    bot: 'reactive',
  },
];

mkdirSync(FOLDER, { recursive: true });
const only = process.argv.slice(2);
for (const sample of SAMPLES) {
  if (only.length > 0 && !only.includes(sample.file)) continue;
  const kit = unwrap(await loadKit(sample.game));
  const playing = await beginMatch({ ...sample.plan, game: kit.game as Game });
  if (sample.moves === undefined) await playBots(kit, playing, sample);
  else await playMoves(playing, sample.moves);
  if (playing.chain.table.outcome !== null && !playing.chain.isEnded)
    await endMatch(playing, { ms: playing.chain.table.ms });
  const output = write(kit, playing, sample.as);
  writeFileSync(join(FOLDER, sample.file), output);
  const { outcome } = playing.chain.table;
  console.log(
    `${sample.file}: ${playing.chain.last.n} nodes, ${output.length} bytes, ${outcome?.reason ?? 'cut off'}`,
  );
}

async function playMoves(playing: Playing, moves: string): Promise<void> {
  const think = thinking(1);
  for (const text of moves.split(/\s+/)) {
    const { game, state, ms } = playing.chain.table;
    const move = unwrap(parseSan(state as never, text)) as unknown as Json;
    const [seat] = game.active(state);
    await doAct(playing, seat!, moveAct(game, move), { ms: ms + think() });
  }
}

async function playBots(kit: Kit, playing: Playing, sample: Sample): Promise<void> {
  const { game } = playing.chain.table;
  const bots = new Map<number, Bot<unknown, Json>>(
    game.seated(playing.chain.table.state).map(seat => [
      seat,
      unwrap(
        makeBot(kit, sample.bot ?? 'mcts', {
          seed: sample.seed + seat,
          nodes: sample.nodes ?? 200,
        }),
      ),
    ]),
  );
  const think = thinking(sample.seed);
  if (game.pace === 'free') await playFree(playing, bots, sample);
  else
    for (let i = 0; i < sample.most && playing.chain.table.outcome === null; i++) {
      const { state, ms } = playing.chain.table;
      if (drawsOf(playing.chain.table) === 'fair' && game.chance?.due(state)) {
        await drawTogether(playing);
        continue;
      }
      const [seat] = game.active(state);
      if (seat === undefined) return;
      const move = bots.get(seat)!.choose(sightOf(game, state, seat));
      const later = ms + think();
      const at =
        game.time === undefined ? null : Math.max(game.time.now(state), tickAt(game, state, later));
      await doAct(playing, seat, moveAct(game, move!), { ms: later, at });
    }
}

function tickAt(game: Game, state: unknown, ms: number): number {
  return Math.floor((ms * game.time!.hz(state)) / 1000);
}

/** Every bot looks at the board some times a second, and does something where it wants to. */
async function playFree(
  playing: Playing,
  bots: ReadonlyMap<number, Bot<unknown, Json>>,
  { most, seed }: Sample,
): Promise<void> {
  const { game } = playing.chain.table;
  const time = game.time!;
  const random = numbers(seed);
  let tick = 0;
  for (let count = 0; count < most && playing.chain.table.outcome === null; tick++) {
    for (const [seat, bot] of bots) {
      if (random() > 0.05) continue;
      const { state } = playing.chain.table;
      const now = time.advance(state, Math.max(tick, time.now(state))).state;
      if (game.outcome(now) !== null) {
        // a king fell after the last command
        await endMatch(playing, { at: tick, ms: Math.round((tick * 1000) / time.hz(now)) });
        return;
      }
      const move = bot.choose(sightOf(game, now, seat));
      if (move === null) continue;
      const ms = Math.round((tick * 1000) / time.hz(now));
      await doAct(playing, seat, moveAct(game, move), { at: tick, ms });
      count++;
      if (playing.chain.table.outcome !== null) return;
    }
  }
}

/** Thinking times that look like those of people, in milliseconds. */
function thinking(seed: number): () => number {
  const random = numbers(seed);
  return () => Math.round(900 + 9000 * random() ** 3 + (random() < 0.08 ? 18_000 * random() : 0));
}

/** Numbers from 0 to 1 (mulberry32): the same seed, the same matches. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function write(kit: Kit, playing: Playing, as: string | undefined): Uint8Array | string {
  const nodes = nodesOf(playing.chain);
  if (as === undefined) {
    const blocks = nodes.map((bytes, i) => ({ cid: idOf(digestAt(playing, i)), bytes }));
    return writeCar([headOf(playing.chain)], blocks);
  }
  const dialect = kit.dialects.find(({ name }) => name === as)!;
  return unwrap(dialect.write(unwrap(readKifu(nodes)))).output;
}

function digestAt(playing: Playing, n: number): Uint8Array {
  let here: Playing['chain']['last'] | null = playing.chain.last;
  while (here !== null && here.n !== n) here = here.before;
  return here!.digest;
}
