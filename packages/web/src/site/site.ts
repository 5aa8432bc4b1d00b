/** The page of samples: a match of each game, loaded when it comes into sight. */
import '../index.ts';
import { showLive } from './live.ts';

interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  /** Where the replay stands at first: where there is something to see. */
  readonly at: string;
}

const SAMPLES: readonly Sample[] = [
  {
    file: 'chess.car',
    title: 'Chess',
    about:
      'Signed by both players and a referee, with clocks. The moves are those of the Immortal Game.',
    at: '34',
  },
  {
    file: 'chess.pgn',
    title: 'Chess, from PGN',
    about: 'Paul Morphy at the Paris Opera, with comments and variations; nobody signed it.',
    at: '20',
  },
  {
    file: 'go.car',
    title: 'Go',
    about: 'Nine lines, counted by both sides after two passes.',
    at: '60',
  },
  {
    file: 'kung-fu-chess.json',
    title: 'Kung Fu Chess',
    about: 'No turns: everybody moves at any time, and pieces fly and rest.',
    at: '24s',
  },
  {
    file: 'kung-fu-chess-four.car',
    title: 'Kung Fu Chess for four',
    about: 'The same on four sides.',
    at: '20s',
  },
  {
    file: 'backgammon.car',
    title: 'Backgammon',
    about: 'Dice made by both players together: the proof shows the numbers of every roll.',
    at: '60',
  },
  { file: 'checkers.car', title: 'Checkers', about: 'Whoever can jump must.', at: '40' },
  {
    file: 'ludo.car',
    title: 'Ludo',
    about: 'Four players, one die that all roll together.',
    at: '300',
  },
  {
    file: 'dominos.car',
    title: 'Dominos',
    about: 'Hands that were hidden while it was played; look through the eyes of either player.',
    at: '9',
  },
  { file: 'mage-duel.car', title: 'Mage Duel', about: 'Cities and roads, tile by tile.', at: '40' },
];

const main = document.querySelector('#matches')!;
const games = document.querySelector('#games')!;
const seen = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      target.setAttribute('src', (target as HTMLElement).dataset.src!);
    }
  },
  { rootMargin: '300px' },
);

for (const { file, title, about, at } of SAMPLES) {
  const name = file.replace('.', '-');
  const link = games.appendChild(document.createElement('a'));
  link.href = `#${name}`;
  link.textContent = title;
  const section = main.appendChild(document.createElement('section'));
  section.id = name;
  section.append(
    Object.assign(document.createElement('h2'), { textContent: title }),
    Object.assign(document.createElement('p'), { textContent: about }),
  );
  const viewer = document.createElement('kifu-viewer');
  viewer.setAttribute('at', at);
  viewer.dataset.src = `./samples/${file}`;
  section.append(viewer);
  seen.observe(viewer);
}

void showLive(document.querySelector<HTMLElement>('#live')!, [
  ...new Set(SAMPLES.map(({ file }) => /^[a-z-]*?(?=-four|\.)/.exec(file)![0])),
]);
