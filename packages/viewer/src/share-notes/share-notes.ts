/** Sharing and notes, loaded when they are first needed. */
import { formatWhere } from '@kifu/client/playback';
import { fail, ok, type Result } from '@kifu/core';
import type { TemplateResult } from 'lit';
import { readNotes, writeNotes } from '../engine/ask-on-demand.ts';
import type { CheckedNote, FormInfo } from '../engine/on-demand-types.ts';
import { linkTo, type SharedMoment } from '../model/share.ts';
import type { Context } from '../parts/context.ts';
import { panelTexts } from '../parts/panel-texts.ts';
import type { ReplayPlayer } from '../player.ts';
import { addNotes, memory, noteText, ownNotes, shownNotes } from './note-store.ts';
import { notesPanel } from './notes.ts';
import { copyText } from './save.ts';
import { sharePanel } from './share.ts';

export { shareNotesStyle } from './style.ts';

/** The viewer that they belong to. */
export interface ShareNotesHost {
  readonly player: ReplayPlayer;
  /** How links name it: null where the page takes parameters for its only viewer. */
  readonly name: string | null;
  /** The address of the record; null where the page was given its bytes. */
  readonly src: string | null;
  /** The address of the viewer's script; null where the page has it within itself. */
  readonly script: string | null;
  readonly theme: 'light' | 'dark' | 'auto';
  update(): void;
}

/** The state of both panels. */
export interface ShareNotesState {
  readonly host: ShareNotesHost;
  /** Passes a branch from here to the page: true, or why not. */
  readonly branchHere: () => Promise<true | string>;
  notes: readonly CheckedNote[];
  hidden: Set<string>;
  /** Notes that were written here, by their text. */
  readonly own: Set<string>;
  /** The result of the button that was pressed last. */
  done: { readonly what: string; readonly text: string } | null;
  /** Whether positions are being painted and encoded. */
  isAnimating: boolean;
  /** Formats of a record, by its number; null until the engine has listed them. */
  forms: { readonly id: number; readonly list: readonly FormInfo[] } | null;
  /** The match of these notes. */
  match: string | null;
  /** Adds annotations from the text of a file; how many there are now. */
  add(text: string): Promise<Result<number>>;
  /** All annotations as the text of a file. */
  text(): Promise<string>;
  update(): void;
}

/** Both panels, and actions that need no panel. */
export interface ShareNotes {
  share(context: Context): TemplateResult;
  notes(context: Context): TemplateResult;
  /** Copies a link to this position, and confirms it. */
  copyLink(): Promise<void>;
  /** Adds annotations from the text of a file; how many there are now. */
  addNotes(text: string): Promise<Result<number>>;
  /** Adds the annotations of a file at an address. */
  fetchNotes(address: string): Promise<void>;
  /** All annotations as the text of a file. */
  exportNotes(): Promise<string>;
  /** To be called when another match is shown. */
  turnTo(match: string): Promise<void>;
}

/** Creates the panels of a viewer. */
export function createShareNotes(
  host: ShareNotesHost,
  branchHere: ShareNotesState['branchHere'],
): ShareNotes {
  const openedNow = () => host.player.state.main ?? host.player.state.record;
  const state: ShareNotesState = {
    host,
    branchHere,
    notes: [],
    hidden: new Set(),
    own: new Set(),
    done: null,
    isAnimating: false,
    forms: null,
    match: null,
    async add(text) {
      const record = openedNow();
      if (record === null) return fail('not-found', 'no record is open');
      const read = await readNotes(record, text);
      if (!read.ok) return read;
      state.notes = addNotes(state.notes, read.value);
      state.update();
      return ok(state.notes.length);
    },
    async text() {
      const record = openedNow();
      const notes = state.notes.map(({ note }) => note);
      return record === null ? '' : writeNotes(record, notes);
    },
    update() {
      host.player.set({ notes: shownNotes(state.notes, state.hidden) });
      remember(state);
      host.update();
    },
  };
  return {
    share: context => sharePanel(context, state),
    notes: context => notesPanel(context, state),
    async copyLink() {
      const isDone = await copyText(linkHere(host));
      const { share: t } = panelTexts(host.player.state.texts);
      host.player.say(isDone ? t.linkCopied : t.copyBlocked);
    },
    addNotes: state.add,
    async fetchNotes(address) {
      const response = await fetch(address).catch(() => null);
      const text = response?.ok ? await response.text() : null;
      const added = text === null ? null : await state.add(text);
      if (added === null || !added.ok)
        host.player.say(host.player.state.texts.viewer.said.badNotes);
    },
    exportNotes: state.text,
    async turnTo(match) {
      if (match === state.match) return;
      state.match = match;
      state.notes = [];
      state.own.clear();
      const stored = memory.get(`notes-${match}`);
      if (stored === null) state.update();
      else {
        await state.add(stored);
        for (const note of state.notes) state.own.add(noteText(note));
      }
    },
  };
}

function remember({ match, notes, own }: ShareNotesState): void {
  const mine = ownNotes(notes, own);
  if (match === null || (mine.length === 0 && memory.get(`notes-${match}`) === null)) return;
  const file = { kifu: 'annotations', version: 1, match, notes: mine };
  memory.set(`notes-${match}`, JSON.stringify(file));
}

/** The position of the replay, for links. */
export function placeOf({ player }: ShareNotesHost): SharedMoment {
  const { state } = player;
  const { playback, times, picture, as, isFlipped } = state;
  const { loop } = playback;
  const at = times.isExact
    ? formatWhere({ type: 'ms', ms: playback.ms })
    : formatWhere({ type: 'entry', n: picture?.n ?? 0 });
  return { at, range: loop === null ? null : `${loop.from}-${loop.to}`, seat: as, isFlipped };
}

/** The address of the page at this moment, without the loop. */
export const linkHere = (host: ShareNotesHost): string =>
  linkTo(location.href, host.name, { ...placeOf(host), range: null });
