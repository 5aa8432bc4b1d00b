/** The server that gave the page, asked over HTTP. That it does not answer is never taken for an empty answer. */
import type { Invite } from '@kifu/client';
import type { Metadata, Outcome } from '@kifu/core';
import { hasServer } from './router.ts';
import { text } from './texts.ts';

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
  readonly facts?: Pick<Metadata, 'ratings' | 'event' | 'eco'>;
}

/** A page of a list. */
export interface ListedPage {
  readonly listings: readonly ListedMatch[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** The server does not answer, or only that something is broken there. */
export class NoAnswerError extends Error {
  constructor(options?: ErrorOptions) {
    super(text.site.noAnswer, options);
  }
}

/** How long an answer is waited for, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Asks for JSON below `/api`; null where the server has no such thing, and where the page has no server. Throws `NoAnswerError` where the
 * server does not answer, and an error with the server's own words where it refuses.
 */
export async function askServer<Answer>(
  path: string,
  signal?: AbortSignal,
): Promise<Answer | null> {
  if (!hasServer()) return null;
  const signals = [AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])];
  try {
    const answer = await fetch(`/api/${path}`, { signal: AbortSignal.any(signals) });
    if (answer.ok) return (await answer.json()) as Answer;
    if (answer.status === 404) return null;
    const problem = (await answer.json()) as { readonly fault?: { readonly message?: string } };
    const refusal = answer.status < 500 || answer.status === 501 ? problem.fault?.message : null;
    if (refusal) throw new RefusedError(refusal);
    throw new NoAnswerError();
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof RefusedError || cause instanceof NoAnswerError
      ? cause
      : new NoAnswerError({ cause });
  }
}

/** The server refuses what it is asked, and says why. */
class RefusedError extends Error {}

/** Public invites and matches in progress. */
export const listLive = async (): Promise<readonly Invite[]> =>
  (await askServer<{ readonly matches: readonly Invite[] }>('live'))?.matches ?? [];

/** The address of a picture of a match, by default of its end. */
export const pictureUrl = (match: string, query: Record<string, string> = {}): string =>
  `/api/matches/${encodeURIComponent(match)}/position.svg?${new URLSearchParams(query)}`;
