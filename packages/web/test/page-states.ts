/** Every page of the site and the viewer, and the states that people meet them in: one list for the visual check and for the pictures. */
import { makeInvite } from '@kifu/client';
import { sayOfPlayer } from '@kifu/client/account';
import { makeTournament, sayInTournament } from '@kifu/client/tournament';
import { unwrap } from '@kifu/core';
import { gameNames } from '@kifu/games';
import type { Language } from '@kifu/texts';
import type { KifuViewer } from '@kifu/viewer';
import type { KifuBoard } from '@kifu/viewer/board';
import type { CDPSession, Page } from 'playwright-core';
import { beatIn, keyOf } from '../../server/test/rated.ts';
import { inMemory, type Served, seen, serve } from '../../server/test/serve.ts';
import { enter, joinServer } from '../../server/test/tournament-bots.ts';
import { ONE_OF_EACH, readSample, SAMPLES, tampered } from './records.ts';

/** A page in one state. */
export interface PageState {
  readonly name: string;
  /** Where it begins; parts in braces are of the site that is served: `/live/{invite}`. */
  readonly path: string;
  /** What people come for: it is there once the page is, and in sight without scrolling. */
  readonly main: string;
  /** Whether only a phone has it. */
  readonly isPhone?: true;
  /** What is done on the page, until it is in this state. */
  reach?(page: Page, site: StateSite): Promise<void>;
}

/** A server on which every page has something to show. */
export interface StateSite extends Served {
  /** What stands for the braces of a path. */
  readonly ids: { readonly [name: string]: string };
}

/** When something was reported. */
const REPORTED = Date.UTC(2026, 0, 15, 12);

/** How a page looks: the size of its window, whether it is touched, and its colors. */
export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly isTouched?: true;
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** What is left of a desk at 200 %. */
export const ZOOMED = { width: 640, height: 400 };
export const LIGHT = { colorScheme: 'light', forcedColors: 'none' } as const;
export const DARK = { colorScheme: 'dark', forcedColors: 'none' } as const;
export const FORCED = { colorScheme: 'light', forcedColors: 'active' } as const;

export const ON_DESK: Look = { name: '1280, light', size: DESK, media: LIGHT };
export const ON_PHONE: Look = { name: '390, dark', size: PHONE, media: DARK, isTouched: true };

/** Pages of which there are reference pictures, on a desk and on a phone: nothing in them is left to chance. */
export const PICTURED: readonly string[] = [
  ...['home', 'new game, friend', 'new game, go', 'one screen, chess', 'one screen, go'],
  ...[
    'one screen, ended',
    'library',
    'library, no games',
    'verify',
    'verify, verdicts',
    'settings',
  ],
  ...['tournaments', 'position, set up', 'server not answering, /library', 'viewer, chess'],
  ...['viewer, broken record', 'viewer, go'],
];

const PLAY = '.new button[type=submit]:not(:disabled)';
const BOARD = 'kifu-table kifu-board';
const BOARD_READY = `${BOARD} .piece`;

/** A link from a page that is gone. */
const FROM_PEER = new URLSearchParams({
  to: '/ip4/127.0.0.1/tcp/9/ws/p2p/12D3KooWGzBqXgVvN7aJmQyH6s5oXv1sQ2bJ9tJvT8yK4dWcRfLu',
  ...{ game: 'chess', seat: '1' },
});

const PAGES: readonly PageState[] = [
  { name: 'home', path: '/', main: '.game-card .play' },
  {
    ...{
      name: 'home, with games to continue',
      path: '/new/chess?bot',
      main: '.own-games .continued',
    },
    async reach(page, { url }) {
      await playWhite(page, ['e4']);
      await page.goto(`${url}/`);
    },
  },
  { name: 'find an opponent', path: '/find/go', main: '.pool' },
  { name: 'find an opponent, any game', path: '/find', main: '.pool' },
  {
    ...{
      name: 'find an opponent, searching',
      path: '/find/chess',
      main: '.pool[aria-pressed=true]',
    },
    async reach(page) {
      await page.locator('.pool').nth(2).click();
      await page.locator('.searching').waitFor();
    },
  },
  { name: 'new game', path: '/new', main: PLAY },
  { name: 'new game, friend', path: '/new/chess', main: PLAY },
  { name: 'new game, one screen', path: '/new/ludo?here', main: PLAY },
  {
    ...{ name: 'invite', path: '/new/chess', main: '.invite .link .btn' },
    reach: page => page.locator(PLAY).click(),
  },
  { name: 'join', path: '/live/{invite}', main: '.join [type=submit]' },
  {
    ...{ name: 'one screen, chess', path: '/new/chess?here', main: BOARD },
    reach: page => playMoves(page, 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4'),
  },
  {
    ...{ name: 'one screen, go', path: '/new/go?here', main: BOARD },
    reach: page => playMoves(page, 'Q16 D4 Q4 D16 F3 C6 J4 R6 O4 R10'),
  },
  {
    ...{ name: 'one screen, draw offered', path: '/new/chess?here', main: '.state-box .btn' },
    async reach(page) {
      await playMoves(page, 'e4');
      await page.locator('.acts .act').first().click();
    },
  },
  {
    ...{ name: 'one screen, hidden hand', path: '/new/dominos?here', main: '.curtain button' },
    reach: page => page.locator(PLAY).click(),
  },
  {
    ...{ name: 'one screen, ended', path: '/new/chess?here', main: '.match.over .after .btn' },
    reach: page => playMoves(page, 'f3 e5 g4 Qh4'),
  },
  {
    ...{ name: 'live game', path: '/live/{game}', main: BOARD },
    async reach(page) {
      await joinGame(page);
      await page.locator('.talk li').waitFor();
    },
  },
  {
    ...{ name: 'live game, ended', path: '/live/{game}', main: '.match.over .after .btn' },
    async reach(page) {
      const opponent = await joinGame(page);
      unwrap(await opponent.resign());
    },
  },
  {
    ...{ name: 'live game, connection lost', path: '/verify', main: '.match.lost .state-line' },
    async reach(page, site) {
      const cut = await holdSockets(page);
      await goTo(page, `/live/${await beginGame(site)}`);
      await joinGame(page);
      await cut();
    },
  },
  { name: 'live game, not found', path: '/live/nosuch', main: 'main .notice' },
  { name: 'watch', path: '/watch', main: 'main h1' },
  {
    ...{ name: 'library', path: '/library?sort=longest', main: '.match-row' },
    async reach(page) {
      await page.locator('.match-row').nth(1).focus();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    ...{ name: 'library, filters', path: '/library', main: '.filters select' },
    async reach(page) {
      await page.locator('.match-row').first().waitFor();
      await page.locator('.filters > summary').click();
    },
  },
  {
    ...{ name: 'library, a game on a phone', path: '/library', main: '.preview.sheet' },
    isPhone: true,
    reach: page => page.locator('.line-of-match .more').first().click(),
  },
  { name: 'library, no games', path: '/library?in=browser', main: '.search input' },
  {
    ...{ name: 'studies', path: '/study', main: '.study-list a' },
    async reach(page, { url }) {
      await makeStudy(page);
      await page.goto(`${url}/study`);
    },
  },
  {
    ...{ name: 'study', path: '/study', main: '.study kifu-board' },
    async reach(page) {
      await makeStudy(page);
      await page.locator('kifu-viewer').evaluate(viewer => (viewer as KifuViewer).goTo('3'));
      await page.locator('.study kifu-board .shapes .shape').first().waitFor();
    },
  },
  { name: 'study, damaged link', path: '/study/shared#none', main: '[role=alert]' },
  { name: 'verify', path: '/verify', main: '.drop-zone' },
  {
    ...{ name: 'verify, verdicts', path: '/verify', main: '.verdicts > li' },
    async reach(page) {
      await page
        .locator('input[type=file][multiple]')
        .setInputFiles([
          file('verified.car', await readSample('chess.car')),
          file('unsigned.pgn', '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 *\n'),
          file('illegal.pgn', '[White "Cy"]\n[Black "Di"]\n\n1. e4 e5 2. Ke3 *\n'),
          file('letter.docx', 'a letter'),
          file('broken.car', await tampered(20, 'content')),
        ]);
      await page.locator('.verdicts > li').nth(4).waitFor();
    },
  },
  { name: 'settings', path: '/settings', main: '.settings-page .choices label' },
  { name: 'account', path: '/key', main: 'kifu-account-card [type=submit]' },
  { name: 'player', path: '/players/Ann', main: '.rated .plot' },
  { name: 'player, unknown', path: '/players/Nobody', main: 'main h1' },
  { name: 'ratings', path: '/ratings', main: 'main table' },
  { name: 'tournaments', path: '/tournaments', main: 'main h1' },
  { name: 'tournament', path: '/tournament/{tournament}', main: '.boards li' },
  { name: 'tournament, not found', path: '/tournament/nosuch', main: 'main .lead' },
  { name: 'opening explorer', path: '/opening/chess', main: '.opening .preview img' },
  { name: 'puzzles', path: '/puzzles/chess?id=sm2cbhc2la-14', main: '.puzzle kifu-board' },
  { name: 'puzzles, any game', path: '/puzzles', main: '.puzzle kifu-board' },
  { name: 'puzzles, checkers', path: '/puzzles/checkers', main: '.puzzle kifu-board' },
  { name: 'puzzles, go', path: '/puzzles/go', main: '.puzzle kifu-board' },
  { name: 'puzzles, backgammon', path: '/puzzles/backgammon', main: '.puzzle kifu-board' },
  { name: 'position', path: '/position/chess', main: '.position form [type=submit]' },
  {
    ...{ name: 'position, set up', path: '/position/chess', main: 'kifu-arranger kifu-board' },
    async reach(page) {
      await page.locator('.position .preview .seg button').last().click();
      await page.locator('kifu-arranger .piece').first().waitFor({ state: 'attached' });
      // matches of other states are on the server
      await page.locator('kifu-explorer .seg button').last().click();
      await page.locator('#reached:not(:has-text("…"))').waitFor();
    },
  },
  {
    ...{ name: 'how to play', path: '/learn', main: 'kifu-lesson kifu-board' },
    reach: page => page.locator('kifu-lesson .piece').first().waitFor({ state: 'attached' }),
  },
  { name: 'peer', path: '/peer', main: 'kifu-peer-page .chip' },
  { name: 'peer, invited', path: `/peer?${FROM_PEER}`, main: 'kifu-peer-page [type=submit]' },
  { name: 'peer, calling', path: `/peer/nosuch?${FROM_PEER}`, main: 'kifu-peer-page .page' },
  { name: 'dashboard, without a peer', path: '/dashboard', main: 'main .notice' },
  {
    ...{ name: 'dashboard', path: '/verify', main: '.dashboard-challenges' },
    async reach(page, { url }) {
      await answerAsPeer(page);
      await page.goto(`${url}/dashboard#?token=x`);
    },
  },
  { name: 'follow', path: '/follow/nosuch', main: 'main .notice' },
  { name: 'admin, for others', path: '/admin', main: 'main .notice' },
  {
    ...{ name: 'admin', path: '/verify', main: '.admin form' },
    async reach(page, { url }) {
      await answerAsModerator(page);
      await page.goto(`${url}/admin`);
    },
  },
  ...[
    ['/', '.game-card .play'] as const,
    ['/library', '.no-answer .btn'] as const,
    ['/opening/chess', '.no-answer .btn'] as const,
  ].map(([path, main]) => ({
    ...{ name: `server not answering, ${path}`, path: '/verify', main },
    async reach(page: Page, { url }: StateSite) {
      await page.route('**/api/**', route => route.abort());
      await page.goto(`${url}${path}`);
    },
  })),
  { name: 'not found', path: '/nosuch', main: 'main h1' },
  {
    ...{ name: 'one screen, analyzed', path: '/new/chess?here', main: '.analysis-players' },
    async reach(page) {
      await playMoves(page, 'f3 e5 g4 Qh4');
      await page.locator('.after .btn').nth(2).click();
      await page.locator('.analysis-players li').first().waitFor();
    },
  },
  { name: 'stored game', path: '/match/{match}', main: 'kifu-viewer .picture' },
  {
    ...{ name: 'viewer, broken record', path: '/verify', main: 'kifu-viewer .picture' },
    async reach(page, { url }) {
      const body = Buffer.from(await tampered(20, 'content'));
      await page.route('**/samples/tampered.car', route => route.fulfill({ body }));
      await openRecord(page, `${url}/file?src=/samples/tampered.car&at=12`);
    },
  },
  { name: 'viewer, no record', path: '/file?src=/samples/nothing.car', main: 'kifu-viewer .state' },
];

/** States that each game has. */
const ofGame = (game: string): readonly PageState[] => [
  { name: `new game, ${game}`, path: `/new/${game}?bot`, main: PLAY, reach: openRules },
  {
    ...{ name: `how to play, ${game}`, path: `/learn/${game}`, main: 'kifu-lesson kifu-board' },
    reach: page => page.locator('kifu-lesson .piece').first().waitFor({ state: 'attached' }),
  },
  {
    ...{ name: `bot, ${game}`, path: `/new/${game}?bot`, main: BOARD },
    async reach(page) {
      await page.locator(PLAY).click();
      await page.locator(BOARD_READY).first().waitFor({ state: 'attached' });
      await page.locator('.match.yours').waitFor();
    },
  },
  {
    ...{ name: `viewer, ${game}`, path: '/verify', main: 'kifu-viewer .picture' },
    reach(page, { url }) {
      const { file: sample, at } = ONE_OF_EACH.find(one => one.game === game)!;
      return openRecord(page, `${url}/file?src=/samples/${sample}&at=${at}`);
    },
  },
];

export const PAGE_STATES: readonly PageState[] = [...PAGES, ...gameNames().flatMap(ofGame)];

/** The state of a name. */
export function stateOf(name: string): PageState {
  const found = PAGE_STATES.find(state => state.name === name);
  if (found === undefined) throw new Error(`no page has the state ${name}`);
  return found;
}

/** Serves the site, with records, players, matches and a tournament. */
export async function serveStates(site: string): Promise<StateSite> {
  const limits = { requestsPerMinute: 1e6, requestBurst: 1e6, signInBurst: 1e6, botPauseMs: 0 };
  const served = await serve({ site, stores: inMemory(), limits });
  const { url } = served;
  for (const { file: name } of SAMPLES)
    await fetch(`${url}/api/records?keep=true`, {
      method: 'POST',
      body: (await readSample(name)) as BodyInit,
    });
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map(keyOf));
  for (const key of [ann!, bob!]) {
    const profile = { type: 'profile', name: key.name, about: 'Plays most evenings.' } as const;
    unwrap(await sayOfPlayer(url, null, profile, [key]));
  }
  const match = await beatIn(served, ann!, bob!);
  const seats = [{ type: 'you', name: 'Ben' } as const, { type: 'open' } as const];
  const { invite, joinToken } = unwrap(await makeInvite(url, { game: 'chess', seats }));
  const ids = {
    match,
    invite: `${invite.id}${joinToken === null ? '' : `#${joinToken}`}`,
    tournament: await beginTournament(served),
  };
  return { ...served, ids };
}

/** A tournament whose first round is being played. */
async function beginTournament(served: Served): Promise<string> {
  const players = await Promise.all(
    ['Cleo', 'Dan', 'Eve', 'Finn'].map(name => joinServer(served.url, name)),
  );
  const [{ token }] = players as [(typeof players)[0]];
  const wanted = { name: 'Club night', system: 'swiss', game: 'chess', rounds: 2 } as const;
  const { id } = unwrap(await makeTournament(served.url, token, wanted));
  for (const player of players) await enter(served, player, id);
  unwrap(await sayInTournament(served.url, token, id, { type: 'round' }));
  return id;
}

/** What pages need before they are loaded: chance and times of day that are always the same. */
export async function steady(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let state = 1;
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state;
    };
    Math.random = () => next() / 2 ** 32;
    Date.prototype.toLocaleTimeString = () => '12:00 PM';
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      const { buffer, byteOffset, byteLength } = array!;
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 24;
      return array;
    };
  });
}

/** Changes how a page looks, in place. Touch is emulated for as long as the session that asked for it. */
export async function createShow(page: Page): Promise<(look: Look) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  return async ({ size, media, isTouched }) => {
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched === true });
    await page.setViewportSize(size);
    await page.emulateMedia(media);
    await page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    });
  };
}

/** Brings a page into a state, from wherever it is: as for a browser that was never here, and that prefers a language. */
export async function openState(
  page: Page,
  state: PageState,
  site: StateSite,
  language: Language = 'en',
): Promise<void> {
  const context = page.context();
  await page.unrouteAll();
  await context.setOffline(false);
  await page.goto('about:blank');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', {
    ...{ origin: new URL(site.url).origin, storageTypes: 'local_storage,indexeddb' },
  });
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await preferring.get(page)?.detach();
  await cdp.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
  preferring.set(page, cdp);
  let { path } = state;
  if (path.includes('{game}')) path = path.replace('{game}', await beginGame(site));
  for (const [name, id] of Object.entries(site.ids)) path = path.replace(`{${name}}`, id);
  await page.goto(`${site.url}${path}`);
  await state.reach?.(page, site);
  await page.locator(state.main).first().waitFor();
  await untilQuiet(page);
}

/** The sessions that make pages prefer a language: it lasts as long as they do. */
const preferring = new WeakMap<Page, CDPSession>();

/** Changes the language of a page, as the settings do: in place where it took several steps to get there, else by loading it again. */
export async function useLanguageOn(
  page: Page,
  state: PageState,
  language: Language,
): Promise<void> {
  const isNow = await page.evaluate(async language => {
    const KEY = 'kifu-settings';
    const settings = { ...JSON.parse(localStorage.getItem(KEY) ?? '{}'), language };
    localStorage.setItem(KEY, JSON.stringify(settings));
    return document.documentElement.lang === language;
  }, language);
  if (isNow) return;
  if (state.reach === undefined) await page.reload();
  else
    await page.evaluate(() => {
      const detail = JSON.parse(localStorage.getItem('kifu-settings')!);
      dispatchEvent(new CustomEvent('kifu-settings', { detail }));
    });
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
  await page.waitForFunction(isReadIn, language);
  await page.locator(state.main).first().waitFor();
  await untilQuiet(page);
}

/** Whether the viewers of the page have read their records in a language. */
const isReadIn = (language: string): boolean =>
  [...document.querySelectorAll<KifuViewer>('kifu-viewer')].every(
    ({ record }) => (record?.language ?? language) === language,
  );

/** Waits until fonts and pictures in sight are there, and two frames were painted. */
const untilQuiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const images = [...document.images].filter(image => image.loading !== 'lazy');
    await Promise.all(images.map(image => image.decode().catch(() => {})));
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  });

const file = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Opens what can be chosen of the rules. */
async function openRules(page: Page): Promise<void> {
  await page.locator(PLAY).waitFor();
  for (const rules of await page.locator('.new details > summary').all()) await rules.click();
}

/** Begins a match at one screen and plays its moves, as they are written. */
async function playMoves(page: Page, moves: string): Promise<void> {
  await page.locator(PLAY).click();
  await playTexts(page, moves.split(' '));
}

async function playTexts(page: Page, moves: readonly string[]): Promise<void> {
  for (const [i, move] of moves.entries()) {
    await page.waitForFunction(
      selector => (document.querySelector(selector) as KifuBoard | null)?.position?.legal.length,
      BOARD,
    );
    await page.evaluate(
      ([selector, text]) => (document.querySelector(selector!) as KifuBoard).playText(text!),
      [BOARD, move],
    );
    await page.locator('.moves li.move').nth(i).waitFor({ state: 'attached' });
  }
}

/** What someone wrote in a study. */
export const STUDY_WRITTEN = {
  title: 'First steps in the open games',
  chapters: ['Italian game', 'Scholar’s mate, and how to stop it'],
  comments: ['The Sicilian deserves its own study.', 'White attacks the pawn.'],
} as const;

/** A study of two games with a comment, an arrow and a variation. */
async function makeStudy(page: Page): Promise<void> {
  const { title, chapters, comments } = STUDY_WRITTEN;
  const games = [
    `[StudyName "${title}"]\n[ChapterName "${chapters[0]}"]\n\n1. e4 e5 (1... c5 {${comments[0]}}) 2. Nf3 {[%cal Gf3e5] ${comments[1]}} Nc6 3. Bc4 Bc5 *\n\n`,
    `[ChapterName "${chapters[1]}"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 *\n`,
  ].join('');
  await page.locator('.studies input[type=file]').setInputFiles([file('study.pgn', games)]);
  await page.locator('.study-chapters').waitFor();
}

/** Plays against a bot, and waits for its answer. */
async function playWhite(page: Page, moves: readonly string[]): Promise<void> {
  await page.locator('.chip:has([data-name=white])').click();
  await page.locator(PLAY).click();
  await playTexts(page, moves);
  await page.locator('.match.yours').waitFor();
}

/** The opponents who wait, by their match. */
const waiting = new Map<string, Awaited<ReturnType<Served['connect']>>>();

/** Begins a match on the server, in which a seat is open. */
async function beginGame({ url, connect }: StateSite): Promise<string> {
  const seats = [{ type: 'open' } as const, { type: 'you', name: 'Ben' } as const];
  const clock = { type: 'fischer', mainMs: 600_000, incrementMs: 5000 } as const;
  const wanted = { game: 'chess', seats, clock };
  const { invite, joinToken, tokens } = unwrap(await makeInvite(url, wanted));
  waiting.set(invite.id, await connect(invite.id, { token: tokens[0]!.token }));
  return `${invite.id}${joinToken === null ? '' : `#${joinToken}`}`;
}

/** Takes the open seat, and hears the opponent, who is returned. */
async function joinGame(page: Page) {
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.locator('.join [type=submit]').click();
  await page.locator(BOARD_READY).first().waitFor({ state: 'attached' });
  await playTexts(page, ['e4']);
  const opponent = waiting.get(id)!;
  await seen(opponent, 1);
  opponent.chat!.say('Good luck, and a long message that needs more than one line of the chat.');
  return opponent;
}

/** Goes to another page without loading the site again. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(path => {
    history.pushState(null, '', path);
    dispatchEvent(new Event('kifu-navigate'));
  }, path);

/** Lets the document cut its connections: those that there are, and all that it opens after. */
async function holdSockets(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const sockets: WebSocket[] = [];
    let isCut = false;
    const Real = WebSocket;
    globalThis.WebSocket = class extends Real {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        if (isCut) this.close();
        sockets.push(this);
      }
    };
    return () => {
      isCut = true;
      for (const socket of sockets) socket.close();
    };
  });
  return () => held.evaluate(cut => cut());
}

/** Opens a record, and waits until all of it was checked. */
async function openRecord(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    () => (document.querySelector('kifu-viewer') as KifuViewer | null)?.state?.checked?.isDone,
    null,
    { timeout: 90_000 }, // long records, on a busy machine
  );
}

/** Answers what the page of a peer asks, in place of the peer. */
async function answerAsPeer(page: Page): Promise<void> {
  const answers: { readonly [request: string]: object } = {
    'peer.status': {
      player: 'ann',
      addresses: [
        '/ip4/192.0.2.7/udp/4001/quic-v1/p2p/12D3KooWGzBqXgVvN7aJmQyH6s5oXv1sQ2bJ9tJvT8yK4dWcRfLu',
      ],
      connections: [{ node: '12D3KooW', player: 'bob' }],
    },
    'challenge.list': {
      challenges: [
        { id: 'a', game: 'chess', by: 'bob', isMine: false, state: 'offered' },
        { id: 'b', game: 'go', by: 'ann', isMine: true, state: 'accepted' },
      ],
    },
    'game.list': {
      games: [
        {
          id: 'c',
          game: 'chess',
          phase: 'playing',
          opponent: 'bob',
          seat: 0,
          turn: [0],
          result: null,
        },
      ],
    },
    'archive.list': {
      games: [{ cid: 'bafyx', game: 'chess', result: '1-0', players: ['ann', 'bob'] }],
    },
    'player.list': { players: [{ name: 'bob', games: 3, rating: 151_200 }] },
  };
  await page.route('**/peer/api', route => {
    const { request } = route.request().postDataJSON() as { request: string };
    const value =
      request === 'peer.status' ? answers[request] : { json: answers[request], text: '' };
    return route.fulfill({ json: { ok: true, value } });
  });
  // what happens next is never told
  await page.route('**/peer/news*', (route, request) =>
    request.url().endsWith('after=0') ? route.fulfill({ json: { news: 1 } }) : undefined,
  );
}

/** Answers what the page of moderators asks. */
async function answerAsModerator(page: Page): Promise<void> {
  const report = {
    ...{
      id: '1',
      at: REPORTED,
      type: 'report',
      by: 'a'.repeat(64),
      player: 'b'.repeat(64),
      match: 'm',
    },
    ...{
      words: 'He was rude.',
      names: { by: 'Ann', player: 'Bob' },
      reason: 'abuse',
      sanction: null,
    },
  };
  const decision = {
    ...{ ...report, id: '2', type: 'decision', by: 'operator', action: 'mute', until: REPORTED },
    words: 'Not here.',
  };
  await page.route('**/api/admin/reports', route => route.fulfill({ json: { reports: [report] } }));
  await page.route('**/api/admin/log*', route => route.fulfill({ json: { entries: [decision] } }));
}
