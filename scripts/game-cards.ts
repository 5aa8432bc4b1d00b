/** `npm run cards`: what the site shows of each game before its rules are loaded: a list, a picture from its sample, and one that moves. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kit, type Scene, unwrap } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { gameNames, loadKit } from '@kifu/games';
import { speedOf } from '@kifu/record/ratings';
import {
  answer,
  type EngineAnswer,
  type EngineQuestion,
} from '../packages/viewer/src/engine/engine.ts';
import { livingSvg } from './living-board.ts';

const WEB = join(import.meta.dirname, '../packages/web');
const SAMPLES = join(WEB, 'public/samples');
const BOARDS = join(WEB, 'public/boards');

/** Moves that a living board shows, and milliseconds from one to the next; the same time in many steps where there are no turns. */
const MOVES = 12;
const MOVE_MS = 1400;
const EVEN_STEPS = 40;
/** Milliseconds between two scenes of a game without turns. */
const EVEN_MS = 250;

interface Sample {
  readonly file: string;
  readonly game: string;
  readonly at: string;
}

mkdirSync(BOARDS, { recursive: true });
const samples = JSON.parse(readFileSync(join(SAMPLES, 'index.json'), 'utf8')) as readonly Sample[];
const cards = [];
for (const name of gameNames()) {
  const kit = unwrap(await loadKit(name));
  const sample = samples.find(({ game }) => game === name)!;
  const [scene] = await scenesOf(sample, 1);
  writeFileSync(join(BOARDS, `${name}.svg`), pictureOf(kit, scene!));
  writeFileSync(join(BOARDS, `${name}-living.svg`), await livingOf(kit, sample));
  cards.push(cardOf(kit, sample));
}
writeFileSync(join(WEB, 'src/site/games.json'), `${JSON.stringify(cards, null, 2)}\n`);

/** What a card says: all of it comes from the rules. */
function cardOf({ game, title, seatNames, clocks }: Kit, { file, at }: Sample) {
  return {
    ...{ name: game.name, title, seats: game.seats, seatNames },
    isFree: game.pace === 'free',
    hasChance: game.chance !== undefined,
    hasSecrets: game.secrets !== undefined,
    ...(clocks && { pools: clocks.map(clock => ({ clock, speed: speedOf(clock) })) }),
    sample: { file, at },
  };
}

function pictureOf({ art, title }: Kit, scene: Scene): string {
  return `${svg(scene, art, { title, description: '', coordinates: false })}\n`;
}

async function livingOf(kit: Kit, sample: Sample): Promise<string> {
  const isEven = kit.game.pace === 'free';
  const scenes = await scenesOf(sample, isEven ? EVEN_STEPS : MOVES);
  const stepMs = isEven ? EVEN_MS : MOVE_MS;
  return livingSvg(scenes, kit.art, { stepMs, isEven });
}

/** The board at the moment of a sample, and what comes after it. */
async function scenesOf({ file, at }: Sample, count: number): Promise<Scene[]> {
  const bytes = new Uint8Array(readFileSync(join(SAMPLES, file)));
  const opened = await ask({ do: 'open', name: file, bytes, which: {}, isPart: false });
  const { id: of, lines } = unwrap((opened as Extract<EngineAnswer, { opened: unknown }>).opened);
  const scenes: Scene[] = [];
  for (let i = 0; i < count; i++) {
    const moment = at.endsWith('s')
      ? { ms: 1000 * Number.parseFloat(at) + EVEN_MS * i }
      : { n: Number(at) + i };
    if ('n' in moment && moment.n > lines.length) break;
    const told = await ask({ do: 'picture', of, at: moment, as: null });
    scenes.push(boardOnly((told as Extract<EngineAnswer, { picture: unknown }>).picture.scene));
  }
  return scenes;
}

/** Hands and trays would make the board small. */
function boardOnly(scene: Scene): Scene {
  const [board] = scene.areas;
  const isOn = ({ area }: { readonly area: string }) => area === board!.id;
  return {
    ...scene,
    areas: [board!],
    pieces: scene.pieces.filter(isOn),
    marks: scene.marks.filter(isOn),
  };
}

async function ask(question: EngineQuestion): Promise<EngineAnswer> {
  let last: EngineAnswer | null = null;
  await answer(question, told => {
    last = told;
  });
  return last!;
}
