/** What a viewer can do besides playing: walk variations, branch off, draw, share and keep notes. Most of it is loaded when it is needed. */
import { fail, type Result } from '@kifu/core';
import type { Desk, DeskHost } from './desk/desk.ts';
import { askBranchHere } from './engine/ask-desk.ts';
import type { BranchHere } from './engine/desk-types.ts';
import type { Score } from './engine/types.ts';
import type { Command } from './model/keys.ts';
import type { BoardView } from './parts/board.ts';
import { listenForDrawing, toggleShape } from './parts/drawing.ts';
import { shapesNow } from './state.ts';
import { createWalk, type Walk } from './walk.ts';

/** The viewer that they belong to. */
export interface ExtrasHost extends DeskHost {
  /** The address of a file of notes that the page brings; null for none. */
  readonly notes: string | null;
  tell(type: string, detail: object): void;
}

/** Extras of a viewer. */
export interface Extras {
  readonly walk: Walk;
  /** Null until it has been loaded. */
  readonly desk: Desk | null;
  /** The desk, which is loaded when it is first needed. */
  loadDesk(): Promise<Desk>;
  /** Has to be told when a record is there. */
  ready(score: Score): void;
  /** Hands a branch that begins at this moment to the page, by the event `kifu-branch` too. */
  branchHere(): Promise<Result<BranchHere>>;
  /** Does what a key or a button asks for; false where it is nothing of these. */
  do(command: Command): boolean;
}

/** Makes the extras of a viewer. */
export function createExtras(host: ExtrasHost, board: BoardView): Extras {
  const { player } = host;
  const walk = createWalk(player);
  let loading: Promise<Desk> | null = null;
  let loaded: Desk | null = null;
  /** The match that the page's notes were loaded for. */
  let fetched: string | null = null;

  const loadDesk = (): Promise<Desk> => {
    loading ??= makeDesk();
    return loading;
  };
  async function makeDesk(): Promise<Desk> {
    const { createDesk } = await import('./desk/desk.ts');
    const desk = createDesk(host, async () => {
      const here = await branchHere();
      return here.ok ? true : here.fault.message;
    });
    const score = player.state.main ?? player.state.score;
    if (score !== null) await desk.turnTo(score.match);
    loaded = desk;
    host.update();
    return desk;
  }

  async function branchHere(): Promise<Result<BranchHere>> {
    const { score, playback, times, picture } = player.state;
    if (score === null || picture === null) return fail('not-found', 'there is no record yet');
    const here = await askBranchHere(score, times.isExact ? { ms: playback.ms } : { n: picture.n });
    if (here.ok) host.tell('kifu-branch', here.value);
    return here;
  }

  async function fetchNotes(address: string): Promise<void> {
    const response = await fetch(address).catch(() => null);
    const text = response?.ok ? await response.text() : null;
    const added = text === null ? null : await (await loadDesk()).addNotes(text);
    if (added === null || !added.ok) player.say('the notes cannot be read');
  }

  listenForDrawing(board.frame, {
    cellAt: (x, y) => board.cellAt(x, y),
    preview: shape =>
      board.drawShapes([...shapesNow(player.state), ...(shape === null ? [] : [shape])]),
    done: shape => {
      const { draft, picture } = player.state;
      if (picture === null) return;
      const shapes = draft.n === picture.n ? draft.shapes : [];
      player.set({ draft: { n: picture.n, shapes: toggleShape(shapes, shape) } });
    },
  });

  return {
    walk,
    get desk() {
      return loaded;
    },
    loadDesk,
    ready(score) {
      if (score.variations > 0) void walk.look();
      void loaded?.turnTo(score.match);
      if (host.notes === null || score.isPartial || fetched === score.match) return;
      fetched = score.match; // a match that goes on is ready again and again
      void fetchNotes(host.notes);
    },
    branchHere,
    do(command) {
      if (command.do === 'main-line') void walk.leave();
      else if (command.do === 'link') void loadDesk().then(desk => desk.copyLink());
      else return false;
      return true;
    },
  };
}
