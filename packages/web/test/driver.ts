/** Plays on the board of a page by itself, as a hand would: it touches places one after the other. */

import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';

/** How a page plays. */
export interface DriverOptions {
  /** Resigns after so many moves, so that a match comes to its end. */
  readonly most: number;
  readonly seed: number;
}

/** Begins to play; goes on with each new match of the page. */
export const drive = (page: Page, options: DriverOptions): Promise<void> =>
  page.evaluate(playByItself, options);

/** What runs in the page: it can reach nothing else of this module. */
export function playByItself({ most, seed }: DriverOptions): void {
  let moves = 0;
  /** Where there are no turns, when the next move is made: some five in a second, however seldom a busy page looks. */
  let nextMs = 0;
  let random = seed;
  let last: unknown = null;
  const pick = (of: number) => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return Math.floor((random / 2147483648) * of);
  };
  const board = () => document.querySelector('kifu-table kifu-board') as KifuBoard | null;
  const resign = () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.state-box button')];
    buttons.find(button => button.textContent?.trim() === 'Resign')?.click();
  };
  setInterval(() => {
    // a turn of several moves is rolled for, and confirmed
    document.querySelector<HTMLElement>('.turn-acts .primary:not(:disabled)')?.click();
    const now = board()?.position;
    if (!now || now.seat === null || now.legal.length === 0) return;
    const isFree = now.kit.game.pace === 'free';
    if (now === last || (isFree && performance.now() < nextMs)) return;
    last = now;
    if (isFree) nextMs = performance.now() + pick(360);
    if (moves >= most) {
      resign();
      return;
    }
    const { kit, seat, scene, legal } = now;
    const ways = legal.map(move => kit.touch!(move, seat, scene));
    // a word that ends something ends the match sooner
    const words = ways.filter(({ path }) => ['Pass', 'Agree', 'Skip'].includes(String(path[0])));
    const from = moves > most / 2 && words.length > 0 ? words : ways;
    const { path, choice } = from[pick(from.length)]!;
    board()!.drop();
    for (const place of path) board()!.touch(typeof place === 'string' ? place : place[0]);
    const option = board()!.choosing?.options.find(
      ({ touch }) => touch.choice?.label === choice?.label,
    );
    moves++;
    if (option === undefined) return;
    void board()!.updateComplete.then(() => {
      const buttons = board()!.shadowRoot!.querySelectorAll<HTMLElement>('.chooser button');
      [...buttons]
        .find(button => (button.ariaLabel ?? button.textContent?.trim()) === choice?.label)
        ?.click();
    });
  }, 15);
}
