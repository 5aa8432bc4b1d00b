/** Matches that go on at the server that serves this page, and bots to watch; nothing where it is no server of ours. */

/** As the server lists them. */
interface Listed {
  readonly id: string;
  readonly phase: string;
  readonly game: string;
  readonly seats: readonly { readonly name: string | null }[];
}

/** How often the list is asked for, in milliseconds. */
const AGAIN_MS = 5000;

/** Fills a part of the page, and keeps it up to date. */
export async function showLive(section: HTMLElement, games: readonly string[]): Promise<void> {
  const api = await findApi();
  if (api === null) return;
  const list = section.appendChild(document.createElement('ul'));
  section.append(botsForm(api, games));
  section.hidden = false;
  const look = async () => {
    if (document.visibilityState === 'visible') await fillList(list, api);
    setTimeout(look, AGAIN_MS);
  };
  await look();
}

/** Our servers name the address of the list with their pages; asking others for one would be an error in their logs. */
async function findApi(): Promise<string | null> {
  const page = await fetch(location.pathname, { method: 'HEAD' }).catch(() => null);
  return /<([^>]+)>; rel="live"/.exec(page?.headers.get('link') ?? '')?.[1] ?? null;
}

async function fillList(list: HTMLElement, api: string): Promise<void> {
  const answer = await fetch(api).catch(() => null);
  if (!answer?.ok) return;
  const { matches } = (await answer.json()) as { readonly matches: readonly Listed[] };
  const going = matches.filter(({ phase }) => phase === 'live');
  list.replaceChildren(
    ...(going.length === 0 ? [item('Nobody plays now.')] : going.map(matchItem)),
  );
}

function item(...children: (Node | string)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...children);
  return element;
}

function matchItem({ id, game, seats }: Listed): HTMLElement {
  const link = document.createElement('a');
  link.href = viewerUrl(id);
  link.textContent = `${titleOf(game)}: ${seats.map(({ name }) => name ?? '…').join(' – ')}`;
  return item(link);
}

const viewerUrl = (id: string): string =>
  `view.html?live=&src=${encodeURIComponent(`/live/${id}`)}`;

/** `kung-fu-chess` as `Kung Fu Chess`. */
const titleOf = (game: string): string =>
  game
    .split('-')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** Lets two bots play a game, and goes to look. */
function botsForm(api: string, games: readonly string[]): HTMLFormElement {
  const form = document.createElement('form');
  const select = document.createElement('select');
  select.name = 'game';
  for (const game of games) select.append(new Option(titleOf(game), game));
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
