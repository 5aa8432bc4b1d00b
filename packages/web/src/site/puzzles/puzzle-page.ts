/**
 * Puzzles: find the best move in a position of a recorded game. Any legal move can be tried, and the board marks all of them alike. Rating,
 * days and streak stay in the browser, and everything works offline.
 */
import { moved, type Tried, tryMove } from '@kifu/bots/puzzles';
import {
  describeFault,
  formatCell,
  type Json,
  type Kit,
  type Scene,
  type Shape,
  step,
} from '@kifu/core';
import type { BoardMove, BoardPosition } from '@kifu/viewer/board';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import { carOf } from '../../play/record-file.ts';
import { handFiles } from '../files.ts';
import { titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { loadKitHere } from '../language-kit.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { readSettings } from '../settings.ts';
import { text } from '../texts.ts';
import {
  dailyPuzzle,
  dayOf,
  daysInARow,
  nextPuzzle,
  progressAfter,
  progressIn,
  ratingOf,
  readProgress,
  saveProgress,
} from './puzzle-progress.ts';
import { loadPuzzles, type OpenPuzzle, openPuzzle, PUZZLE_GAMES } from './puzzle-set.ts';

const MODES = ['rated', 'daily', 'streak'] as const;
type Mode = (typeof MODES)[number];

/** What is said of the last move. */
type Verdict = Tried | 'none' | 'shown';

class PuzzlePage extends Page {
  static override properties = {
    ...Page.properties,
    open: { state: true },
    board: { state: true },
    verdict: { state: true },
    played: { state: true },
    hinted: { state: true },
    problem: { state: true },
    streak: { state: true },
  };

  /** Null while it loads. */
  declare open: OpenPuzzle | null;
  declare board: BoardPosition | null;
  declare verdict: Verdict;
  /** Moves of the line so far, as the game writes them. */
  declare played: readonly string[];
  declare hinted: boolean;
  declare problem: string;
  /** Puzzles solved in a row in streak mode. */
  declare streak: number;
  #kit: Kit | null = null;
  #state: unknown = null;
  #scene: Scene | null = null;
  /** How many moves of the line are done. */
  #done = 0;
  /** Whether this puzzle has counted. */
  #isCounted = false;
  /** Shown since the page was opened. */
  readonly #seen = new Set<string>();
  #loading = 0;

  constructor() {
    super();
    Object.assign(this, { open: null, board: null, verdict: 'none', played: [], problem: '' });
    Object.assign(this, { hinted: false, streak: 0 });
  }

  override get heading(): string {
    return `${text.puzzles.title}: ${titleOf(this.#game)}`;
  }

  get #game(): string {
    const { game } = this.params;
    return PUZZLE_GAMES.find(name => name === game) ?? PUZZLE_GAMES[0];
  }

  get #mode(): Mode {
    return MODES.find(mode => mode === this.query.get('mode')) ?? 'rated';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params') && !changed.has('query')) return;
    this.streak = 0;
    void this.#next();
  }

  /** Opens the next puzzle, or the one that the address names. */
  async #next(): Promise<void> {
    const loading = ++this.#loading;
    const [game, mode] = [this.#game, this.#mode];
    try {
      const [set, kit] = await Promise.all([loadPuzzles(game), loadKitHere(game)]);
      if (!kit.ok) throw new Error(kit.fault.message);
      const own = progressIn(readProgress(), game);
      const named = set.puzzles.find(({ id }) => id === this.query.get('id'));
      const daily = mode === 'daily' ? dailyPuzzle(set.puzzles, dayOf(Date.now())) : undefined;
      const puzzle = named ?? daily ?? nextPuzzle(set.puzzles, own, this.#seen) ?? set.puzzles[0]!;
      const opened = await openPuzzle(kit.value, set, puzzle);
      if (loading !== this.#loading) return;
      if (!opened.ok) throw new Error(opened.fault.message);
      this.#seen.add(puzzle.id);
      this.#kit = kit.value;
      this.#begin(opened.value);
    } catch (cause) {
      if (loading !== this.#loading) return;
      this.open = null;
      this.problem = `${text.puzzles.fails}: ${cause instanceof Error ? cause.message : cause}`;
    }
  }

  #begin(open: OpenPuzzle): void {
    this.#state = open.state;
    this.#scene = open.scene;
    this.#done = 0;
    this.#isCounted = false;
    Object.assign(this, { open, verdict: 'none', played: [], hinted: false, problem: '' });
    this.#show();
  }

  /** Puts the position on the board; all legal moves can be made until the puzzle is over. */
  #show(): void {
    const { open } = this;
    if (open === null || this.#kit === null) return;
    const { seat } = open.puzzle;
    const { game, describe } = this.#kit;
    const isMine = !this.#isOver && game.active(this.#state).includes(seat);
    this.board = {
      ...{ kit: this.#kit, scene: this.#scene!, state: this.#state, from: seat },
      seat: isMine ? seat : null,
      legal: isMine ? [...game.legal(this.#state, seat)] : [],
      label: describe.position(this.#state),
    };
  }

  get #isOver(): boolean {
    return this.verdict === 'solved' || this.verdict === 'shown';
  }

  #try = ({ detail }: CustomEvent<BoardMove>): void => {
    const { open } = this;
    if (open === null || this.#kit === null || this.#isOver) return;
    const { game } = this.#kit;
    const tried = tryMove(game, open.puzzle, this.#state, this.#done, detail.move);
    if (!tried.ok) {
      this.problem = describeFault(tried.fault);
      return;
    }
    this.problem = '';
    this.verdict = tried.value.tried;
    if (this.verdict === 'wrong') {
      this.#count(false);
      this.#show(); // the move is taken back
      return;
    }
    this.#advance(detail.move, tried.value.state);
    this.#done = tried.value.done;
    if (this.verdict === 'solved') this.#count(true);
    else this.#reply();
    this.#show();
  };

  /** Plays the moves of the other side that the line has next. */
  #reply(): void {
    const { game } = this.#kit!;
    const { seat, line } = this.open!.puzzle;
    while (this.#done < line.length - 1 && !game.active(this.#state).includes(seat))
      if (!this.#playLine()) return;
  }

  /** Plays the next move of the line; false where the rules refuse it. */
  #playLine(): boolean {
    const { game } = this.#kit!;
    const move = game.moves.hex.decode(this.open!.puzzle.line[this.#done] ?? '');
    const [seat = 0] = game.active(this.#state);
    const stepped = move.ok
      ? step(game, this.#state, { do: 'move', seat, move: move.value })
      : move;
    if (!move.ok || !stepped.ok) return false;
    this.#advance(move.value, moved(stepped.value.parts));
    this.#done++;
    return true;
  }

  #advance(move: Json, state: unknown): void {
    const kit = this.#kit!;
    this.played = [...this.played, kit.notations[0]?.format(this.#state, move) ?? ''];
    this.#scene = kit.scene(state, { scene: this.#scene!, move });
    this.#state = state;
  }

  /** The first try counts. */
  #count(isSolved: boolean): void {
    if (this.#isCounted) return;
    this.#isCounted = true;
    const isHelped = this.hinted && isSolved;
    saveProgress(
      progressAfter(readProgress(), this.open!.puzzle, isSolved && !isHelped, Date.now()),
    );
    this.streak = isSolved && !isHelped ? this.streak + 1 : 0;
  }

  #solution = (): void => {
    this.#count(false);
    // another order of steps has left the line
    if (this.verdict !== 'wrong' && this.#done < this.played.length) this.#restart();
    this.verdict = 'shown';
    while (this.#done < this.open!.puzzle.line.length) if (!this.#playLine()) break;
    this.#show();
  };

  #restart = (): void => {
    const isCounted = this.#isCounted;
    this.#begin(this.open!);
    this.#isCounted = isCounted;
  };

  #skip = (): void => {
    if (this.query.has('id') || this.#mode === 'daily') navigate(this.#path('rated'));
    else void this.#next();
  };

  #path(mode: Mode, game = this.#game): string {
    return `/puzzles/${game}${mode === 'rated' ? '' : `?mode=${mode}`}`;
  }

  /** The record as a file, for the viewer. */
  #watch = (event: Event): void => {
    event.preventDefault();
    const { nodes, puzzle } = this.open!;
    const url = URL.createObjectURL(new Blob([carOf(nodes) as BlobPart]));
    navigate(`/file?src=${encodeURIComponent(url)}&at=${puzzle.n}`);
  };

  #verify = (event: Event): void => {
    event.preventDefault();
    const { nodes, puzzle } = this.open!;
    handFiles([new File([carOf(nodes) as BlobPart], `${puzzle.id}.car`)]);
    navigate('/verify');
  };

  override render(): TemplateResult {
    const { puzzles: words } = text;
    return html`
      <div class="page puzzles">
        <div class="head">
          <h1>${words.title}</h1>
          <label class="push small">
            ${text.library.game}
            <select class="input slim" @change=${({ target }: Event) => navigate(this.#path(this.#mode, (target as HTMLSelectElement).value))}>
              ${PUZZLE_GAMES.map(name => html`<option value=${name} ?selected=${name === this.#game}>${titleOf(name)}</option>`)}
            </select>
          </label>
          <div class="seg" role="group" aria-label=${words.mode}>
            ${MODES.map(
              mode =>
                html`<button type="button" aria-pressed=${mode === this.#mode} @click=${() => navigate(this.#path(mode))}>${words.modes[mode]}</button>`,
            )}
          </div>
        </div>
        <div class="puzzle">
          <section class="puzzle-board" aria-label=${words.board}>${this.#boardPart()}</section>
          <section class="puzzle-side" aria-label=${words.title}>
            ${this.open === null ? html`<p role="status">${this.problem === '' ? words.loading : nothing}</p>` : this.#side()}
            <p role="alert" class="problem">${this.problem}</p>
          </section>
        </div>
      </div>
    `;
  }

  #boardPart(): TemplateResult | typeof nothing {
    if (this.board === null) return nothing;
    const { hasCoordinates, theme } = readSettings();
    return html`<kifu-board
      .position=${this.board}
      .shapes=${this.#marks()}
      .hasCoordinates=${hasCoordinates}
      .theme=${theme === 'auto' ? null : theme}
      @kifu-move=${this.#try}
    ></kifu-board>`;
  }

  /** Marks the pieces that the puzzle is about. */
  #marks(): readonly Shape[] {
    const cells = this.open?.puzzle.cells ?? [];
    return cells.map(at => ({ type: 'mark', at, color: 'blue' }));
  }

  /** What to do: the best move, or what it is to do to some pieces. */
  #task(seat: string): TemplateResult {
    const { puzzles: words } = text;
    const { aim, cells = [] } = this.open!.puzzle;
    if (aim === undefined) return html`${words.toPlay(seat)}`;
    const names = cells.map(cell => formatCell(this.open!.scene, cell));
    return html`${words.aims[aim](seat)}<span class="hide"> (${names.join(' ')})</span>`;
  }

  #side(): TemplateResult {
    const { puzzles: words } = text;
    const { puzzle, players } = this.open!;
    const progress = readProgress();
    const own = progressIn(progress, puzzle.game);
    const seat = this.#kit!.texts.seats[puzzle.seat] ?? `${puzzle.seat + 1}`;
    const fact = (value: string | number, label: string) =>
      html`<div><dd class="num">${value}</dd><dt>${label}</dt></div>`;
    const isStreak = this.#mode === 'streak';
    return html`
      <h2>${this.#task(seat)}</h2>
      <p role="status" class="puzzle-verdict ${this.verdict}">${words.verdicts[this.verdict]}</p>
      <dl class="puzzle-facts">
        ${fact(Math.round(own.rating.R), words.yours(Math.round(own.rating.RD)))}
        ${fact(Math.round(ratingOf(own, puzzle).R), words.its)}
        ${isStreak ? fact(this.streak, words.inARow) : fact(daysInARow(progress, dayOf(Date.now())), words.days)}
      </dl>
      ${this.#results(own.results)}
      ${
        this.played.length === 0
          ? nothing
          : html`<ol class="puzzle-line notation" aria-label=${words.line}>
              ${this.played.map(move => html`<li>${move}</li>`)}
            </ol>`
      }
      ${
        this.hinted || this.#isOver
          ? html`<p class="soft">${words.about(puzzle.themes.map(theme => words.themes[theme]))}</p>`
          : nothing
      }
      <p class="row">
        ${
          this.#isOver
            ? html`<button class="btn primary" type="button" @click=${this.#skip}>${icon('next')}${words.next}</button>
                <button class="btn" type="button" @click=${this.#restart}>${icon('again')}${words.again}</button>`
            : html`<button class="btn" type="button" ?disabled=${this.hinted} @click=${() => (this.hinted = true)}>${icon('star')}${words.hint}</button>
                <button class="btn" type="button" @click=${this.#solution}>${icon('watch')}${words.solution}</button>
                <button class="btn" type="button" @click=${this.#skip}>${icon('next')}${words.skip}</button>`
        }
      </p>
      <p class="soft small">
        ${words.from} <a href=${href('/file')} @click=${this.#watch}>${players.join(' – ')}</a>${words.move(puzzle.n + 1)}
      </p>
      <p class="row small">
        <a href=${href('/verify')} @click=${this.#verify}>${words.verify}</a>
      </p>
      <p class="soft small">${puzzle.aim === undefined ? words.judged(puzzle.judge.engine, puzzle.judge.nodes) : words.proved(puzzle.judge.engine)}</p>
    `;
  }

  #results(results: readonly boolean[]): TemplateResult | typeof nothing {
    const { puzzles: words } = text;
    if (results.length === 0) return nothing;
    return html`<ul class="puzzle-results" aria-label=${words.results}>
      ${results.map(
        isSolved =>
          html`<li class=${isSolved ? 'good' : 'bad'}>${icon(isSolved ? 'tick' : 'cross')}<span class="hide">${isSolved ? words.solvedOne : words.missedOne}</span></li>`,
      )}
    </ul>`;
  }
}

customElements.define('kifu-puzzle-page', PuzzlePage);
