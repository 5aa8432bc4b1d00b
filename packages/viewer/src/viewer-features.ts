/** Features of a viewer besides playback: variations, branches, drawings, sharing and notes. Most are loaded when they are first needed. */
import type { Result, Shape } from '@kifu/core';
import type { CSSResult } from 'lit';
import { canTry } from './commands.ts';
import type { Editing } from './editing.ts';
import { askOpening } from './engine/ask-opening.ts';
import type { BranchHere } from './engine/on-demand-types.ts';
import type { OpenedRecord, Picture } from './engine/types.ts';
import type { Command } from './model/keys.ts';
import type { BoardView } from './parts/board.ts';
import { listenForDrawing } from './parts/drawing.ts';
import type { ShareNotes, ShareNotesHost } from './share-notes/share-notes.ts';
import { shapesNow } from './state.ts';
import type { Trials } from './trials.ts';
import type { Variations } from './variations.ts';

/** The viewer that they belong to. */
export interface FeaturesHost extends ShareNotesHost {
  /** Whether the page keeps what is changed in what the record says. */
  readonly editing: boolean;
  /** The address of a file of notes that the page brings; null for none. */
  readonly notes: string | null;
  /** Dispatches an event; false if the page handles it. */
  tell(type: string, detail: object): boolean;
  /** Takes another style, of a part that was loaded. */
  adopt(style: CSSResult): void;
}

/** The features of a viewer. */
export interface ViewerFeatures {
  readonly variations: Variations;
  /** Null until it has been loaded. */
  readonly shareNotes: ShareNotes | null;
  /** Draws a board on which moves are tried; null until that has been loaded. */
  readonly trials: Trials | null;
  loadTrials(): Promise<Trials>;
  /** Loads editing; null where the page keeps no changes. */
  loadEditing(): Promise<Editing | null>;
  /** Draws a shape on the board, or removes it. */
  draw(shape: Shape): Promise<void>;
  /** Loads how panels look, when one is first opened. */
  stylePanels(): void;
  /** Loads sharing and notes, when they are first needed. */
  loadShareNotes(): Promise<ShareNotes>;
  /** Shows for a moment what the newest entry did, once for each picture of another. */
  showEffects(record: OpenedRecord, picture: Picture): void;
  /** To be called when a record is shown. */
  ready(record: OpenedRecord): void;
  /** Returns a branch from this moment, and passes it to the page by the event `kifu-branch`. */
  branchHere(): Promise<Result<BranchHere>>;
  /** Runs a command; false for commands of others. */
  do(command: Command): boolean;
}

/** Whether this browser stores notes on a match; the module that reads them is loaded only then. */
function hasOwnNotes(match: string): boolean {
  try {
    return localStorage.getItem(`kifu-notes-${match}`) !== null;
  } catch {
    return false;
  }
}

/** Makes the features of a viewer. */
export function createFeatures(host: FeaturesHost, board: BoardView): ViewerFeatures {
  const { player } = host;
  let varying: Promise<Variations> | null = null;
  const vary = (): Promise<Variations> => {
    varying ??= import('./variations.ts').then(({ createVariations, variationStyle }) => {
      host.adopt(variationStyle);
      return createVariations(player);
    });
    return varying;
  };
  const variations: Variations = {
    list: async () => (await vary()).list(),
    enter: async (path, n, hasGrown) => (await vary()).enter(path, n, hasGrown),
    leave: async n => (await vary()).leave(n),
  };
  let loading: Promise<ShareNotes> | null = null;
  let loaded: ShareNotes | null = null;
  /** The match that the page's notes were loaded for. */
  let fetched: string | null = null;

  let trials: Trials | null = null;
  let loadingTrials: Promise<Trials> | null = null;
  let hasPanelStyle = false;

  /** The entry whose effects were shown last. */
  let effectsOf = '';
  async function showEffects({ match, seatCodes }: OpenedRecord, { n, effects = [] }: Picture) {
    const entry = `${match} ${n}`;
    if (entry === effectsOf) return;
    effectsOf = entry;
    if (effects.length === 0) {
      board.hintsAbove.replaceChildren();
      return;
    }
    const { drawEffects, effectsStyle } = await import('./parts/effects.ts');
    if (!hasEffects) host.adopt(effectsStyle);
    hasEffects = true;
    if (entry === effectsOf) drawEffects(board.hintsAbove, effects, board.laid!, seatCodes);
  }
  let hasEffects = false;

  /** The match in which the board began to take moves at once. */
  let triedIn = '';

  const branching = () => import('./branching.ts');

  let editing: Promise<Editing> | null = null;
  async function loadEditing(): Promise<Editing | null> {
    if (!host.editing) return null;
    editing ??= import('./editing.ts').then(({ createEditing }) => createEditing(host, variations));
    return editing;
  }

  async function draw(shape: Shape): Promise<void> {
    const edited = await loadEditing();
    if (edited !== null) return edited.draw(shape);
    const { toggleShape } = await import('./parts/shapes.ts');
    const { draft, picture } = player.state;
    if (picture === null) return;
    const shapes = draft.n === picture.n ? draft.shapes : [];
    player.set({ draft: { n: picture.n, shapes: toggleShape(shapes, shape) } });
  }

  const loadShareNotes = (): Promise<ShareNotes> => {
    loading ??= makeShareNotes();
    return loading;
  };
  async function makeShareNotes(): Promise<ShareNotes> {
    const { createShareNotes, shareNotesStyle } = await import('./share-notes/share-notes.ts');
    host.adopt(shareNotesStyle);
    const shareNotes = createShareNotes(host, async () => {
      const { branchOff } = await branching();
      return (await branchOff(host)) ?? true;
    });
    const record = player.state.main ?? player.state.record;
    if (record !== null) await shareNotes.turnTo(record.match);
    loaded = shareNotes;
    host.update();
    return shareNotes;
  }

  async function nameOpening(record: OpenedRecord): Promise<void> {
    const { match } = record;
    if (player.state.opening?.match === match) return; // a record becomes ready repeatedly
    const text = await askOpening(record);
    if (text !== null) player.set({ opening: { match, text } });
  }

  listenForDrawing(board.frame, {
    cellAt: (x, y) => board.cellAt(x, y),
    preview: shape =>
      board.drawShapes([...shapesNow(player.state), ...(shape === null ? [] : [shape])]),
    done: draw,
  });

  return {
    variations,
    get shareNotes() {
      return loaded;
    },
    get trials() {
      return trials;
    },
    loadTrials() {
      loadingTrials ??= import('./trials.ts').then(({ createTrials }) => {
        trials = createTrials(host, { loadEditing, draw, variations });
        host.update();
        return trials;
      });
      return loadingTrials;
    },
    stylePanels() {
      if (hasPanelStyle) return;
      hasPanelStyle = true;
      void import('./parts/style-panel.ts').then(({ panelStyle }) => host.adopt(panelStyle));
    },
    loadEditing,
    draw,
    loadShareNotes,
    ready(record) {
      if (host.editing && canTry(record) && triedIn !== record.match) {
        triedIn = record.match; // readers who turned it off leave it off
        player.set({ isTrying: true });
      }
      if (record.variations > 0) void variations.list();
      if (record.isNameless) void nameOpening(record);
      // the reader's own notes are shown at once, without their panel
      if (loaded === null && hasOwnNotes(record.match)) void loadShareNotes();
      void loaded?.turnTo(record.match);
      if (host.notes === null || record.isPartial || fetched === record.match) return;
      fetched = record.match; // a live match becomes ready repeatedly
      const address = host.notes;
      void loadShareNotes().then(shareNotes => shareNotes.fetchNotes(address));
    },
    branchHere: async () => (await branching()).branchHere(host),
    showEffects: (record, picture) => void showEffects(record, picture),
    do(command) {
      if (command.do === 'main-line') void variations.leave();
      else if (command.do === 'branch')
        void branching().then(async ({ branchOff }) => {
          const words = await branchOff(host);
          if (words !== null) player.say(words);
        });
      else if (command.do === 'find') void branching().then(({ findHere }) => findHere(host));
      else if (command.do === 'study') host.tell('kifu-study', {});
      else if (command.do === 'link')
        void loadShareNotes().then(shareNotes => shareNotes.copyLink());
      else return false;
      return true;
    },
  };
}
