/** `<kifu-table>`: play area of a match: board, players with clocks, moves, chat, and actions. */
import { addLine, type PlanLines, remoteOf } from '@kifu/client';
import {
  type Effect,
  type Entry,
  type Json,
  type Kit,
  moveAct,
  ok,
  type Result,
  type Scene,
  type Seat,
} from '@kifu/core';
import { activeSeats, legalMoves, type Match, presentOf } from '@kifu/record/match';
import { hzOf } from '@kifu/record/match-state';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import './roll-proof.ts';
import type { BoardMove, BoardPosition, KifuBoard } from '@kifu/viewer/board';
import { prepareSound, soundOf } from '@kifu/viewer/shared';
import { faultText } from '../site/fault-text.ts';
import { icon } from '../site/icons.ts';
import { href } from '../site/router.ts';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { actButtons, type TurnButtons } from './act-buttons.ts';
import { chatBox } from './chat.ts';
import { type MatchStep, newestStep, pastSteps, sceneOf } from './course.ts';
import { type ListContext, moveControls, moveList } from './move-list.ts';
import { planList, tryMoves } from './plans.ts';
import { nameOf } from './players.ts';
import { aheadOf, formatAhead } from './premove.ts';
import { achievementList, scoreTable } from './scores.ts';
import { bringIntoSight } from './scroll-into-view.ts';
import { seatStrip } from './seat-strip.ts';
import './away.ts';
import { makeSound } from './sounds.ts';
import { type ActButton, type StateLine, stateLine } from './state-line.ts';
import { stopNotice } from './stop-notice.ts';
import { TurnDraft, unrolled } from './turn-draft.ts';
import { countMoves, stopsOf, turnsOf } from './turns.ts';

const NO_EFFECTS: readonly Effect[] = [];

/** Interval at which a real-time match is rendered again, in milliseconds. */
const ANEW_MS = 200;
/** Delay after which a page is idle, in milliseconds. */
const SETTLED_MS = 300;

export class KifuPlayArea extends LitElement {
  static override properties = {
    kit: { attribute: false },
    match: { attribute: false },
    at: { state: true },
    fault: { state: true },
    isAsking: { state: true },
    isFlipped: { state: true },
    words: { state: true },
    aim: { state: true },
    shownTo: { state: true },
    ending: { attribute: false },
    trial: { state: true },
  };

  declare kit: Kit;
  declare match: Match | null;
  /** The step that is shown; null for the newest. */
  declare at: number | null;
  /** Why the last action failed. */
  declare fault: string;
  /** Whether the player is asked to confirm a resignation. */
  declare isAsking: boolean;
  declare isFlipped: boolean;
  /** Moves that have no cell on the board, as words. */
  declare words: readonly string[];
  /** The cell that is aimed at with a finger, by its name. */
  declare aim: string | null;
  /** The seat whose hidden hand is on a shared screen. */
  declare shownTo: Seat | null;
  /** What the page shows after the end of the match. */
  declare ending: (() => TemplateResult) | null;
  /** Moves that are tried on the board, to be saved as conditional moves; null if there are none. */
  declare trial: readonly Json[] | null;

  #steps: MatchStep[] = [];
  #scenes: Scene[] = [];
  #shownEffects: { readonly step: MatchStep | null; readonly effects: readonly Effect[] } = {
    step: null,
    effects: [],
  };
  #pending: Json | null = null;
  /** A turn that is not confirmed. */
  readonly #draft = new TurnDraft();
  /** The step whose dice are being thrown. */
  #thrown = -1;
  /** The texts of the language in which the steps are described. */
  #texts = text;
  #stop: (() => void) | null = null;
  #frame = 0;
  #anewMs = 0;
  #scrolled: readonly [at: number, said: number] = [-1, 0];

  constructor() {
    super();
    this.match = null;
    this.at = null;
    this.fault = '';
    this.isAsking = false;
    this.isFlipped = false;
    this.words = [];
    this.aim = null;
    this.shownTo = null;
    this.ending = null;
    this.trial = null;
    this.addEventListener(
      'kifu-move',
      event => void this.#play((event as CustomEvent<BoardMove>).detail),
    );
    this.addEventListener('kifu-refused', event => {
      this.fault = (event as CustomEvent<string | null>).detail ?? '';
    });
    this.addEventListener('kifu-aim', event => {
      this.aim = (event as CustomEvent<string | null>).detail;
    });
    this.addEventListener('kifu-words', event => {
      this.words = (event as CustomEvent<readonly string[]>).detail;
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#key);
    if (this.match !== null && this.#stop === null) this.#follow(this.match);
    if (readSettings().hasSound) setTimeout(prepareSound, SETTLED_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#key);
    this.#stop?.();
    this.#stop = null;
    cancelAnimationFrame(this.#frame);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('match') && this.match !== null) this.#follow(this.match);
    // the steps are described in the language that was chosen before
    else if (this.#texts !== text && this.match !== null) this.#catchUp(this.match);
    this.#texts = text;
  }

  protected override updated(): void {
    const board = this.#board;
    if (board === null || this.#steps.length === 0) return;
    board.position = this.#position();
    void board.updateComplete.then(() => {
      this.style.setProperty('--aspect', board.aspect.toFixed(4));
      this.#scroll();
    });
  }

  /** The step that is looked at, and what was said last, come into sight; only when they are others, as all has to be laid out for it. */
  #scroll(): void {
    const shown = [
      this.at ?? this.#steps.length - 1,
      this.match?.chat?.messages.length ?? 0,
    ] as const;
    const [at, said] = this.#scrolled;
    this.#scrolled = shown;
    if (at !== shown[0]) {
      const list = this.querySelector<HTMLElement>('.moves');
      const current = list?.querySelector<HTMLElement>('[aria-current]') ?? null;
      if (list !== null && current !== null) bringIntoSight(list, current);
    }
    const talk = this.querySelector('.talk ol');
    if (talk !== null && said !== shown[1]) talk.scrollTop = talk.scrollHeight;
  }

  get #board(): KifuBoard | null {
    return this.querySelector('kifu-board');
  }

  #follow(match: Match): void {
    this.#stop?.();
    this.#steps = [];
    this.#scenes = [];
    this.#catchUp(match);
    const live = remoteOf(match);
    const stops = [
      match.on('node', ({ entry }) => this.#hear(entry)),
      match.on('change', () => this.#redraw()),
      match.on('closed', () => this.#redraw()),
      live?.on('stop', () => this.#redraw()),
      live?.on('elsewhere', () => {
        this.fault = text.play.elsewhere;
      }),
    ];
    this.#stop = () => {
      for (const stop of stops) stop?.();
    };
    if (this.kit.sceneWithin !== undefined) this.#run();
    if (match.replay?.n === 0) makeSound('start');
  }

  /** Adds the steps that were played before the page was opened, by replaying them. */
  #catchUp(match: Match): void {
    for (const step of pastSteps(this.kit, match, this.#viewer)) this.#add(step);
  }

  #add(step: MatchStep): void {
    if (step.kind === 'start') {
      this.#steps = [];
      this.#scenes = [];
    }
    this.#scenes.push(sceneOf(this.kit, step, this.#steps, this.#scenes, this.#viewer));
    this.#steps.push(step);
  }

  /** The seat whose view is shown, in games with hidden hands. */
  get #viewer(): Seat | null {
    const { match } = this;
    if (match === null) return null;
    return match.seats.length > 1 ? this.shownTo : (match.seats[0] ?? null);
  }

  #hear(entry: Entry | null): void {
    const { kit, match } = this;
    if (match === null) return;
    const step = newestStep(kit, match, this.#steps.at(-1) ?? null);
    if (step !== null) {
      this.#add(step);
      this.#tell(step);
    } else if (match.replay?.isEnded) this.#tellEnd();
    this.#pending = null;
    // what was tried began at a position that is over
    if (entry?.act.type === 'move' || entry?.act.type === 'allow-takeback') {
      this.trial = null;
      if (!this.#draft.isSending) this.#draft.clear();
    }
    this.#redraw();
  }

  #redraw(): void {
    // many act at once, and what they did is in the picture already
    if (this.kit.sceneWithin === undefined) this.requestUpdate();
  }

  /** Announces a step: to screen readers, by a sound, and to the page. */
  #tell(step: MatchStep): void {
    const { match } = this;
    if (match === null || step.kind === 'start') return;
    const isOwn = step.seat !== null && match.seats.includes(step.seat);
    if (step.kind === 'move' || step.kind === 'chance')
      makeSound(
        soundOf(
          step.events.map(({ type }) => type),
          step.kind,
        ),
      );
    if (!isOwn) this.#board?.announce(step.said);
    if (isOwn || this.kit.game.pace === 'free') return;
    if (activeSeats(match).some(seat => match.seats.includes(seat)))
      this.dispatchEvent(
        new CustomEvent('kifu-turn', { detail: step.said || step.text, bubbles: true }),
      );
  }

  #tellEnd(): void {
    const { match } = this;
    if (match === null) return;
    makeSound('end');
    const { words } = stateLine(this.kit, match, { news: '', moves: this.#moves });
    this.#board?.announce(words);
    this.dispatchEvent(new CustomEvent('kifu-over', { detail: words, bubbles: true }));
  }

  /** Draws a real-time match in every frame, and renders everything else at an interval. */
  #run(): void {
    cancelAnimationFrame(this.#frame);
    const frame = () => {
      this.#frame = requestAnimationFrame(frame);
      if (performance.now() - this.#anewMs > ANEW_MS) {
        this.#anewMs = performance.now();
        this.requestUpdate();
        this.#countDown();
      }
      const scene = this.at === null ? this.#sceneNow() : null;
      if (scene !== null) this.#board?.draw(scene);
    };
    this.#frame = requestAnimationFrame(frame);
  }

  /** The scene of this moment; null in games without real time. */
  #sceneNow(): Scene | null {
    const match = this.match!;
    const { kit } = this;
    const table = match.replay?.table ?? null;
    const now = presentOf(match);
    if (kit.sceneWithin === undefined || table === null || now === null) return null;
    if (table.anchor === null) return null;
    const { anchor } = table;
    const ticks = ((match.elapsedMs() - anchor.ms) * hzOf(kit.game, table.state)) / 1000;
    return kit.sceneWithin(now.state, anchor.isPaused || ticks < 0 ? 0 : ticks % 1);
  }

  #countDown(): void {
    const count = this.querySelector<HTMLElement>('.count-down');
    if (count === null || this.match === null) return;
    const ms = -this.match.elapsedMs();
    count.hidden = ms <= 0 || this.match.replay?.outcome != null;
    const words = `${Math.ceil(ms / 1000)}`;
    if (!count.hidden && count.textContent !== words) count.textContent = words;
  }

  /** The position on the board: the newest step with own moves that are on their way, or the chosen one. */
  #position(): BoardPosition {
    const match = this.match!;
    const { kit } = this;
    const table = match.replay?.table ?? null;
    if (this.trial !== null && table !== null) return this.#tried(this.trial, table.state);
    const last = this.#steps.length - 1;
    const at = this.at ?? last;
    const step = this.#steps[at]!;
    const isNewest = at === last;
    const seat = isNewest ? this.#mover() : null;
    const from = match.seats[0] ?? 0;
    const now = isNewest ? presentOf(match) : null;
    const isFree = kit.sceneWithin !== undefined;
    let scene = this.#scenes[at]!;
    let state = step.state;
    if (isNewest && now !== null) {
      state = now.state;
      if (isFree) scene = this.#sceneNow() ?? kit.scene(state);
      else if (this.#pending !== null && now.state !== step.state)
        scene = kit.scene(state, { scene, move: this.#pending });
    } else if (state === null && step.view !== null) {
      const view = this.#viewOf(step);
      if (view !== step.view) scene = kit.sceneOfView?.(view, this.#viewer) ?? scene;
      state = kit.game.secrets?.sample(view, 0) ?? null;
    }
    // who shares the screen moves on at once: the state now has the move that is on its way
    const isStale = this.#pending !== null && (match.connection !== null || now === null);
    const legal = seat === null || isStale ? [] : legalMoves(match, seat);
    if (seat !== null && kit.isTurnConfirmed === true) return this.#drafted(seat, step);
    const waits = seat === null && isNewest && match.seats.length === 1 && !isFree;
    const ahead = waits && now !== null ? aheadOf(kit.game, now.state, match.seats[0]!) : [];
    return {
      kit,
      scene,
      state,
      seat: seat ?? (waits ? match.seats[0]! : null),
      from,
      legal,
      ahead,
      chosen: isNewest ? this.#premove : null,
      isRunning: isFree && isNewest,
      isDrawn: isNewest && this.at === null && this.#isThrown(step),
      effects: isNewest && this.at === null ? this.#effectsOf(step) : NO_EFFECTS,
      label: state === null ? kit.title : kit.describe.position(state),
    };
  }

  /** Whether the dice of a step are thrown now: once. */
  #isThrown({ n, isDrawn }: MatchStep): boolean {
    if (!isDrawn || this.#thrown === n) return false;
    this.#thrown = n;
    return true;
  }

  /** The position of a turn that is not confirmed; before the roll, with dice that show nothing. */
  #drafted(seat: Seat, step: MatchStep): BoardPosition {
    const { kit } = this;
    const match = this.match!;
    const draft = this.#draft;
    const isToRoll = draft.stateOf(kit, match, this.#steps, seat)?.isToRoll === true;
    const line = draft.isBegun ? draft.lineOf(kit, match, this.#scenes.at(-1)) : null;
    const state = line?.state ?? step.state;
    const scene = line?.scene ?? this.#scenes.at(-1)!;
    return {
      kit,
      scene: isToRoll ? unrolled(scene) : scene,
      state,
      seat,
      from: match.seats[0] ?? 0,
      legal: draft.legal(kit, match, this.#steps, seat),
      isDrawn: !isToRoll && line === null && this.#isThrown(step),
      effects: line === null ? this.#effectsOf(step) : NO_EFFECTS,
      label: isToRoll ? text.play.toRoll : kit.describe.position(state),
    };
  }

  #roll = (): void => {
    this.#draft.roll(this.#steps);
    this.requestUpdate();
  };

  #confirm = async (): Promise<void> => {
    const seat = this.#mover();
    if (seat === null) return;
    const sent = this.#draft.send(this.kit, this.match!, seat, this.#scenes.at(-1)!);
    this.requestUpdate();
    const done = await sent;
    if (!done.ok) this.fault = faultText(done.fault, this.kit);
    this.requestUpdate();
  };

  /** The position after moves that are tried, with the legal moves of the next seat. */
  #tried(trial: readonly Json[], from: unknown): BoardPosition {
    const { kit } = this;
    const { seats } = this.match!;
    const { state, scene, seat } = tryMoves(kit, from, trial);
    const legal = seat === null ? [] : [...kit.game.legal(state, seat)];
    return {
      kit,
      scene,
      state,
      seat,
      from: seats[0] ?? 0,
      legal,
      label: kit.describe.position(state),
    };
  }

  /** Effects of a step: the same array each time, so that they are shown once. */
  #effectsOf(step: MatchStep): readonly Effect[] {
    if (this.#shownEffects.step !== step)
      this.#shownEffects = { step, effects: this.kit.effects?.(step.events) ?? NO_EFFECTS };
    return this.#shownEffects.effects;
  }

  /** The view of a step; on a shared screen, of the player whose turn it is. */
  #viewOf(step: MatchStep): Json {
    const { match } = this;
    if (match === null || match.seats.length < 2 || step !== this.#steps.at(-1)) return step.view;
    return match.viewsOf(this.shownTo)?.at(-1)?.view ?? step.view;
  }

  /** The seat of this page that is to move; null if there is none. */
  #mover(): Seat | null {
    const { match } = this;
    if (match === null) return null;
    if (this.kit.game.pace === 'free')
      return match.replay?.outcome == null ? (match.seats[0] ?? null) : null;
    const mover = activeSeats(match).find(seat => match.seats.includes(seat)) ?? null;
    const isHidden = match.seats.length > 1 && match.viewsOf(null) !== null;
    return isHidden && mover !== this.shownTo ? null : mover;
  }

  async #play({ seat, move, isAhead }: BoardMove): Promise<void> {
    const { match } = this;
    if (match === null) return;
    this.fault = '';
    this.at = null;
    if (this.trial !== null) {
      this.trial = [...this.trial, move];
      return;
    }
    if (isAhead) {
      match.premove(seat, move);
      this.requestUpdate();
      return;
    }
    const { game } = this.kit;
    if (this.kit.isTurnConfirmed === true) {
      this.#draft.add(move);
      this.requestUpdate();
      return;
    }
    const isFree = game.pace === 'free';
    if (!isFree) this.#pending = move;
    const done = match.submit(seat, moveAct(game, move));
    this.requestUpdate();
    const result = await done;
    if (!result.ok) {
      this.fault = faultText(result.fault, this.kit);
      this.#pending = null;
      this.requestUpdate();
    }
  }

  #plans(): TemplateResult | typeof nothing {
    const { kit, trial } = this;
    const match = this.match!;
    return planList({
      kit,
      match,
      trial,
      try: moves => {
        this.at = null;
        this.trial = moves;
      },
      keep: lines => void this.#plan(ok(lines)),
      keepTrial: () => {
        const { conditional, replay, seats } = match;
        const added = addLine(replay!.table!, seats[0]!, conditional!.lines, trial ?? []);
        void this.#plan(added);
      },
    });
  }

  async #plan(lines: Result<PlanLines>): Promise<void> {
    this.fault = '';
    const kept = lines.ok ? await this.match!.conditional!.set(lines.value) : lines;
    if (kept.ok) this.trial = null;
    else this.fault = faultText(kept.fault, this.kit);
    this.requestUpdate();
  }

  async #do({ seat, act }: Pick<ActButton, 'seat' | 'act'>): Promise<void> {
    this.isAsking = false;
    this.fault = '';
    const result = await this.match!.submit(seat, act);
    if (!result.ok) this.fault = faultText(result.fault, this.kit);
    this.requestUpdate();
  }

  #key = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (event.defaultPrevented || isTyping || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const seat = this.match?.seats[0];
    const isOver = this.match?.replay?.outcome != null;
    const keys: { readonly [key: string]: () => void } = {
      ArrowLeft: () => this.#walk(-1),
      ArrowRight: () => this.#walk(1),
      Home: () => this.#go(0),
      End: () => this.#go(this.#steps.length - 1),
      Escape: () => {
        this.trial = null;
        if (seat !== undefined) this.match?.premove(seat, null);
      },
      f: () => {
        this.isFlipped = !this.isFlipped;
      },
      z: () => void this.#fill(),
      i: () => this.querySelector<HTMLInputElement>('.typed input')?.focus(),
      D: () =>
        seat !== undefined && !isOver && void this.#do({ seat, act: { type: 'offer-draw' } }),
      T: () =>
        seat !== undefined && !isOver && void this.#do({ seat, act: { type: 'ask-takeback' } }),
      R: () => {
        this.isAsking = seat !== undefined && !isOver;
      },
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  #go(step: number): void {
    const last = this.#steps.length - 1;
    const at = Math.max(0, Math.min(last, step));
    this.at = at === last ? null : at;
  }

  /** Goes to the previous or next step that changed the position. */
  #walk(by: 1 | -1): void {
    const stops = stopsOf(this.#steps);
    const at = this.at ?? this.#steps.length - 1;
    const here = stops.findLastIndex(stop => stop <= at);
    const next = by > 0 ? (stops[here + 1] ?? this.#steps.length - 1) : (stops[here - 1] ?? 0);
    this.#go(next >= stops.at(-1)! ? this.#steps.length - 1 : next);
  }

  async #fill(): Promise<void> {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await this.requestFullscreen().catch(() => {});
  }

  override render(): TemplateResult {
    const { kit, match } = this;
    if (match?.replay == null) return html``;
    const seated = match.replay.header?.players.map(({ seat }) => seat) ?? [];
    const own = match.seats.length === 1 ? match.seats[0]! : (seated[0] ?? 0);
    const others = seated.filter(seat => seat !== own);
    const shown = this.isFlipped && seated.length === 2 ? [own, ...others] : [...others, own];
    const state = stateLine(kit, match, { news: this.fault || this.#news(), moves: this.#moves });
    const steps = this.#steps;
    const at = this.at ?? steps.length - 1;
    const until = steps.slice(0, at + 1);
    const strip = (seat: Seat) =>
      seatStrip({ kit, match, seat, steps: until, first: this.#scenes[0] });
    const stopped = remoteOf(match)?.stopped;
    const mover = this.at === null ? this.#mover() : null;
    const turn = mover === null ? null : this.#draft.stateOf(kit, match, steps, mover);
    const isToRoll = turn?.isToRoll === true;
    const list: ListContext = {
      kit,
      match,
      steps,
      at,
      draft: turn === null || turn.isToRoll ? null : turn.texts,
      isToRoll,
      go: step => this.#go(step),
      walk: by => this.#walk(by),
      flip: () => {
        this.isFlipped = !this.isFlipped;
      },
      fill: () => void this.#fill(),
    };
    return html`<div class="match ${state.kind} ${this.trial === null ? '' : 'trying'}">
      <section class="board-box" aria-label=${text.play.board}>
        <kifu-board
          words="outside"
          @click=${() => isToRoll && this.#roll()}
          ?dimmed=${state.kind === 'lost'}
          .isFlipped=${this.isFlipped}
          .hasCoordinates=${readSettings().hasCoordinates}
          .theme=${readSettings().theme}
          .pieces=${readSettings().pieces}
          motion=${readSettings().motion === 'less' ? 'none' : nothing}
        ></kifu-board>
        <p class="count-down" hidden aria-hidden="true"></p>
        ${this.#curtain()}
      </section>
      <div class="side">
        <ul class="strips upper">
          ${shown.slice(0, -1).map(strip)}
        </ul>
        <header class="match-head">
          <a class="tool leave" href=${href('/')} data-page aria-label=${text.play.leave} title=${text.play.leave}>${icon('prev')}</a>
          <h1>${kit.title}</h1>
          ${isToRoll ? nothing : html`<span class="soft small">${this.#facts()}</span> ${this.#rollProof()}`}
        </header>
        ${scoreTable(kit, match, steps[at]?.state ?? null)}
        ${moveList(list)} ${moveControls(list)} ${chatBox({ match, steps, isFree: kit.game.pace === 'free', go: list.go, show: () => this.requestUpdate() })}
        <section class="state-box">
          ${stopped ? stopNotice(stopped) : nothing} ${this.#state(state)}
        </section>
        <ul class="strips lower">
          ${strip(shown.at(-1)!)}
        </ul>
      </div>
    </div>`;
  }

  #moves = (): number => {
    const isFree = this.kit.game.pace === 'free';
    return countMoves(turnsOf(this.#steps, isFree), isFree);
  };

  /** What the newest step was. */
  #news(): string {
    const step = this.#steps.findLast(({ kind }) => kind === 'move');
    if (step === undefined) return '';
    // hands are hidden: the list says what may be known, in the same way for all
    return this.kit.game.secrets === undefined ? step.what || step.text : step.text;
  }

  #facts(): string {
    // where seats act at any time, captions would change with every frame
    if (this.kit.game.pace === 'free') return '';
    const scene = this.#scenes[this.at ?? this.#scenes.length - 1];
    // points stand in a table
    const inTable = this.kit.scores === undefined ? [] : this.kit.texts.seats;
    return (scene?.facts ?? [])
      .filter(({ isAboutText, label }) => isAboutText !== true && !inTable.includes(label))
      .map(({ label, value }) => `${label}: ${value}`)
      .join(' · ');
  }

  /** At the dice: how they came to lie so. */
  #rollProof(): TemplateResult | typeof nothing {
    const match = this.match!;
    const at = this.at ?? this.#steps.length - 1;
    const drawn = this.#steps.slice(0, at + 1).findLast(({ isDrawn }) => isDrawn);
    if (drawn === undefined || match.viewsOf(null) !== null) return nothing;
    return html`<kifu-roll-proof .kit=${this.kit} .nodes=${match.replay!.nodes} .n=${drawn.n}></kifu-roll-proof>`;
  }

  #curtain(): TemplateResult | typeof nothing {
    const { match } = this;
    if (match === null || match.seats.length < 2 || match.viewsOf(null) === null) return nothing;
    const mover = activeSeats(match).find(seat => match.seats.includes(seat));
    if (mover === undefined || mover === this.shownTo) return nothing;
    const name = nameOf(match, mover);
    return html`<div class="curtain">
      <p>${text.play.curtain(name)}</p>
      <button class="btn primary" type="button" @click=${() => (this.shownTo = mover)}>
        ${text.play.showHand(name)}
      </button>
    </div>`;
  }

  #state(state: StateLine): TemplateResult {
    const match = this.match!;
    const [ahead] = match.premoves;
    const { kit } = this;
    const detail =
      ahead === undefined
        ? state.detail
        : text.play.ahead(formatAhead(kit, this.#steps.at(-1)!.state, ahead));
    return html`<div class="state-line" role="status">
        <b>${state.words}</b> <span class="soft small ${this.fault === '' ? '' : 'bad'}">${detail}</span>
      </div>
      ${state.kind === 'over' ? achievementList(kit, match, this.#steps) : html`<kifu-away .match=${match} .n=${match.replay?.n}></kifu-away>`}
      ${state.kind === 'over' ? (this.ending?.() ?? nothing) : this.#acts(state)}
      ${this.#plans()} ${this.at === null || match.viewsOf(null) !== null ? nothing : this.#fromHere()}`;
  }

  /** The move that is played as soon as it is legal. */
  get #premove(): Json | null {
    return [...this.match!.premoves.values()][0] ?? null;
  }

  #fromHere(): TemplateResult {
    const goOn = () => {
      const step = this.#steps[this.at ?? this.#steps.length - 1]!;
      this.dispatchEvent(new CustomEvent('kifu-from-here', { detail: step.state, bubbles: true }));
    };
    return html`<button type="button" class="btn slim" @click=${goOn}>${text.play.fromHere}</button>`;
  }

  /** The turn that this page composes, with what can be done with it. */
  #turn(): TurnButtons | null {
    const seat = this.#mover();
    const turn =
      seat === null ? null : this.#draft.stateOf(this.kit, this.match!, this.#steps, seat);
    if (turn === null) return null;
    const undo = () => {
      this.#draft.undo();
      this.requestUpdate();
    };
    return { ...turn, roll: this.#roll, undo, confirm: () => void this.#confirm() };
  }

  #acts(state: StateLine): TemplateResult | typeof nothing {
    const match = this.match!;
    return actButtons({
      match,
      state,
      seat: this.#mover() ?? match.seats[0],
      words: this.at === null ? this.words : [],
      turn: this.at === null ? this.#turn() : null,
      aim: this.aim,
      nudge: (columns, rows) => this.#board?.nudge(columns, rows),
      playAim: () => this.#board?.playAim(),
      isAsking: this.isAsking,
      do: act => void this.#do(act),
      ask: isAsking => {
        this.isAsking = isAsking;
      },
      touch: word => this.#board?.touch(word),
      type: typed => {
        const played = this.#board?.playText(typed);
        if (!played?.ok) this.fault = played === undefined ? '' : faultText(played.fault, this.kit);
        return played?.ok === true;
      },
    });
  }
}

customElements.define('kifu-table', KifuPlayArea);
