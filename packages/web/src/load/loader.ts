/** Brings records to a player: from an address, while they arrive, from bytes, or node by node as a match goes on. */
import type { Result } from '@kifu/core';
import { check, closeRecord, openNodes, openRecord, warmUp } from '../engine/ask.ts';
import type { Which } from '../engine/read.ts';
import type { Score } from '../engine/types.ts';
import type { Where } from '../model/link.ts';
import type { Playback } from '../model/playback.ts';
import type { ViewerState } from '../state.ts';
import { fetchBytes } from './fetch.ts';

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
    shelf.set({
      phase: { type: 'loading', progress: null },
      arriving: null,
      isLive: false,
      score: null,
      checked: null,
      picture: null,
    });
    const name = new URL(src, document.baseURI).pathname;
    try {
      for (;;) {
        await loadOnce(src, name, options, mine.signal);
        if (mine.signal.aborted || !isGoingOn(shelf.get(), options)) break;
        shelf.set({ isLive: true });
        await rest(AGAIN_MS, mine.signal);
      }
      if (!mine.signal.aborted) shelf.set({ isLive: false });
    } catch (cause) {
      if (!mine.signal.aborted) throw cause;
    }
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
    close: () => loading?.abort(),
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
