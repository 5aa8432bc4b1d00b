/** The panel of notes: those in the record, shared ones by layer, and a form to write one. */
import { formatCell, parseCell, SHAPE_COLORS, type Shape, type ShapeColor } from '@kifu/core';
import type { ViewerPanelTexts } from '@kifu/texts/en/viewer-panels';
import { html, nothing, type TemplateResult } from 'lit';
import { faultText } from '../describe-fault.ts';
import { askKey, signNote } from '../engine/ask-on-demand.ts';
import type { CheckedNote } from '../engine/on-demand-types.ts';
import { moveName } from '../model/rounds.ts';
import type { Context } from '../parts/context.ts';
import { panelTexts } from '../parts/panel-texts.ts';
import { toggleShape } from '../parts/shapes.ts';
import {
  addNotes,
  isSecret,
  type Layer,
  layerId,
  layersOf,
  memory,
  noteText,
  ownSecret,
} from './note-store.ts';
import { chooseText, saveFile } from './save.ts';
import type { ShareNotesState } from './share-notes.ts';

/** The largest file of notes that is read. */
const MAX_FILE_BYTES = 1 << 23;

export function notesPanel(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const isVariation = context.state.main !== null;
  const { notes: t } = panelTexts(context.state.texts);
  return html`
    ${isVariation ? html`<p class="soft">${t.mainLineOnly}</p>` : writing(context, shareNotes)}
    ${layers(shareNotes, t)}
    ${list(context, shareNotes)}
    <h3>${t.files}</h3>
    <div class="row">
      <button type="button" class="wide" data-notes="import" @click=${() => importFile(shareNotes, context)}>${t.import}</button>
      <button type="button" class="wide" data-notes="export" ?disabled=${shareNotes.notes.length === 0} @click=${() => exportFile(shareNotes, context)}>${t.export}</button>
      <button type="button" class="wide" data-notes="key" @click=${() => exportKey(context)}>${t.downloadKey}</button>
      <button type="button" class="wide" data-notes="import-key" @click=${() => importKey(context)}>${t.importKey}</button>
    </div>
  `;
}

/** The form for a note on the current move. */
function writing(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { state, picture, player } = context;
  const { scene } = picture;
  const { notes: t } = panelTexts(state.texts);
  const { start } = state.texts.viewer.moves;
  const shapes = state.draft.n === picture.n ? state.draft.shapes : [];
  return html`<form class="note" @submit=${(event: SubmitEvent) => save(event, context, shareNotes)}>
    <label>${t.on(moveName(context.record, picture.n, start))}
      <textarea name="text" rows="3" maxlength="10000"></textarea>
    </label>
    <div class="row">
      <label>${t.from} <input name="from" size="4" autocomplete="off" placeholder="e2" /></label>
      <label>${t.to} <input name="to" size="4" autocomplete="off" placeholder="e4" /></label>
      <label><span class="visually-hidden">${t.color}</span>
        <select name="color">${SHAPE_COLORS.map(color => html`<option value=${color}>${t.colors[color]}</option>`)}</select>
      </label>
      <button type="button" class="wide" data-notes="draw" @click=${(event: Event) => draw(event, context)}>${t.draw}</button>
    </div>
    <p class="soft">${t.drawHelp}</p>
    ${
      shapes.length === 0
        ? nothing
        : html`<ul class="drawn">
            ${shapes.map(
              shape => html`<li>
                ${t.colors[shape.color]} ${'at' in shape ? formatCell(scene, shape.at) : t.arrow(formatCell(scene, shape.from), formatCell(scene, shape.to))}
                <button type="button" class="link" @click=${() => player.set({ draft: { n: picture.n, shapes: toggleShape(shapes, shape) } })}>${t.remove}</button>
              </li>`,
            )}
          </ul>`
    }
    <div class="row">
      <label>${t.name} <input name="author" size="10" maxlength="100" .value=${memory.get('author') ?? ''} /></label>
      <label><input type="checkbox" name="signed" checked /> ${t.sign}</label>
      <button type="submit" class="wide" data-notes="keep">${t.save}</button>
    </div>
  </form>`;
}

/** Draws an arrow from both fields, or a mark if only one is filled. */
function draw(event: Event, { state, picture, player }: Context): void {
  const form = (event.target as HTMLElement).closest('form')!;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const color = field('color').value as ShapeColor;
  const cells = [field('from'), field('to')].map(input =>
    input.value.trim() === '' ? undefined : parseCell(picture.scene, input.value),
  );
  const wrong = cells.indexOf(null);
  if (wrong >= 0 || (cells[0] === undefined && cells[1] === undefined)) {
    const input = field(wrong === 1 ? 'to' : 'from');
    input.setCustomValidity(panelTexts(state.texts).notes.badCell);
    input.reportValidity();
    input.addEventListener('input', () => input.setCustomValidity(''), { once: true });
    return;
  }
  const [from, to] = cells as [ShapeCellOrNot, ShapeCellOrNot];
  const shape: Shape =
    from !== undefined && to !== undefined
      ? { type: 'arrow', from, to, color }
      : { type: 'mark', at: (from ?? to)!, color };
  const shapes = state.draft.n === picture.n ? state.draft.shapes : [];
  player.set({ draft: { n: picture.n, shapes: toggleShape(shapes, shape) } });
}

type ShapeCellOrNot = Extract<Shape, { type: 'mark' }>['at'] | undefined;

async function save(
  event: SubmitEvent,
  { state, record, picture, player }: Context,
  shareNotes: ShareNotesState,
) {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const data = new FormData(form);
  const shapes = state.draft.n === picture.n ? state.draft.shapes : [];
  const text = `${data.get('text') ?? ''}`.trim();
  const { notes: t } = panelTexts(state.texts);
  if (text === '' && shapes.length === 0) {
    player.say(t.nothing);
    return;
  }
  const author = `${data.get('author') ?? ''}`.trim();
  memory.set('author', author);
  const { n, tick } = picture;
  const madeAt = new Date().toISOString();
  const draft = { n, tick: record.isFree ? tick : null, author, text, shapes, madeAt };
  const made = await signNote(record, draft, data.has('signed') ? ownSecret() : null);
  if (!made.ok) {
    player.say(faultText(made.fault, state.texts));
    return;
  }
  shareNotes.notes = addNotes(shareNotes.notes, [made.value]);
  shareNotes.own.add(noteText(made.value));
  (form.elements.namedItem('text') as HTMLTextAreaElement).value = '';
  player.set({ draft: { n, shapes: [] } });
  shareNotes.update();
  player.say(t.saved);
}

type NotesTexts = ViewerPanelTexts['notes'];

function statusText({ status, key }: Pick<Layer, 'status' | 'key'>, t: NotesTexts): string {
  const texts: { readonly [status in Layer['status']]: string } = t.status;
  return status === 'signed' ? `${texts.signed} ${key!.slice(0, 8)}…` : texts[status];
}

/** Authors, each to be shown or hidden. */
function layers(shareNotes: ShareNotesState, t: NotesTexts): TemplateResult | typeof nothing {
  const all = layersOf(shareNotes.notes);
  if (all.length === 0) return nothing;
  return html`<fieldset class="layers">
    <legend>${t.layers}</legend>
    ${all.map(
      layer => html`<label class=${layer.status} title=${layer.key ?? ''}>
        <input
          type="checkbox"
          data-layer=${layer.id}
          .checked=${!shareNotes.hidden.has(layer.id)}
          @change=${({ target }: Event) => {
            if ((target as HTMLInputElement).checked) shareNotes.hidden.delete(layer.id);
            else shareNotes.hidden.add(layer.id);
            shareNotes.update();
          }}
        />
        <span><b>${layer.name === '' ? t.anonymous : layer.name}</b> (${layer.count}) <span class="status">${statusText(layer, t)}</span></span>
      </label>`,
    )}
  </fieldset>`;
}

/** All notes in order, those of the record first. */
function list(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { record, state } = context;
  const { notes: t } = panelTexts(state.texts);
  const main = state.main ?? record;
  const said = main.notes.filter(({ text }) => text !== '');
  const shown = shareNotes.notes.filter(checked => !shareNotes.hidden.has(layerId(checked)));
  const lost = shareNotes.notes.filter(({ n }) => n === null).length;
  if (said.length + shown.length === 0) return html`<p class="soft">${t.none}</p>`;
  return html`<ol class="notes">
      ${said.map(({ n, author, text }) => item(context, n, author ?? '', text, null))}
      ${shown
        .filter(({ n }) => n !== null)
        .sort((a, b) => a.n! - b.n!)
        .map(checked =>
          item(context, checked.n!, checked.note.author, noteLabel(checked, t), checked),
        )}
    </ol>
    ${lost === 0 ? nothing : html`<p class="soft">${t.lost(lost)}</p>`}`;
}

const noteLabel = ({ note: { text, shapes } }: CheckedNote, t: NotesTexts): string =>
  text === '' ? t.drawn(shapes.length) : text;

const item = (
  { picture, player, record, state, variations }: Context,
  n: number,
  author: string,
  text: string,
  checked: CheckedNote | null,
): TemplateResult => html`<li class=${checked?.status ?? ''}>
  <button
    type="button"
    class="move"
    aria-current=${n === picture.n ? 'step' : nothing}
    @click=${() => (state.main === null ? player.go(n) : void variations.leave(n))}
  >${moveName(state.main ?? record, n, state.texts.viewer.moves.start)}</button>
  <p>${author === '' ? nothing : html`<b>${author}: </b>`}${text}</p>
  ${checked === null ? nothing : html`<p class="soft status">${statusText({ status: checked.status, key: checked.note.key }, panelTexts(state.texts).notes)}</p>`}
</li>`;

async function importFile(shareNotes: ShareNotesState, { player }: Context): Promise<void> {
  const text = await chooseText('.json,application/json', MAX_FILE_BYTES);
  if (text === null) return;
  const before = shareNotes.notes.length;
  const added = await shareNotes.add(text);
  const { texts } = player.state;
  const { notes: t } = panelTexts(texts);
  player.say(added.ok ? t.added(added.value - before) : faultText(added.fault, texts));
}

async function exportFile(shareNotes: ShareNotesState, { record }: Context): Promise<void> {
  saveFile(`${record.game}.notes.json`, await shareNotes.text(), 'application/json');
}

/** Downloads the secret key: anyone who has the file can sign with it. */
async function exportKey({ record }: Context): Promise<void> {
  const secret = ownSecret();
  const file = { kifu: 'key', key: await askKey(record, secret), secret };
  saveFile('kifu-key.json', `${JSON.stringify(file, null, 2)}\n`, 'application/json');
}

async function importKey({ player }: Context): Promise<void> {
  const text = await chooseText('.json,application/json', 10_000);
  if (text === null) return;
  let secret: unknown;
  try {
    secret = (JSON.parse(text) as { readonly secret?: unknown } | null)?.secret;
  } catch {
    secret = null;
  }
  const { notes: t } = panelTexts(player.state.texts);
  if (typeof secret !== 'string' || !isSecret(secret)) player.say(t.noKey);
  else player.say(memory.set('secret', secret) ? t.keyImported : t.blocked);
}
