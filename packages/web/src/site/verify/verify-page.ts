/** Page that verifies files of any format: each match is replayed in the page and gets a verdict. */
import { capital, describeRefusal, type Fault } from '@kifu/core';
import type { GameTexts } from '@kifu/texts/games';
import { html, nothing, type TemplateResult } from 'lit';
import { faultText } from '../fault-text.ts';
import { droppedFiles, takeFiles } from '../files.ts';
import { matchTexts } from '../game-texts.ts';
import { titleOf } from '../games.ts';
import { type IconName, icon } from '../icons.ts';
import { addFile, addMatches, getFile, matchesOf } from '../library/local-library.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { allTexts, text } from '../texts.ts';
import { textBefore } from './text-before.ts';
import { checkFile } from './verify.ts';
import type { CheckVerdict, RecordFindings } from './verify-worker.ts';

/** Texts of the games, which explain illegal moves; null before they are loaded. */
type Games = Readonly<Record<string, GameTexts>> | null;

/** A file with its findings so far. */
interface CheckedFile {
  /** Its key in the library of the browser; null if it cannot be stored. */
  readonly key: number | null;
  readonly name: string;
  readonly found: readonly RecordFindings[];
}

/** Larger files are refused, in bytes. */
const MAX_BYTES = 256 << 20;
/** Rows of one file; the rest is only counted. */
const ROWS = 200;
/** Shortest interval between two renderings of the report, in milliseconds. */
const DRAW_MS = 100;

class VerifyPage extends Page {
  static override properties = {
    ...Page.properties,
    files: { state: true },
    left: { state: true },
    isOver: { state: true },
    added: { state: true },
    games: { state: true },
  };

  declare files: readonly CheckedFile[];
  /** How many files are not checked yet. */
  declare left: number;
  declare isOver: boolean;
  /** Number of matches added to the library; null until the reader adds them. */
  declare added: number | null;
  declare games: Games;

  constructor() {
    super();
    Object.assign(this, { files: [], left: 0, isOver: false, added: null, games: null });
  }

  override get heading(): string {
    return text.verify.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('kifu-files', this.#take);
    document.addEventListener('paste', this.#paste);
    void this.#take();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('kifu-files', this.#take);
    document.removeEventListener('paste', this.#paste);
  }

  #take = async (): Promise<void> => {
    const { files, add } = takeFiles();
    await this.#check(files);
    if (add) await this.#add();
  };

  #paste = ({ target, clipboardData }: ClipboardEvent): void => {
    if (target instanceof HTMLElement && target.matches('input, textarea')) return;
    const files = [...(clipboardData?.files ?? [])];
    const pasted = clipboardData?.getData('text/plain') ?? '';
    if (files.length === 0 && pasted.trim() !== '')
      files.push(new File([pasted], text.verify.pasted));
    void this.#check(files);
  };

  async #check(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    this.left += files.length;
    this.added = null;
    this.games = (await allTexts()).games;
    for (const file of files) {
      await this.#checkOne(file).catch(cause => this.#refuse(file.name, String(cause)));
      this.left--;
    }
  }

  async #checkOne(file: File): Promise<void> {
    if (file.size > MAX_BYTES) return this.#refuse(file.name, text.verify.tooLarge);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const key = await addFile({ name: file.name, bytes }).catch(() => null);
    const found: RecordFindings[] = [];
    const index = this.files.length;
    let drawnMs = 0;
    const show = () => {
      const checked: CheckedFile = { key, name: file.name, found: [...found] };
      this.files = [...this.files.slice(0, index), checked, ...this.files.slice(index + 1)];
      drawnMs = performance.now();
    };
    await checkFile(file.name, bytes, record => {
      found.push(record);
      if (performance.now() - drawnMs > DRAW_MS) show();
    });
    show();
  }

  #refuse(name: string, message: string): void {
    const found: RecordFindings = {
      ...{ number: 1, verdict: 'unreadable', fault: { code: 'too-large', message }, form: null },
      ...{ game: null, players: [], entries: 0, good: 0, lines: [], listed: null, picture: null },
    };
    this.files = [...this.files, { key: null, name, found: [found] }];
  }

  #add = async (): Promise<void> => {
    let added = 0;
    for (const { key, name, found } of this.files)
      if (key !== null) added += await addMatches(key, matchesOf(key, name, found));
    this.added = added;
  };

  #choose = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    void this.#check([...(input.files ?? [])]);
    input.value = '';
  };

  #drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    this.isOver = false;
    if (event.dataTransfer !== null) await this.#check(await droppedFiles(event.dataTransfer));
  };

  override render(): TemplateResult {
    const { verify } = text;
    const isEmpty = this.files.length === 0 && this.left === 0;
    return html`
      <div class="page narrow">
        <h1>${verify.title}</h1>
        <p class="soft lead">${verify.how}</p>
        <div
          class="drop-zone ${this.isOver ? 'over' : ''}"
          @dragover=${(event: DragEvent) => {
            event.preventDefault();
            this.isOver = true;
          }}
          @dragleave=${() => {
            this.isOver = false;
          }}
          @drop=${this.#drop}
        >
          ${icon('down')}
          <p><b>${verify.drop}</b></p>
          <p class="row">
            <label class="btn primary">${verify.choose}<input class="hide" type="file" multiple @change=${this.#choose} /></label>
            <label class="btn">${verify.folder}<input class="hide" type="file" webkitdirectory @change=${this.#choose} /></label>
          </p>
          ${isEmpty ? html`<p class="soft small">${verify.forms}</p>` : nothing}
        </div>
        ${isEmpty ? limits() : this.#report()}
      </div>
    `;
  }

  #report(): TemplateResult {
    const { verify } = text;
    const all = this.files.flatMap(({ found }) => found);
    const good = all.filter(({ listed }) => listed !== null).length;
    return html`
      <section aria-labelledby="report">
        <div class="head">
          <h2 id="report">${verify.report}</h2>
          <span class="soft small" role="status">
            ${this.left > 0 ? verify.left(this.left) : verify.counted(this.files.length, all.filter(isRecord).length)}
            ${this.added === null ? nothing : verify.added(this.added)}
          </span>
          <button class="btn slim push" type="button" ?disabled=${good === 0 || this.left > 0} @click=${this.#add}>
            ${icon('plus')}${verify.add}
          </button>
        </div>
        <div class="card">
          <p class="tally">${tally(all)}</p>
          <ul class="verdicts">
            ${this.files.map(file => file.found.slice(0, ROWS).map(record => row(file, record, this.games)))}
          </ul>
          ${this.files.some(({ found }) => found.length > ROWS) ? html`<p class="soft small rest">${verify.more(ROWS)}</p>` : nothing}
        </div>
      </section>
    `;
  }
}

const LOOKS: { readonly [verdict in CheckVerdict]: { icon: IconName; tone: string } } = {
  verified: { icon: 'tick', tone: 'good' },
  refereed: { icon: 'watch', tone: 'plain' },
  partial: { icon: 'watch', tone: 'plain' },
  unsigned: { icon: 'dash', tone: 'warn' },
  sealed: { icon: 'watch', tone: 'warn' },
  unknown: { icon: 'dash', tone: 'warn' },
  broken: { icon: 'cross', tone: 'bad' },
  unreadable: { icon: 'file', tone: 'plain' },
  proof: { icon: 'check', tone: 'warn' },
  disproved: { icon: 'cross', tone: 'bad' },
};

function tally(all: readonly RecordFindings[]): TemplateResult[] {
  const counts = new Map<CheckVerdict, number>();
  for (const { verdict } of all) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(
    ([verdict, count]) =>
      html`<span class=${LOOKS[verdict].tone}><b class="num">${count.toLocaleString()}</b> ${wordOf(verdict)} </span>`,
  );
}

const wordOf = (verdict: CheckVerdict): string => text.verify.verdicts[verdict].word;

function row(
  { key, name, found: { length } }: CheckedFile,
  record: RecordFindings,
  games: Games,
): TemplateResult {
  const { verdict, number, players, game, entries, good, goodText, fault } = record;
  const { icon: picture, tone } = LOOKS[verdict];
  const { verify, match } = text;
  const about = [
    match.against(players.filter(Boolean)),
    game === null ? '' : titleOf(game),
    entries === 0 ? '' : match.entries(entries),
  ];
  const isBroken = verdict === 'broken';
  return html`
    <li>
      <span class="verdict ${tone}">${icon(picture)}<b>${isBroken && good > 0 ? verify.brokenAt(good + 1) : capital(wordOf(verdict))}</b></span>
      <span class="grow">
        <b>${length > 1 ? verify.numbered(name, number) : name}</b>
        ${about.filter(Boolean).join(', ')}<br />
        <span class="soft">
          ${fault === null ? verify.verdicts[verdict].sentence : faultWords(record, fault, games)}
          ${describeProof(record)}
          ${isBroken && good > 0 ? verify.before(good) : nothing}
        </span>
        ${details(record)}
      </span>
      ${
        key === null || verdict === 'unreadable' || !isRecord(record) || (isBroken && good === 0)
          ? nothing
          : goodText === undefined
            ? html`<a href=${href(`/file?local=${key}&number=${number}`)} data-page>${isBroken ? verify.watchFirst(good) : verify.watch}</a>`
            : html`<button type="button" class="linked" @click=${() => watchBefore(key, number, goodText)}>${verify.watchFirst(good)}</button>`
      }
    </li>
  `;
}

/** Shows the moves of a text before an illegal one. */
async function watchBefore(key: number, number: number, goodText: number): Promise<void> {
  const file = await getFile(key);
  if (file === null) return;
  const cut = await addFile({ name: file.name, bytes: textBefore(file.bytes, goodText) });
  navigate(`/file?local=${cut}&number=${number}`);
}

/** The report; of a fault, its message for developers. */
function details({ lines, fault }: RecordFindings): TemplateResult | typeof nothing {
  const all = fault === null || fault.message === '' ? lines : [...lines, fault.message];
  return all.length === 0
    ? nothing
    : html`<details><summary class="soft small">${text.verify.details}</summary><pre>${all.join('\n')}</pre></details>`;
}

/** Whether it is a record, and not a proof that a key signed twice. */
const isRecord = ({ verdict }: RecordFindings): boolean =>
  verdict !== 'proof' && verdict !== 'disproved';

/** Describes a proof: whose key signed both, and the two statements. */
const describeProof = ({ proof }: RecordFindings) =>
  proof === undefined
    ? nothing
    : html`<span class="proof">${text.verify.proof(proof)} ${text.verify.says(...proof.says)}</span>`;

/** Says what is wrong with a record, and where in the file; of a move, why the game refuses it. */
function faultWords({ game }: RecordFindings, fault: Fault, games: Games): string {
  const { code, at } = fault;
  const texts = game === null ? undefined : games?.[game];
  const refusal = texts === undefined ? null : describeRefusal(fault, texts, matchTexts());
  const why = refusal ?? (code === 'illegal-move' ? text.verify.illegal : faultText(fault));
  return at?.line === undefined ? why : `${text.verify.place(at.line, at.column ?? 1)}: ${why}`;
}

const limits = (): TemplateResult => html`
  <section class="card pad" aria-labelledby="limits">
    <h2 id="limits">${text.verify.cannot}</h2>
    <ul class="dashes">${text.verify.limits.map(words => html`<li>${words}</li>`)}</ul>
  </section>
`;

customElements.define('kifu-verify-page', VerifyPage);
