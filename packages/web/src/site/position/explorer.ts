/** What was played next at a position, counted by the server that gave the page, or by the archive that it has. */
import { formatCid, type Kit } from '@kifu/core';
import type { ExplorerAnswer } from '@kifu/record/replay';
import { html, nothing, type TemplateResult } from 'lit';
import { archiveAddress } from '../library/archive-address.ts';
import { dayOf, resultOf } from '../library/match-words.ts';
import { fieldText } from '../library/query.ts';
import { shares } from '../player/shares.ts';
import { hasServer, href } from '../router.ts';
import { askServer, type ListedMatch } from '../server.ts';
import { text } from '../texts.ts';
import { positionPath } from './position-address.ts';

/** Where games are counted: by the server, in the archive, or among those in the browser. */
export type ExplorerSource = 'server' | 'archive' | 'browser';

/** The sources that this page has, the best first. */
export const explorerSources = (): readonly ExplorerSource[] => [
  ...(hasServer()
    ? (['server'] as const)
    : archiveAddress() === null
      ? []
      : (['archive'] as const)),
  'browser',
];

/** Filters that the page offers, by their names in the API. */
const FILTERS = ['player', 'minRating', 'from', 'before'] as const;
type ExplorerFilter = (typeof FILTERS)[number];
export type ExplorerFilters = { readonly [name in ExplorerFilter]?: string };

/** Games, counted. */
interface Counted {
  readonly games: number;
  readonly wins: readonly number[];
  readonly draws: number;
  readonly rating: number | null;
  readonly last: string | null;
}

/** An answer of the API, or the same from an archive. */
export interface ExplorerView extends Counted {
  readonly isWhole: boolean;
  readonly moves: readonly (Counted & { readonly move: string; readonly hex: string })[];
  readonly notable: readonly ListedMatch[];
}

/** Asks a source; null where it counts nothing. */
export async function askExplorer(
  source: ExplorerSource,
  kit: Kit,
  state: unknown,
  filters: ExplorerFilters,
  signal: AbortSignal,
): Promise<ExplorerView | null> {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  if (source === 'browser') return null;
  if (source === 'server') {
    const query = new URLSearchParams(positionPath(kit, state).split('?')[1] ?? '');
    query.set('game', kit.game.name);
    for (const [name, value] of set) query.set(name, value);
    return askServer<ExplorerView>(`explore?${query}`, signal);
  }
  const { exploreArchived } = await import('../library/archive.ts');
  const found = await exploreArchived(kit, state, new URLSearchParams(set), signal);
  return viewOf(kit, found);
}

const viewOf = (kit: Kit, { reached, rows, notable, isWhole }: ExplorerAnswer): ExplorerView => ({
  ...counted(reached),
  isWhole,
  moves: rows.map(({ written, move, tally }) => ({
    ...counted(tally),
    move: written,
    hex: kit.game.moves.hex.encode(move),
  })),
  notable: notable.map(({ match, head, ...rest }) => ({
    ...rest,
    match: formatCid(match),
    head: formatCid(head),
  })),
});

const counted = ({
  games,
  wins,
  draws,
  ratingSum,
  ratedGames,
  lastSecond,
}: ExplorerAnswer['reached']): Counted => ({
  ...{ games, wins, draws },
  rating: ratedGames === 0 ? null : Math.round(ratingSum / ratedGames),
  last: lastSecond === null ? null : new Date(1000 * lastSecond).toISOString(),
});

/** What the table tells the page. */
export interface ExplorerEvents {
  /** A row is pointed at, by its move in hex digits; null when it is left. */
  point(hex: string | null): void;
  addressOf(move: string): string;
}

/** The moves with their counts, and the games with the highest ratings. */
export function explorerTable(
  { games, moves, notable, isWhole }: ExplorerView,
  { point, addressOf }: ExplorerEvents,
): TemplateResult {
  const { explorer: words } = text;
  return html`
    <p class="soft small">${isWhole ? words.all(games) : words.newest(games)}</p>
    ${
      moves.length === 0
        ? nothing
        : html`<table class="plain explorer">
            <caption class="hide">${text.opening.next}</caption>
            <thead><tr>${words.columns.map(label => html`<th scope="col">${label}</th>`)}</tr></thead>
            <tbody @pointerleave=${() => point(null)}>
              ${moves.map(
                one => html`<tr @pointerenter=${() => point(one.hex)} @focusin=${() => point(one.hex)} @focusout=${() => point(null)}>
                  <th scope="row" class="notation"><a href=${addressOf(one.move)} data-page data-move=${one.move}>${one.move}</a></th>
                  <td>${one.games}</td>
                  <td>${shares(
                    one.wins[0] ?? 0,
                    one.draws,
                    one.wins.slice(1).reduce((sum, n) => sum + n, 0),
                  )}</td>
                  <td>${one.rating ?? '–'}</td>
                  <td class="soft">${dayOf(one.last)}</td>
                </tr>`,
              )}
            </tbody>
          </table>`
    }
    <h2>${words.notable}</h2>
    <ul>
      ${notable.map(
        listed => html`<li class="row line">
          <a class="grow" href=${href(`/match/${listed.match}`)} data-page>${text.match.against(listed.players)}</a>
          <span class="soft small num">${listed.facts?.ratings.map(rating => rating ?? '–').join(' · ') ?? ''}</span>
          <span class="num">${resultOf(listed)}</span><span class="soft small">${dayOf(listed.startedAt)}</span>
        </li>`,
      )}
    </ul>
  `;
}

/** Which source, and the filters of those that have some. */
export function explorerChoice(
  chosen: ExplorerSource,
  filters: ExplorerFilters,
  choose: (source: ExplorerSource) => void,
  narrow: (filters: ExplorerFilters) => void,
): TemplateResult | typeof nothing {
  const { explorer: words } = text;
  const sources = explorerSources();
  if (sources.length < 2) return nothing;
  const change = (event: Event) => {
    const form = (event.currentTarget as HTMLElement).closest('form')!;
    const given = new FormData(form);
    narrow(Object.fromEntries(FILTERS.map(name => [name, String(given.get(name) ?? '').trim()])));
  };
  return html`
    <div class="seg" role="group" aria-label=${words.source}>
      ${sources.map(
        source =>
          html`<button type="button" aria-pressed=${source === chosen} @click=${() => choose(source)}>${words.sources[source]}</button>`,
      )}
    </div>
    ${
      chosen === 'browser'
        ? nothing
        : html`<details class="explorer-filters">
            <summary>${words.filter}</summary>
            <form class="row" @submit=${(event: Event) => event.preventDefault()}>
              ${FILTERS.map(
                name => html`<label class="field"><span>${fieldText(name).label}</span>
                  <input class="input slim" name=${name} maxlength="40" .value=${filters[name] ?? ''} @change=${change} />
                </label>`,
              )}
            </form>
          </details>`
    }
  `;
}
