/** A match of a list in words. */
import type { ListedMatch } from '../server.ts';
import { text } from '../texts.ts';

/** `1–0`; for more than two who won. */
export function resultOf({ outcome, players }: Pick<ListedMatch, 'outcome' | 'players'>): string {
  if (outcome === null) return text.match.goesOn;
  const { result, winners } = outcome;
  if (result === 'void') return text.match.void;
  if (result === 'draw') return players.length === 2 ? '½–½' : text.match.draw;
  if (players.length === 2) return winners.includes(0) ? '1–0' : '0–1';
  return text.match.won(winners.map(seat => players[seat] ?? '').filter(Boolean));
}

/** Today with the time, yesterday, or the day; as much of it as is known. */
export function dayOf(startedAt: string | null, now: Date = new Date()): string {
  if (startedAt === null) return '';
  if (/^\d{4}(-\d\d)?$/.test(startedAt)) return startedAt;
  const date = new Date(startedAt);
  if (Number.isNaN(date.getTime())) return startedAt;
  const lang = document.documentElement.lang || 'en';
  const days = Math.round((startOf(now) - startOf(date)) / 86_400_000);
  if (days === 0 && startedAt.length > 10)
    return `${text.match.today}, ${date.toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' })}`;
  if (days === 1) return text.match.yesterday;
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString(lang, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

const startOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** The first moves, a few of them. */
export const openingOf = ({ opening }: ListedMatch, count = 6): string =>
  opening.slice(0, count).join(' ');
