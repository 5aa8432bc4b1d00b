/** Loads records for a player: from an address, while they arrive, from bytes, or node by node as a match is played. */
import type { Playback, Where } from '@kifu/client/playback';
import type { Result } from '@kifu/core';
import { check, closeRecord, openRecord, warmUp } from '../engine/ask.ts';
import type { Which } from '../engine/read.ts';
import type { OpenedRecord } from '../engine/types.ts';
import type { ViewerState } from '../state.ts';
import { fetchBytes } from './fetch.ts';
import type { Follower } from './follower.ts';
import { type MatchUrl, parseMatchUrl } from './match-url.ts';

/** How a record is opened. */
export interface OpenOptions {
  readonly which?: Which;
  /** Where to begin; by default at the start. */
  readonly where?: Where | null;
  /** The range that is looped. */
  readonly loop?: Playback['loop'];
  readonly isPlaying?: boolean;
  /** Whether the match may be live: then its address is requested repeatedly. */
  readonly isLive?: boolean;
}

/** The player, as a loader sees it. */
export interface LoaderHost {
  get(): ViewerState;
  set(change: Partial<ViewerState>): void;
  show(record: OpenedRecord, options: OpenOptions): Promise<void>;
  /** Sets the clock of the match that is followed; null when none is. */
  setClock(elapsedMs: (() => number) | null): void;
}

/** What a loader can do. */
export interface Loader {
  /** Loads an address and shows its record, repeatedly while the match is live. */
  load(src: string, options: OpenOptions): Promise<void>;
  /** Shows a record that the page already has. */
  open(name: string, bytes: Uint8Array, options: OpenOptions): Promise<void>;
  /** Shows the nodes of a match so far; at the newest entry the replay follows. */
  follow(nodes: readonly Uint8Array[], isOver: boolean, options: OpenOptions): Promise<void>;
  /** Shows a record that the engine has opened. */
  showOpened(opened: Result<OpenedRecord>, options: OpenOptions): Promise<void>;
  /** Stops loading. */
  close(): void;
}

/** How often a partial record is shown again at most, and how often a live match is requested, in milliseconds. */
const PART_MS = 400;
const AGAIN_MS = 2000;

/** Before anything of a record is there. */
const LOADING: Partial<ViewerState> = {
  phase: { type: 'loading', progress: null },
  arriving: null,
  isLive: false,
  link: null,
  chat: [],
  record: null,
  main: null,
  checked: null,
  picture: null,
};

export function createLoader(host: LoaderHost): Loader {
  let loading: AbortController | null = null;
  /** Follows a match whose nodes the page provides; null where there is none. */
  let follower: Promise<Follower> | null = null;

  /** Stops loading and following. */
  function stop(): void {
    loading?.abort();
    void follower?.then(stopped => stopped.stop());
    follower = null;
  }

  async function load(src: string, options: OpenOptions): Promise<void> {
    warmUp();
    stop();
    const mine = new AbortController();
    loading = mine;
    host.setClock(null);
    const { record, main } = host.get();
    host.set(LOADING);
    for (const shown of [record, main]) if (shown !== null) void closeRecord(shown);
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

  /** Loads an address, repeatedly while its match is live. */
  async function loadAgain(
    src: string,
    name: string,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await loadOnce(src, name, options, signal);
      if (signal.aborted || !isUnfinished(host.get(), options)) break;
      host.set({ isLive: true });
      await rest(AGAIN_MS, signal);
    }
    if (!signal.aborted) host.set({ isLive: false });
  }

  /** Follows a match over the socket of its server; false where that is not possible. */
  async function followLive(
    match: MatchUrl,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { watch } = await import('./watch.ts'); // most viewers show what is over
    const watched = await loadFollower();
    signal.addEventListener('abort', () => watched.stop());
    let count = 0;
    const fault = await watch(
      match,
      signal,
      ({ isUp, watching, chat, seats, nodes, seen, now }) => {
        const elapsedMs = () => {
          const startedAt = host.get().record?.header.startedAt ?? null;
          return startedAt === null ? 0 : now() - Date.parse(startedAt);
        };
        if (seats !== null) host.set({ phase: { type: 'waiting', seats } });
        host.setClock(elapsedMs);
        host.set({ link: { isUp, watching, ms: elapsedMs() }, chat });
        if (nodes.length === count) return;
        count = nodes.length;
        void watched.follow({ nodes, seen, isOver: null }, opened => showLive(opened, options));
      },
    );
    if (fault?.code === 'unreachable') return false;
    if (fault !== null && host.get().record === null)
      host.set({ phase: { type: 'failed', fault } });
    else if (fault !== null) host.set({ isLive: false, link: null });
    return true;
  }

  async function loadFollower(): Promise<Follower> {
    const { createFollower } = await import('./follower.ts');
    return createFollower(() => host.get().language);
  }

  /** Shows a match so far. */
  async function showLive(opened: Result<OpenedRecord>, options: OpenOptions): Promise<void> {
    const isOver = opened.ok && !opened.value.isPartial;
    if (!isOver) host.set({ isLive: true });
    await showOpened(opened, options);
    if (isOver) host.set({ isLive: false });
  }

  async function loadOnce(
    src: string,
    name: string,
    options: OpenOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const isFirst = host.get().record === null;
    const parts = createParts(name, options, signal);
    const bytes = await fetchBytes(src, signal, (progress, sofar) => {
      if (!isFirst) return; // the record that is shown is complete
      const isShown = host.get().phase.type === 'ready';
      host.set({
        arriving: progress,
        ...(isShown ? {} : { phase: { type: 'loading', progress } }),
      });
      parts.show(sofar);
    });
    await parts.close();
    if (signal.aborted) return;
    if (bytes.ok) await showBytes(name, bytes.value, options);
    else if (host.get().record === null)
      host.set({ phase: { type: 'failed', fault: bytes.fault } });
    else host.set({ arriving: null }); // what has arrived can be replayed; its end says that the rest is missing
  }

  /** Shows what has arrived while the rest is loading. */
  function createParts(name: string, options: OpenOptions, signal: AbortSignal) {
    /** The part that is shown, or was just now; null where the next may be shown at once. */
    let showing: Promise<void> | null = null;
    /** What has arrived since the last part that was shown. */
    let newest: (() => Uint8Array) | null = null;
    const showPart = async (bytes: Uint8Array) => {
      const { record: after, language } = host.get();
      const opened = await openRecord(name, bytes, options.which, {
        ...{ isPart: true, after, language },
      });
      if (opened.ok && !signal.aborted) await host.show(opened.value, options);
      setTimeout(showNext, PART_MS);
    };
    const showNext = () => {
      const sofar = signal.aborted ? null : newest;
      newest = null;
      showing = sofar === null ? null : showPart(sofar());
    };
    return {
      show(sofar: () => Uint8Array) {
        newest = sofar;
        if (showing === null) showNext();
      },
      close() {
        newest = null;
        return showing;
      },
    };
  }

  async function showBytes(
    name: string,
    bytes: Uint8Array,
    options: OpenOptions,
    isAsked = false,
  ): Promise<void> {
    const after = mainRecord(host.get());
    const { language } = host.get();
    const opened = await openRecord(name, bytes, options.which, { after, language });
    await showOpened(opened, options, isAsked);
  }

  /** What a page asks to be shown may differ in its notes alone. */
  async function showOpened(
    opened: Result<OpenedRecord>,
    options: OpenOptions,
    isAsked = false,
  ): Promise<void> {
    if (!opened.ok) {
      host.set({ phase: { type: 'failed', fault: opened.fault }, record: null });
      return;
    }
    const before = mainRecord(host.get());
    const { id, head, isPartial } = opened.value;
    if (!isAsked && before?.head === head && before.isPartial === isPartial) {
      if (before.id !== id) void closeRecord(opened.value); // nothing new
      return;
    }
    await host.show(opened.value, options);
    void check(opened.value, checked => {
      if (mainRecord(host.get())?.id === id) host.set({ checked });
    });
  }

  return {
    load,
    showOpened,
    open(name, bytes, options) {
      stop();
      return showBytes(name, bytes, options, true);
    },
    async follow(nodes, isOver, options) {
      if (follower === null) stop();
      follower ??= loadFollower();
      const loaded = await follower;
      return loaded.follow({ nodes, isOver }, opened => showLive(opened, options));
    },
    close() {
      stop();
      host.setClock(null);
    },
  };
}

/** The record that was opened, also while a variation of it is shown. */
const mainRecord = ({ main, record }: ViewerState): OpenedRecord | null => main ?? record;

function isUnfinished(state: ViewerState, { isLive = false }: OpenOptions): boolean {
  const record = mainRecord(state);
  return (
    isLive && state.phase.type === 'ready' && record?.outcome === null && record.fault === null
  );
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
