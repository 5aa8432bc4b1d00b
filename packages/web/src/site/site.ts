/** The page of samples: matches of each game, loaded when they come into sight. */
import '../index.ts';
import { showLive } from './live.ts';

/** As `npm run samples` lists them. */
interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  /** Where the replay stands at first: where there is something to see. */
  readonly at: string;
}

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

void showSamples();
void showLive(document.querySelector<HTMLElement>('#live')!);

async function showSamples(): Promise<void> {
  const listed = await fetch('./samples/index.json');
  for (const sample of (await listed.json()) as readonly Sample[]) show(sample);
}

function show({ file, title, about, at }: Sample): void {
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
