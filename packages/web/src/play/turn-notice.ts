/** Tells people that it is their turn, or that a match is over, while they look elsewhere: by the title, and a notification where they allowed it. */
import { text } from '../site/texts.ts';

const MARK = '● ';

/** Listens to the tables of a page. */
export function noticeTurns(page: HTMLElement): void {
  page.addEventListener('kifu-turn', event =>
    notice(text.play.yourTurn, (event as CustomEvent<string>).detail),
  );
  page.addEventListener('kifu-over', event => notice((event as CustomEvent<string>).detail, ''));
}

/** Says something to people who look elsewhere. */
export function notice(words: string, more: string): void {
  if (document.visibilityState === 'visible') return;
  if (!document.title.startsWith(MARK)) document.title = `${MARK}${words} · ${document.title}`;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const shown = new Notification(words, { body: more, tag: 'kifu-turn' });
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible' || !document.title.startsWith(MARK)) return;
  document.title = document.title.replace(/^● .*? · /, '');
});
