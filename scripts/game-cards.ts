/** `npm run cards`: what the site shows of each game before its rules are loaded: a list, and a picture from its sample. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kit, type Scene, unwrap } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { gameNames, loadKit } from '@kifu/games';
import { type Answer, answer, type Question } from '../packages/web/src/engine/engine.ts';

const WEB = join(import.meta.dirname, '../packages/web');
const SAMPLES = join(WEB, 'public/samples');
const BOARDS = join(WEB, 'public/boards');

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
  writeFileSync(join(BOARDS, `${name}.svg`), await pictureOf(kit, sample));
  cards.push(cardOf(kit, sample));
}
writeFileSync(join(WEB, 'src/site/games.json'), `${JSON.stringify(cards, null, 2)}\n`);

/** What a card says: all of it comes from the rules. */
function cardOf({ game, title, seatNames }: Kit, { file, at }: Sample) {
  return {
    ...{ name: game.name, title, seats: game.seats, seatNames },
    isFree: game.pace === 'free',
    hasChance: game.chance !== undefined,
    hasSecrets: game.secrets !== undefined,
    sample: { file, at },
  };
}

async function pictureOf(kit: Kit, { file, at }: Sample): Promise<string> {
  const bytes = new Uint8Array(readFileSync(join(SAMPLES, file)));
  const opened = await ask({ do: 'open', name: file, bytes, which: {}, isPart: false });
  const { id: of } = unwrap((opened as Extract<Answer, { opened: unknown }>).opened);
  const moment = at.endsWith('s') ? { ms: 1000 * Number.parseFloat(at) } : { n: Number(at) };
  const told = await ask({ do: 'picture', of, at: moment, as: null });
  const { scene } = (told as Extract<Answer, { picture: unknown }>).picture;
  return `${svg(boardOnly(scene), kit.art, { title: kit.title, description: '', coordinates: false })}\n`;
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

async function ask(question: Question): Promise<Answer> {
  let last: Answer | null = null;
  await answer(question, told => {
    last = told;
  });
  return last!;
}
