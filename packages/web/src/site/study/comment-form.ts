/** The comment at the moment that a viewer shows, and its arrows and marks for those who do not draw with a mouse. */
import { formatCell, parseCell, SHAPE_COLORS, type Shape, type ShapeColor } from '@kifu/core';
import { viewerPanels } from '@kifu/texts/en/viewer-panels';
import type { KifuViewer } from '@kifu/viewer';
import { type EditedMoment, editedNote, moveName } from '@kifu/viewer/shared';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { icon } from '../icons.ts';
import { text } from '../texts.ts';

/** The most characters of a comment. */
const MOST = 10_000;

/** The form for a chapter; nothing before its record is shown. */
export function commentForm(
  viewer: KifuViewer | null,
  chapter: string,
): TemplateResult | typeof nothing {
  const state = viewer?.state;
  if (viewer === null || !state?.record || state.picture === null) return nothing;
  const { record, picture, path, main } = state;
  const words = text.study;
  const { n } = picture;
  const { text: said = '', shapes = [] } = editedNote(record.notes, n) ?? {};
  const at: EditedMoment = { path, n };
  const move = moveName(record, n, words.start);
  // what is typed stays in the field while the answer to an earlier letter comes
  return html`<section class="study-comment" aria-label=${words.comment}>
    ${keyed(
      `${chapter} ${path} ${n}`,
      html`<label class="field"><span>${words.commentOn(move)}</span>
        <textarea class="input" name="comment" rows="4" maxlength=${MOST} .defaultValue=${said}
          @input=${({ target }: Event) => void write(viewer, at, (target as HTMLTextAreaElement).value)}></textarea>
      </label>`,
    )}
    ${drawing(viewer, shapes)}
    ${main === null ? nothing : html`<button class="btn slim bad" type="button" data-remove-variation @click=${async () => (await viewer.edit())?.removeVariation()}>${words.removeVariation}</button>`}
  </section>`;
}

/** The drawings are those of the moment by then. */
async function write(viewer: KifuViewer, at: EditedMoment, said: string): Promise<void> {
  const editing = await viewer.edit();
  await editing?.write(at, said);
}

function drawing(viewer: KifuViewer, shapes: readonly Shape[]): TemplateResult {
  const { notes: t } = viewer.state.texts.loaded?.viewerPanels ?? viewerPanels;
  const { scene } = viewer.state.picture!;
  const draw = async (shape: Shape) => (await viewer.edit())?.draw(shape);
  const nameOf = (shape: Shape) =>
    'at' in shape
      ? formatCell(scene, shape.at)
      : t.arrow(formatCell(scene, shape.from), formatCell(scene, shape.to));
  return html`<details class="study-draw">
    <summary>${text.study.draw}${shapes.length > 0 ? ` (${shapes.length})` : ''}</summary>
    <form class="row" @submit=${(event: SubmitEvent) => void submit(event, viewer, t.badCell)}>
      <label>${t.from} <input class="input slim" name="from" size="3" autocomplete="off" /></label>
      <label>${t.to} <input class="input slim" name="to" size="3" autocomplete="off" /></label>
      <label><span class="hide">${t.color}</span>
        <select class="input slim" name="color">${SHAPE_COLORS.map(color => html`<option value=${color}>${t.colors[color]}</option>`)}</select>
      </label>
      <button class="btn slim" type="submit">${t.draw}</button>
    </form>
    <p class="soft small">${t.drawHelp}</p>
    ${
      shapes.length === 0
        ? nothing
        : html`<ul>${shapes.map(shape => html`<li>${t.colors[shape.color]} ${nameOf(shape)} <button class="btn slim quiet" type="button" aria-label=${text.study.removeNamed(nameOf(shape))} @click=${() => draw(shape)}>${icon('cross')}</button></li>`)}</ul>`
    }
  </details>`;
}

/** Draws an arrow between two cells, or a mark where only one is written. */
async function submit(event: SubmitEvent, viewer: KifuViewer, badCell: string): Promise<void> {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const { picture } = viewer.state;
  if (picture === null) return;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const fields = [field('from'), field('to')].filter(({ value }) => value.trim() !== '');
  const cells = fields.map(({ value }) => parseCell(picture.scene, value.trim()));
  const wrong = cells.length === 0 ? field('from') : fields[cells.indexOf(null)];
  if (wrong !== undefined) {
    wrong.setCustomValidity(badCell);
    wrong.reportValidity();
    wrong.addEventListener('input', () => wrong.setCustomValidity(''), { once: true });
    return;
  }
  const [from, to] = cells as [NonNullable<(typeof cells)[0]>, (typeof cells)[0] | undefined];
  const color = field('color').value as ShapeColor;
  const shape: Shape = to ? { type: 'arrow', from, to, color } : { type: 'mark', at: from, color };
  for (const { name } of fields) field(name).value = '';
  await (await viewer.edit())?.draw(shape);
}
