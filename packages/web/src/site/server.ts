/** The server that gave the page, asked over HTTP; without a server, or while it is away, answers are null. */
import type { Invite } from '@kifu/client';
import type { Facts, Outcome } from '@kifu/core';
import { hasServer } from './router.ts';

/** A match as the library lists it. */
export interface ListedMatch {
  readonly match: string;
  readonly head: string;
  readonly game: string;
  readonly players: readonly string[];
  readonly startedAt: string | null;
  readonly entries: number;
  readonly outcome: Outcome | null;
  readonly rated: boolean;
  readonly source: string | null;
  readonly opening: readonly string[];
  /** Absent in matches that the browser has kept for long. */
  readonly facts?: Pick<Facts, 'ratings' | 'event' | 'eco'>;
}

/** A page of a list. */
export interface ListedPage {
  readonly listings: readonly ListedMatch[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Asks for JSON below `/api`; null where there is no answer. */
export async function askServer<Answer>(
  path: string,
  signal?: AbortSignal,
): Promise<Answer | null> {
  if (!hasServer()) return null;
  try {
    const answer = await fetch(`/api/${path}`, signal === undefined ? {} : { signal });
    return answer.ok ? ((await answer.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** Public invites and matches that go on. */
export const listLive = async (): Promise<readonly Invite[]> =>
  (await askServer<{ readonly matches: readonly Invite[] }>('live'))?.matches ?? [];

/** The address of a picture of a match; at its end unless told. */
export const pictureUrl = (match: string, query: Record<string, string> = {}): string =>
  `/api/matches/${encodeURIComponent(match)}/position.svg?${new URLSearchParams(query)}`;
