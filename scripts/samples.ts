/** `npm run samples`: replays the sample matches of the web page with bots of fixed seeds, and writes them as small files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBot, usualBot } from '@kifu/bots';
import {
  type Bot,
  type Demo,
  type Game,
  type Json,
  type Kit,
  moveAct,
  playerViewOf,
  unwrap,
} from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { headOf, idOf, nodesOf, readKifu } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { drawsOf } from '@kifu/record/match-state';
import {
  beginMatch,
  doAct,
  drawTogether,
  endMatch,
  type MatchPlan,
  type Playing,
} from '../packages/record/test/matches.ts';

const FOLDER = join(import.meta.dirname, '../packages/web/public/samples');
const INDEX = join(FOLDER, 'index.json');

/** What the page shows of each sample; files that this script does not play are listed there by hand. */
interface Sample {
  readonly file: string;
  readonly game: string;
  readonly title: string;
  readonly about: string;
  /** Where the replay stands at first. */
  readonly at: string;
  /** `car`, or the name of a dialect. */
  readonly form: string;
  readonly verdict: 'verified' | 'unsigned';
  readonly entries: number;
}

/** What the players are called, one after the other. */
const NAMES =
  `Ada Ben Cleo Dov Elif Finn Gro Hana Ivo June Kai Lea Mika Nour Orla Pim Quin Rio Sol Tam Uma Vic`.split(
    ' ',
  );
/** For matches that people are said to have played. */
const CLOCK = { type: 'fischer', mainMs: 300_000, incrementMs: 2000 } as const;
const NODES = 200;

mkdirSync(FOLDER, { recursive: true });
const before = JSON.parse(readFileSync(INDEX, 'utf8')) as readonly Sample[];
const only = process.argv.slice(2);
const made = new Map<string, Sample>();
let named = 0;
for (const name of gameNames()) {
  const kit = unwrap(await loadKit(name));
  for (const demo of kit.demos ?? []) {
    const plan = planOf(kit, demo);
    const ending = demo.form === undefined ? 'car' : 'json';
    const file = `${[name, demo.name].filter(Boolean).join('-')}.${ending}`;
    if (only.length === 0 || only.includes(file)) made.set(file, await make(kit, demo, plan, file));
  }
}
// in the order in which they are listed already, new ones at the end
const listed = new Map([...before.map(sample => [sample.file, sample] as const), ...made]);
writeFileSync(INDEX, `${JSON.stringify([...listed.values()], null, 2)}\n`);

/** How a demo is played: signed; between people with a referee and clocks; with chance that all make together where time allows. */
function planOf({ game }: Kit, demo: Demo): MatchPlan {
  const seats = demo.seats ?? game.seats[0];
  const isFair = game.chance !== undefined && game.time === undefined;
  const names = Array.from({ length: seats }, () => NAMES[named++ % NAMES.length]!);
  return {
    ...{ game: game as Game, seats, names, keys: demo.form === undefined },
    ...(demo.options === undefined ? {} : { options: demo.options }),
    ...(isFair ? { fair: true, links: demo.moves } : {}),
    ...(game.chance === undefined || isFair ? {} : { seed: demo.seed }),
    ...(demo.line === undefined ? {} : { referee: true, clock: CLOCK }),
    ...(game.secrets === undefined ? {} : { referee: true }),
  };
}

async function make(kit: Kit, demo: Demo, plan: MatchPlan, file: string): Promise<Sample> {
  const playing = await beginMatch(plan);
  if (demo.line === undefined) await playBots(kit, playing, demo);
  else await playMoves(kit, playing, demo.line);
  if (playing.chain.table.outcome !== null && !playing.chain.isEnded)
    await endMatch(playing, { ms: playing.chain.table.ms });
  const output = write(kit, playing, demo.form);
  writeFileSync(join(FOLDER, file), output);
  const { table, last, isEnded } = playing.chain;
  console.log(
    `${file}: ${last.n} nodes, ${output.length} bytes, ${table.outcome?.reason ?? 'cut off'}`,
  );
  return {
    file,
    game: kit.game.name,
    title: demo.title ?? kit.title,
    about: demo.about,
    at: demo.at,
    form: demo.form ?? 'car',
    verdict: demo.form === undefined ? 'verified' : 'unsigned',
    entries: last.n - (isEnded ? 1 : 0),
  };
}

async function playMoves(kit: Kit, playing: Playing, moves: string): Promise<void> {
  const think = thinking(1);
  for (const text of moves.split(/\s+/)) {
    const { game, state, ms } = playing.chain.table;
    const move = unwrap(kit.notations[0]!.parse(state, text));
    const [seat] = game.active(state);
    await doAct(playing, seat!, moveAct(game, move), { ms: ms + think() });
  }
}

async function playBots(kit: Kit, playing: Playing, demo: Demo): Promise<void> {
  const { game } = playing.chain.table;
  const bots = new Map<number, Bot<unknown, Json>>(
    game.seated(playing.chain.table.state).map(seat => [
      seat,
      unwrap(
        makeBot(kit, demo.bot ?? usualBot(kit), {
          seed: demo.seed + seat,
          nodes: demo.nodes ?? NODES,
        }),
      ),
    ]),
  );
  const think = thinking(demo.seed);
  if (game.pace === 'free') await playFree(playing, bots, demo);
  else
    for (let i = 0; i < demo.moves && playing.chain.table.outcome === null; i++) {
      const { state, ms } = playing.chain.table;
      if (drawsOf(playing.chain.table) === 'fair' && game.chance?.due(state)) {
        await drawTogether(playing);
        continue;
      }
      const [seat] = game.active(state);
      if (seat === undefined) return;
      const move = bots.get(seat)!.choose(playerViewOf(game, state, seat));
      const later = ms + think();
      const at =
        game.time === undefined ? null : Math.max(game.time.now(state), tickAt(game, state, later));
      await doAct(playing, seat, moveAct(game, move!), { ms: later, at });
    }
}

function tickAt(game: Game, state: unknown, ms: number): number {
  return Math.floor((ms * game.time!.hz(state)) / 1000);
}

/** Every bot looks at the board several times per second, and acts if it wants to. */
async function playFree(
  playing: Playing,
  bots: ReadonlyMap<number, Bot<unknown, Json>>,
  { moves, seed }: Demo,
): Promise<void> {
  const { game } = playing.chain.table;
  const time = game.time!;
  const random = numbers(seed);
  let tick = 0;
  for (let count = 0; count < moves && playing.chain.table.outcome === null; tick++) {
    for (const [seat, bot] of bots) {
      if (random() > 0.05) continue;
      const { state } = playing.chain.table;
      const now = time.advance(state, Math.max(tick, time.now(state))).state;
      if (game.outcome(now) !== null) {
        // a king fell after the last command
        await endMatch(playing, { at: tick, ms: Math.round((tick * 1000) / time.hz(now)) });
        return;
      }
      const move = bot.choose(playerViewOf(game, now, seat));
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
  const dialect = kit.formats.find(({ name }) => name === as)!;
  return unwrap(dialect.write(unwrap(readKifu(nodes)))).output;
}

function digestAt(playing: Playing, n: number): Uint8Array {
  let here: Playing['chain']['last'] | null = playing.chain.last;
  while (here !== null && here.n !== n) here = here.before;
  return here!.digest;
}
