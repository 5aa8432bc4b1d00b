/** The panel of notes: what is said in the record and apart from it, layer by layer, and what one has to say oneself. */
import { formatCell, parseCell, SHAPE_COLORS, type Shape, type ShapeColor } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { askKey, signNote } from '../engine/ask-on-demand.ts';
import type { CheckedNote } from '../engine/on-demand-types.ts';
import { moveName } from '../model/rounds.ts';
import type { Context } from '../parts/context.ts';
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

/** Larger files of notes are not read. */
const MAX_FILE_BYTES = 1 << 23;

export function notesPanel(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const isVariation = context.state.main !== null;
  return html`
    ${isVariation ? html`<p class="soft">Notes are about the match; a variation is no part of it (b goes back).</p>` : writing(context, shareNotes)}
    ${layers(shareNotes)}
    ${list(context, shareNotes)}
    <h3>Files</h3>
    <div class="row">
      <button type="button" class="wide" data-notes="import" @click=${() => importFile(shareNotes, context)}>Import notes</button>
      <button type="button" class="wide" data-notes="export" ?disabled=${shareNotes.notes.length === 0} @click=${() => exportFile(shareNotes, context)}>Export notes</button>
      <button type="button" class="wide" data-notes="key" @click=${() => exportKey(context)}>Save my key</button>
      <button type="button" class="wide" data-notes="import-key" @click=${() => importKey(context)}>Use another key</button>
    </div>
  `;
}

/** A note about the present moment. */
function writing(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { state, picture, player } = context;
  const { scene } = picture;
  const shapes = state.draft.n === picture.n ? state.draft.shapes : [];
  return html`<form class="note" @submit=${(event: SubmitEvent) => keep(event, context, shareNotes)}>
    <label>About ${moveName(context.record, picture.n)}
      <textarea name="text" rows="3" maxlength="10000"></textarea>
    </label>
    <div class="row">
      <label>From <input name="from" size="4" autocomplete="off" placeholder="e2" /></label>
      <label>to <input name="to" size="4" autocomplete="off" placeholder="e4" /></label>
      <label><span class="visually-hidden">Colour</span>
        <select name="color">${SHAPE_COLORS.map(color => html`<option>${color}</option>`)}</select>
      </label>
      <button type="button" class="wide" data-notes="draw" @click=${(event: Event) => draw(event, context)}>Draw</button>
    </div>
    <p class="soft">Or draw on the board with the right button; shift, alt: other colours.</p>
    ${
      shapes.length === 0
        ? nothing
        : html`<ul class="drawn">
            ${shapes.map(
              shape => html`<li>
                ${shape.color} ${'at' in shape ? formatCell(scene, shape.at) : `${formatCell(scene, shape.from)} to ${formatCell(scene, shape.to)}`}
                <button type="button" class="link" @click=${() => player.set({ draft: { n: picture.n, shapes: toggleShape(shapes, shape) } })}>take away</button>
              </li>`,
            )}
          </ul>`
    }
    <div class="row">
      <label>Name <input name="author" size="10" maxlength="100" .value=${memory.get('author') ?? ''} /></label>
      <label><input type="checkbox" name="signed" checked /> sign</label>
      <button type="submit" class="wide" data-notes="keep">Keep</button>
    </div>
  </form>`;
}

/** Draws what the fields say: an arrow, or a mark where only one of them is filled. */
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
    input.setCustomValidity('A cell of the board: e4, or column and row as 5,4');
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

async function keep(
  event: SubmitEvent,
  { state, record, picture, player }: Context,
  shareNotes: ShareNotesState,
) {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const data = new FormData(form);
  const shapes = state.draft.n === picture.n ? state.draft.shapes : [];
  const text = `${data.get('text') ?? ''}`.trim();
  if (text === '' && shapes.length === 0) {
    player.say('nothing to keep yet');
    return;
  }
  const author = `${data.get('author') ?? ''}`.trim();
  memory.set('author', author);
  const { n, tick } = picture;
  const madeAt = new Date().toISOString();
  const draft = { n, tick: record.isFree ? tick : null, author, text, shapes, madeAt };
  const kept = await signNote(record, draft, data.has('signed') ? ownSecret() : null);
  if (!kept.ok) {
    player.say(kept.fault.message);
    return;
  }
  shareNotes.notes = addNotes(shareNotes.notes, [kept.value]);
  shareNotes.own.add(noteText(kept.value));
  (form.elements.namedItem('text') as HTMLTextAreaElement).value = '';
  player.set({ draft: { n, shapes: [] } });
  shareNotes.update();
  player.say('kept');
}

const STATUS: { readonly [status in Layer['status']]: string } = {
  signed: 'signed by key',
  unsigned: 'unsigned',
  broken: 'broken: not what was signed',
};

const statusText = ({ status, key }: Pick<Layer, 'status' | 'key'>): string =>
  status === 'signed' ? `${STATUS.signed} ${key!.slice(0, 8)}…` : STATUS[status];

/** Authors, to be shown and hidden. */
function layers(shareNotes: ShareNotesState): TemplateResult | typeof nothing {
  const all = layersOf(shareNotes.notes);
  if (all.length === 0) return nothing;
  return html`<fieldset class="layers">
    <legend>Layers</legend>
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
        <span><b>${layer.name === '' ? 'nameless' : layer.name}</b> (${layer.count}) <span class="status">${statusText(layer)}</span></span>
      </label>`,
    )}
  </fieldset>`;
}

/** Everything that is said, in order: by the record first. */
function list(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { record, state } = context;
  const main = state.main ?? record;
  const said = main.notes.filter(({ text }) => text !== '');
  const shown = shareNotes.notes.filter(checked => !shareNotes.hidden.has(layerId(checked)));
  const lost = shareNotes.notes.filter(({ n }) => n === null).length;
  if (said.length + shown.length === 0)
    return html`<p class="soft">Nobody has said anything about this match yet.</p>`;
  return html`<ol class="notes">
      ${said.map(({ n, author, text }) => item(context, n, author ?? '', text, null))}
      ${shown
        .filter(({ n }) => n !== null)
        .sort((a, b) => a.n! - b.n!)
        .map(checked =>
          item(context, checked.n!, checked.note.author, noteWords(checked), checked),
        )}
    </ol>
    ${lost === 0 ? nothing : html`<p class="soft">${lost} of them are about another match.</p>`}`;
}

const noteWords = ({ note: { text, shapes } }: CheckedNote): string =>
  text === '' ? `${shapes.length} drawn` : text;

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
  >${n === 0 ? 'start' : moveName(state.main ?? record, n)}</button>
  <p>${author === '' ? nothing : html`<b>${author}: </b>`}${text}</p>
  ${checked === null ? nothing : html`<p class="soft status">${statusText({ status: checked.status, key: checked.note.key })}</p>`}
</li>`;

async function importFile(shareNotes: ShareNotesState, { player }: Context): Promise<void> {
  const text = await chooseText('.json,application/json', MAX_FILE_BYTES);
  if (text === null) return;
  const before = shareNotes.notes.length;
  const added = await shareNotes.add(text);
  player.say(added.ok ? `${added.value - before} notes added` : added.fault.message);
}

async function exportFile(shareNotes: ShareNotesState, { record }: Context): Promise<void> {
  saveFile(`${record.game}.notes.json`, await shareNotes.text(), 'application/json');
}

/** The secret as a file: who has the file can sign in this name. */
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
  if (typeof secret !== 'string' || !isSecret(secret)) player.say('there is no key in it');
  else
    player.say(
      memory.set('secret', secret) ? 'another key is used now' : 'nothing can be kept here',
    );
}
