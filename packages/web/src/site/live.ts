/** Matches that go on at the server that serves this page, and bots to watch; nothing where it is no server of ours. */

/** As the server lists them. */
interface Listed {
  readonly id: string;
  readonly phase: string;
  readonly game: string;
  readonly seats: readonly { readonly name: string | null }[];
}

/** A game that the server knows. */
interface ListedGame {
  readonly name: string;
  readonly title: string;
}

/** What people call a game, by its name. */
type Titles = ReadonlyMap<string, string>;

/** How often the list is asked for, in milliseconds. */
const AGAIN_MS = 5000;

/** Fills a part of the page, and keeps it up to date. */
export async function showLive(section: HTMLElement): Promise<void> {
  const api = await findApi();
  if (api === null) return;
  const games = await listGames(api);
  const titles = new Map(games.map(({ name, title }) => [name, title]));
  const list = section.appendChild(document.createElement('ul'));
  section.append(botsForm(api, games));
  section.hidden = false;
  const look = async () => {
    if (document.visibilityState === 'visible') await fillList(list, api, titles);
    setTimeout(look, AGAIN_MS);
  };
  await look();
}

/** Our servers name the address of the list with their pages; asking others for one would be an error in their logs. */
async function findApi(): Promise<string | null> {
  const page = await fetch(location.pathname, { method: 'HEAD' }).catch(() => null);
  return /<([^>]+)>; rel="live"/.exec(page?.headers.get('link') ?? '')?.[1] ?? null;
}

/** The games that the server knows. */
async function listGames(api: string): Promise<readonly ListedGame[]> {
  const answer = await fetch(new URL('games', new URL(api, location.href))).catch(() => null);
  if (!answer?.ok) return [];
  return ((await answer.json()) as { readonly games: readonly ListedGame[] }).games;
}

async function fillList(list: HTMLElement, api: string, titles: Titles): Promise<void> {
  const answer = await fetch(api).catch(() => null);
  if (!answer?.ok) return;
  const { matches } = (await answer.json()) as { readonly matches: readonly Listed[] };
  const going = matches.filter(({ phase }) => phase === 'live');
  list.replaceChildren(
    ...(going.length === 0
      ? [item('Nobody plays now.')]
      : going.map(match => matchItem(match, titles))),
  );
}

function item(...children: (Node | string)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...children);
  return element;
}

function matchItem({ id, game, seats }: Listed, titles: Titles): HTMLElement {
  const link = document.createElement('a');
  link.href = viewerUrl(id);
  link.textContent = `${titles.get(game) ?? game}: ${seats.map(({ name }) => name ?? '…').join(' – ')}`;
  return item(link);
}

const viewerUrl = (id: string): string =>
  `view.html?live=&src=${encodeURIComponent(`/live/${id}`)}`;

/** Lets two bots play a game, and goes to look. */
function botsForm(api: string, games: readonly ListedGame[]): HTMLFormElement {
  const form = document.createElement('form');
  const select = document.createElement('select');
  select.name = 'game';
  for (const { name, title } of games) select.append(new Option(title, name));
  const label = document.createElement('label');
  label.append('Let two bots play ', select);
  const button = document.createElement('button');
  button.textContent = 'Watch';
  const trouble = document.createElement('span');
  trouble.setAttribute('role', 'status');
  form.append(label, ' ', button, ' ', trouble);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const answer = await fetch(new URL('invites', new URL(api, location.href)), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: select.value, seats: [{ type: 'bot' }, { type: 'bot' }] }),
    }).catch(() => null);
    if (!answer?.ok) {
      trouble.textContent = 'That did not work.';
      return;
    }
    const { invite } = (await answer.json()) as { readonly invite: Listed };
    location.assign(viewerUrl(invite.id));
  });
  return form;
}
