/** Brings records to a player: from an address, while they arrive, from bytes, or node by node as a match goes on. */
import type { Result } from '@kifu/core';
import { check, closeRecord, openNodes, openRecord, warmUp } from '../engine/ask.ts';
import type { Which } from '../engine/read.ts';
import type { Score } from '../engine/types.ts';
import type { Where } from '../model/link.ts';
import type { Playback } from '../model/playback.ts';
import type { ViewerState } from '../state.ts';
import { fetchBytes } from './fetch.ts';
import { type MatchUrl, parseMatchUrl } from './match-url.ts';
import type { Watched } from './watch.ts';

/** How a record is opened. */
export interface OpenOptions {
  readonly which?: Which;
  /** Where to begin; at the start unless told. */
  readonly where?: Where | null;
  /** What is played again and again. */
  readonly loop?: Playback['loop'];
  readonly isPlaying?: boolean;
  /** Whether the match may go on: then its address is asked again. */
  readonly isLive?: boolean;
}

/** The player, as a loader sees it. */
export interface Shelf {
  get(): ViewerState;
  set(change: Partial<ViewerState>): void;
  show(score: Score, options: OpenOptions): Promise<void>;
  /** Says by which clock a match is followed; null where none is any more. */
  setClock(elapsedMs: (() => number) | null): void;
}

/** What a loader can do. Whoever made it closes it. */
export interface Loader {
  load(src: string, options: OpenOptions): Promise<void>;
  open(name: string, bytes: Uint8Array, options: OpenOptions): Promise<void>;
  follow(nodes: readonly Uint8Array[], isOver: boolean, options: OpenOptions): Promise<void>;
  close(): void;
}

/** What has arrived of a record is shown anew at most so often, and a live match is asked for so often, in milliseconds. */
const PART_MS = 400;
const AGAIN_MS = 2000;

export function createLoader(shelf: Shelf): Loader {
  let loading: AbortController | null = null;
  let followed = 0;

  async function load(src: string, options: OpenOptions): Promise<void> {
    warmUp();
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    shelf.setClock(null);
    shelf.set({
      phase: { type: 'loading', progress: null },
      arriving: null,
      isLive: false,
      link: null,
      chat: [],
      score: null,
      checked: null,
      picture: null,
    });
    const url = new URL(src, document.baseURI);
    const match = options.isLive ? parseMatchUrl(url) : null;
    try {
      if (match !== null && (await followLive(match, options, mine.signal))) return;
      const from = match === null ? src : match.record;
      await loadAgain(from, url.pathname, options, mine.signal);
    } catch (cause) {
      if (!mine.signal.aborted) throw cause;
    }
  }

  /** Loads an address, and where its match goes on, again and again. */
  async function loadAgain(
    src: string,
    name: string,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await loadOnce(src, name, options, signal);
      if (signal.aborted || !isGoingOn(shelf.get(), options)) break;
      shelf.set({ isLive: true });
      await rest(AGAIN_MS, signal);
    }
    if (!signal.aborted) shelf.set({ isLive: false });
  }

  /** Follows a match over the socket of its server; false where none can be had. */
  async function followLive(
    match: MatchUrl,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { watch } = await import('./watch.ts'); // most viewers show what is over
    let shown: readonly Uint8Array[] = [];
    let isShowing = false;
    /** The newest nodes, one record after the other: what came meanwhile is shown next. */
    const showNewest = async (seen: Watched): Promise<void> => {
      if (isShowing || seen.nodes().length === shown.length) return;
      isShowing = true;
      shown = seen.nodes();
      const opened = await openNodes(shown, null, seen.sights());
      if (!signal.aborted) {
        shelf.set({ isLive: true });
        await showOpened(opened, options);
        if (opened.ok && !opened.value.isPartial) shelf.set({ isLive: false });
      }
      isShowing = false;
      if (!signal.aborted) await showNewest(seen);
    };
    return watch(match, signal, seen => {
      const { isUp, watching, chat, now, seats } = seen;
      const elapsedMs = () => {
        const startedAt = shelf.get().score?.header.startedAt ?? null;
        return startedAt === null ? 0 : now() - Date.parse(startedAt);
      };
      if (seats !== null) shelf.set({ phase: { type: 'waiting', seats } });
      shelf.setClock(elapsedMs);
      shelf.set({ link: { isUp, watching, ms: elapsedMs() }, chat });
      void showNewest(seen);
    }).then(fault => {
      if (fault?.code === 'unreachable') return false;
      if (fault !== null && shelf.get().score === null)
        shelf.set({ phase: { type: 'failed', fault } });
      else if (fault !== null) shelf.set({ isLive: false, link: null });
      return true;
    });
  }

  async function loadOnce(
    src: string,
    name: string,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const isFirst = shelf.get().score === null;
    const parts = createParts(name, options, signal);
    const bytes = await fetchBytes(src, signal, (progress, sofar) => {
      if (!isFirst) return; // what is shown already is whole
      const isShown = shelf.get().phase.type === 'ready';
      shelf.set({
        arriving: progress,
        ...(isShown ? {} : { phase: { type: 'loading', progress } }),
      });
      parts.show(sofar);
    });
    await parts.close();
    if (signal.aborted) return;
    if (bytes.ok) await open(name, bytes.value, options);
    else if (shelf.get().score === null)
      shelf.set({ phase: { type: 'failed', fault: bytes.fault } });
    else shelf.set({ arriving: null }); // what has come can be watched, and its end says that there was more
  }

  /** Shows what has arrived while more is on its way. */
  function createParts(name: string, options: OpenOptions, signal: AbortSignal) {
    let showing: Promise<void> | null = null;
    let nextMs = 0;
    const showPart = async (bytes: Uint8Array) => {
      const opened = await openRecord(name, bytes, options.which, true);
      if (opened.ok && !signal.aborted) await shelf.show(opened.value, options);
      nextMs = performance.now() + PART_MS;
      showing = null;
    };
    return {
      show(sofar: () => Uint8Array) {
        if (showing === null && performance.now() >= nextMs) showing = showPart(sofar());
      },
      close: async () => showing ?? undefined,
    };
  }

  async function open(name: string, bytes: Uint8Array, options: OpenOptions): Promise<void> {
    await showOpened(await openRecord(name, bytes, options.which), options);
  }

  async function showOpened(opened: Result<Score>, options: OpenOptions): Promise<void> {
    if (!opened.ok) {
      shelf.set({ phase: { type: 'failed', fault: opened.fault }, score: null });
      return;
    }
    const { score } = shelf.get();
    if (score?.head === opened.value.head && score.isPartial === opened.value.isPartial) {
      void closeRecord(opened.value); // nothing new
      return;
    }
    await shelf.show(opened.value, options);
    void check(opened.value, checked => {
      if (shelf.get().score === opened.value) shelf.set({ checked });
    });
  }

  return {
    load,
    open,
    async follow(nodes, isOver, options) {
      const mine = ++followed;
      const opened = await openNodes(nodes, isOver);
      if (mine !== followed) return; // there is something newer
      if (!isOver) shelf.set({ isLive: true });
      await showOpened(opened, options);
      if (isOver) shelf.set({ isLive: false });
    },
    close() {
      loading?.abort();
      shelf.setClock(null);
    },
  };
}

const isGoingOn = ({ score, phase }: ViewerState, { isLive = false }: OpenOptions): boolean =>
  isLive && phase.type === 'ready' && score?.outcome === null && score.fault === null;

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
