/** The peer on this machine that serves the page, asked over HTTP with the token of the link that it printed. */
import type { Json } from '@kifu/core';

const TOKEN = 'kifu-desk-token';

/** Keeps the token of a link for as long as the window is open. */
export const keepToken = (token: string): void => sessionStorage.setItem(TOKEN, token);

/** Whether the page was opened by a link of a peer. */
export const hasToken = (): boolean => sessionStorage.getItem(TOKEN) !== null;

/** What a command says: its data, or why not. */
export type DeskAnswer<Data> =
  | ({ readonly ok: true } & Data)
  | { readonly ok: false; readonly fault: { readonly message: string } };

const ask = (path: string, body?: Json): Promise<Response> =>
  fetch(`/peer/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Gives a command to the peer; throws where it is gone. */
export const order = async <Data = object>(...words: string[]): Promise<DeskAnswer<Data>> =>
  (await ask('command', { words })).json();

/** Resolves when something has happened since; with the number of what was heard last. */
export const news = async (after: number): Promise<number> => {
  const said = (await (await ask(`news?after=${after}`)).json()) as { readonly news?: number };
  if (said.news === undefined) throw new Error('the token is not that of the peer');
  return said.news;
};

/** An archived game as a file. */
export const recordOf = async (game: string): Promise<Blob> =>
  (await ask('record', { words: [game] })).blob();
