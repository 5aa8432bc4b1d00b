/** Trying moves: at any moment of a match, the picture becomes a board that takes moves, and they are added as a variation. */
import type { Kit } from '@kifu/core';
import type { SeatMove } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import './board/index.ts';
import type { BoardMove, KifuBoard } from './board/board.ts';
import type { BoardPosition } from './board/position.ts';
import { askPosition, askTry } from './engine/ask-on-demand.ts';
import { gamesNow } from './engine/games.ts';
import type { TriedMove } from './engine/tries.ts';
import type { OpenedRecord, Picture } from './engine/types.ts';
import type { Context } from './parts/context.ts';
import { listenForDrawing } from './parts/drawing.ts';
import { sayFault } from './say-fault.ts';
import { shapesNow } from './state.ts';
import type { FeaturesHost, ViewerFeatures } from './viewer-features.ts';

/** Trying moves in a viewer: called, it renders such a board. */
export interface Trials {
  (context: Context): TemplateResult;
  /** Makes a move at the moment that is shown, without such a board too. */
  play(move: SeatMove): Promise<void>;
}

/** Makes the trials of a viewer. */
export function createTrials(
  host: Pick<FeaturesHost, 'player' | 'theme' | 'update'>,
  features: Pick<ViewerFeatures, 'loadEditing' | 'draw' | 'variations'>,
): Trials {
  const { player } = host;
  /** What the board shows, and of which picture. */
  let shown: { readonly picture: Picture; readonly position: BoardPosition } | null = null;
  let asked: Picture | null = null;
  /** The board gets the same value for the same position, so that a held piece is not dropped. */
  let seen: BoardPosition | null = null;

  async function look(record: OpenedRecord, picture: Picture): Promise<void> {
    if (asked === picture) return;
    asked = picture;
    const position = await positionOf(record, picture);
    if (asked !== picture || position === null) return;
    shown = { picture, position };
    host.update();
  }

  async function play({ seat, move }: SeatMove, { n }: Picture): Promise<void> {
    const { main, record, path } = player.state;
    const of = main ?? record;
    if (of === null) return;
    const tried = await askTry(of, path, n, { seat, move });
    if (!tried.ok) {
      await sayFault(player, tried.fault);
      return;
    }
    const editing = tried.value.isNew ? await features.loadEditing() : null;
    if (!(await editing?.continueWith(tried.value))) await showTried(tried.value);
    editing?.changed();
  }

  async function showTried({ n, isNew, path }: TriedMove): Promise<void> {
    const { variations } = features;
    if (isNew) await variations.list();
    if (path.length > 0) await variations.enter(path, n, isNew);
    else await (player.state.main === null ? player.go(n) : variations.leave(n));
  }

  /** Drawing works as on the picture that the board stands for. */
  let drawnOn: KifuBoard | undefined;
  const listen = (element: Element | undefined): void => {
    if (element === undefined || element === drawnOn) return;
    const board = element as KifuBoard;
    drawnOn = board;
    listenForDrawing(board, {
      cellAt: (x, y) => board.cellAt(x, y),
      preview: shape => {
        board.shapes = [...shapesNow(player.state), ...(shape === null ? [] : [shape])];
      },
      done: features.draw,
    });
  };

  const board = (context: Context): TemplateResult => {
    const { record, picture, state } = context;
    void look(record, picture);
    if (shown === null) return html`${nothing}`;
    const from = state.as ?? record.seats[0] ?? 0;
    if (seen?.scene !== shown.position.scene || seen.from !== from)
      seen = { ...shown.position, from };
    return html`<kifu-board
      ${ref(listen)}
      .position=${seen}
      .shapes=${shapesNow(state)}
      .isFlipped=${state.isFlipped}
      .theme=${host.theme}
      @kifu-move=${(event: CustomEvent<BoardMove>) => {
        event.stopPropagation(); // for the page it is not a move of a match
        void play(event.detail, shown!.picture);
      }}
    ></kifu-board>`;
  };

  return Object.assign(board, {
    async play(move: SeatMove) {
      const { picture } = player.state;
      if (picture !== null) await play(move, picture);
    },
  });
}

/** The moves of a picture; null where its position is not available. */
async function positionOf(record: OpenedRecord, picture: Picture): Promise<BoardPosition | null> {
  const [loaded, sent] = await Promise.all([
    (await gamesNow()).loadKit(record.game, record.header.version),
    askPosition(record, { n: picture.n }),
  ]);
  if (!loaded.ok || !sent.ok) return null;
  const kit = loaded.value as Kit;
  const { game } = kit;
  const restored = game.states.restore(sent.value.canon, sent.value.aside);
  if (!restored.ok) return null;
  const state = restored.value;
  const isOpen = game.outcome(state) === null && game.chance?.due(state) !== true;
  const seat = isOpen ? (game.active(state)[0] ?? null) : null;
  const legal = seat === null ? [] : [...game.legal(state, seat)];
  return { kit, scene: picture.scene, state, seat, legal, label: picture.said };
}
