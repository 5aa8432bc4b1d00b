/** `<kifu-arranger>`: sets up a position piece by piece, in any game whose kit has an editor. Announces it by `kifu-arranged`. */
import {
  type Cell,
  type Json,
  type Kit,
  type PlacedPiece,
  type Result,
  type Scene,
  type Seat,
  seatNamesOf,
} from '@kifu/core';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import '../../play/figures.ts';
import type { BoardMove, BoardPosition, KifuBoard } from '@kifu/viewer/board';
import { cellName } from '@kifu/viewer/shared';
import { positionFaultText } from '../fault-text.ts';
import { matchTexts } from '../game-texts.ts';
import { lookName } from '../look-name.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import { positionIn } from './position-address.ts';

class KifuArranger extends LitElement {
  static override properties = {
    kit: { attribute: false },
    from: { attribute: false },
    pieces: { state: true },
    turn: { state: true },
    look: { state: true },
    problem: { state: true },
  };

  declare kit: Kit;
  /** The state to begin with. */
  declare from: unknown;
  declare pieces: readonly PlacedPiece[];
  /** Who is to move. */
  declare turn: Seat;
  /** What is put down; null takes away. */
  declare look: string | null;
  /** Why the arrangement is not a position. */
  declare problem: string;

  constructor() {
    super();
    Object.assign(this, { from: null, pieces: [], turn: 0, look: null, problem: '' });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('kit')) return;
    this.look = this.#choices[0]?.look ?? null;
    this.begin(this.from);
  }

  /** Puts up what stands in a state. */
  begin(state: unknown): void {
    const { pieces } = this.kit.scene(state);
    this.pieces = pieces
      .filter(({ look }) => this.#choices.some(choice => choice.look === look))
      .map(({ look, column, row }) => ({ look, column, row }));
    this.turn = this.kit.game.active(state)[0] ?? 0;
    this.problem = '';
  }

  #restart = (): void => {
    const start = positionIn(this.kit, new URLSearchParams());
    if (start.ok) this.begin(start.value);
  };

  get #choices() {
    return this.kit.editor!.pieces;
  }

  #put = ({ detail, target }: CustomEvent<BoardMove>): void => {
    const { area, column, row } = detail.move as unknown as Cell;
    const before = this.pieces.find(piece => piece.column === column && piece.row === row);
    // the same again takes it away
    const look = before?.look === this.look ? null : this.look;
    const others = this.pieces.filter(piece => piece !== before);
    this.pieces = look === null ? others : [...others, { look, column, row }];
    this.problem = '';
    const where = cellName(this.#scene.areas.find(({ id }) => id === area)!, column, row);
    (target as KifuBoard).announce(
      text.position.holds(where, look === null ? '' : this.#nameOf(look)),
    );
  };

  #find = (event: Event): void => {
    event.preventDefault();
    const { kit, pieces, turn, from } = this;
    const arranged: Result<unknown> = kit.editor!.arrange(pieces, turn, from);
    this.problem = arranged.ok ? '' : positionFaultText(arranged.fault);
    if (arranged.ok)
      this.dispatchEvent(new CustomEvent('kifu-arranged', { detail: arranged.value }));
  };

  /** The board as arranged so far, valid or not. */
  get #scene(): Scene {
    const { areas } = this.kit.scene(this.from);
    const [board] = areas;
    const pieces = this.pieces.map(piece => ({
      ...this.#choices.find(({ look }) => look === piece.look)!,
      ...piece,
      area: board!.id,
      id: `${piece.look} ${piece.column} ${piece.row}`,
    }));
    return { areas: [board!], pieces, marks: [], tweens: [] };
  }

  /** A board on which every cell can be touched. */
  #board(): BoardPosition {
    const scene = this.#scene;
    const [{ id: area, columns, rows }] = scene.areas as [Scene['areas'][0]];
    const cells = Array.from({ length: columns * rows }, (_, i) => ({
      ...{ area, column: i % columns, row: Math.floor(i / columns) },
    }));
    const touch = (cell: Json) => ({ path: [[cell as unknown as Cell]] as const });
    return {
      ...{ kit: { ...this.kit, touch }, scene, state: null, seat: this.turn, from: 0 },
      legal: cells,
      label: text.position.setUp,
      cellLabel: text.position.holds,
    };
  }

  override render(): TemplateResult {
    const { position: words } = text;
    const { hasCoordinates, theme } = readSettings();
    const names = seatNamesOf(this.kit, this.kit.texts, matchTexts());
    const choices = [...this.#choices.map(({ look }) => look), null];
    return html`
      <kifu-board
        .position=${this.#board()}
        .hasCoordinates=${hasCoordinates}
        .theme=${theme === 'auto' ? null : theme}
        @kifu-move=${this.#put}
      ></kifu-board>
      <form class="arranging" @submit=${this.#find}>
        <fieldset class="looks">
          <legend>${words.put}</legend>
          ${choices.map(look => this.#choice(look))}
        </fieldset>
        <label class="field"><span>${words.turn}</span>
          <select class="input slim" @change=${({ target }: Event) => (this.turn = Number((target as HTMLSelectElement).value))}>
            ${this.kit.seatNames.map((_, seat) => html`<option value=${seat} ?selected=${seat === this.turn}>${names(seat)}</option>`)}
          </select>
        </label>
        <p class="row">
          <button class="btn primary" type="submit">${text.library.find}</button>
          <button class="btn slim" type="button" @click=${() => (this.pieces = [])}>${words.clear}</button>
          <button class="btn slim" type="button" @click=${this.#restart}>${words.again}</button>
        </p>
        <p role="alert" class="problem">${this.problem}</p>
      </form>
    `;
  }

  /** The name of a piece to choose, whether or not it is on the board. */
  #nameOf(look: string): string {
    const { areas } = this.kit.scene(this.from);
    const place = { area: areas[0]!.id, column: 0, row: 0 };
    const pieces = this.#choices.map(choice => ({ ...choice, ...place, id: choice.look }));
    return lookName(this.kit, { areas, pieces, marks: [], tweens: [] }, look);
  }

  #choice(look: string | null): TemplateResult {
    const words = look === null ? text.position.nothing : this.#nameOf(look);
    return html`<label class="look" title=${words}>
      <input type="radio" name="look" .checked=${look === this.look} aria-label=${words} @change=${() => (this.look = look)} />
      ${
        look === null
          ? html`<span aria-hidden="true">∅</span>`
          : html`<kifu-figures aria-hidden="true" .looks=${[look]} .art=${this.kit.art} label=${words}></kifu-figures>`
      }
    </label>`;
  }
}

customElements.define('kifu-arranger', KifuArranger);
