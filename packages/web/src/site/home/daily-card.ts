/** The puzzle of the day on the home page. Its place is there from the start; it is drawn once it is in sight and the page is idle. */
import { html, nothing, type TemplateResult } from 'lit';
import { seatsOf } from '../games.ts';
import { icon } from '../icons.ts';
import { idle } from '../idle.ts';
import type { DailyPuzzle } from '../puzzles/daily-puzzle.ts';
import { href } from '../router.ts';
import { text } from '../texts.ts';

/** The card; null before the puzzle is there. */
export function dailyCard(puzzle: DailyPuzzle | null): TemplateResult {
  const { puzzles: words } = text;
  const days = puzzle?.daysInARow ?? 0;
  return html`<section class="card pad daily" aria-labelledby="daily">
    <div class="head"><h2 id="daily">${words.ofTheDay}</h2><span class="soft small">${days > 0 ? words.inDays(days) : nothing}</span></div>
    <a href=${href('/puzzles?mode=daily')} data-page>
      <span class="pic">${puzzle === null ? nothing : html`<img src=${puzzle.picture} alt="" width="124" height="124" />`}</span>
      <span>${puzzle === null ? nothing : about(puzzle)}</span>
      <span class="btn primary">${icon('play')}${words.solve}</span>
    </a>
  </section>`;
}

const about = ({ game, seat, players, n, isSolved }: DailyPuzzle): TemplateResult => {
  const { puzzles: words } = text;
  const todo = words.toPlay(seatsOf(game)[seat] ?? `${seat + 1}`);
  return html`<b>${isSolved ? words.verdicts.solved : todo}</b> <span class="soft small">${words.from} ${players.join(' – ')}${words.move(n + 1)}</span>`;
};

/** Gives the puzzle once its card is in sight; the answer stops that. */
export function watchDaily(card: Element, show: (puzzle: DailyPuzzle) => void): () => void {
  const watcher = new IntersectionObserver(async entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    await idle();
    const { findDailyPuzzle } = await import('../puzzles/daily-puzzle.ts');
    const puzzle = await findDailyPuzzle().catch(() => null); // the card still leads to the puzzles
    if (puzzle !== null) show(puzzle);
  });
  watcher.observe(card);
  return () => watcher.disconnect();
}
