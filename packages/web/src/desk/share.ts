/** The panel of what can be passed on: links, code, pictures, files, and all of it in one page. */
import { html, nothing, type TemplateResult } from 'lit';
import { askForms, askWritten } from '../engine/ask-desk.ts';
import type { FormInfo } from '../engine/desk-types.ts';
import type { Score } from '../engine/types.ts';
import { qrCode, qrPath } from '../model/qr.ts';
import { embedCode, fileName, linkTo } from '../model/share.ts';
import type { Context } from '../parts/context.ts';
import { nameOf } from '../parts/players.ts';
import { type DeskState, linkHere, placeOf } from './desk.ts';
import { pageFile } from './page-file.ts';
import { pictureSvg, pngOf } from './picture.ts';
import { copyText, saveFile } from './save.ts';

/** Forms of a record, once the engine has told them. */
const known = new WeakMap<Score, readonly FormInfo[]>();

export function sharePanel(context: Context, desk: DeskState): TemplateResult {
  const { state, score } = context;
  const { host } = desk;
  const main = state.main ?? score;
  const link = linkHere(host);
  const { loop } = state.playback;
  const place = placeOf(host);
  const src = host.src === null ? null : new URL(host.src, document.baseURI).href;
  const code = host.script === null || src === null ? null : embedCode(host.script, src, place);
  return html`
    <h3>Link</h3>
    ${field(desk, 'link', 'Link to this moment', link)}
    ${
      loop === null
        ? html`<p class="soft">Set a loop (l) to link to a stretch.</p>`
        : field(
            desk,
            'range',
            `Link to ${loop.from}–${loop.to}`,
            linkTo(location.href, host.name, place),
          )
    }
    ${code === null ? nothing : field(desk, 'embed', 'Code for a page', code)}
    ${qr(link)}
    <h3>Picture</h3>
    <div class="row">
      ${button(desk, 'svg', 'SVG', () => saveSvg(context, desk))}
      ${button(desk, 'png', 'PNG', () => savePng(context, desk))}
      ${button(desk, 'copy-svg', 'Copy SVG', () => copyText(pictureSvg(context, host.theme)))}
    </div>
    <h3>Record</h3>
    ${forms(desk, main)}
    <h3>One page</h3>
    <p class="soft">Record, engine and viewer in one HTML file. It opens from disk, with no network, and checks itself.</p>
    <div class="row">${button(desk, 'html', 'HTML file', () => saveHtml(desk, main))}</div>
    <h3>Go on</h3>
    <div class="row">${button(desk, 'branch', 'Continue from here', desk.branchHere)}</div>
    <p class="visually-hidden" role="status">${desk.done?.words ?? ''}</p>
  `;
}

/** Something to copy, that can also be read and selected. */
const field = (desk: DeskState, what: string, label: string, text: string): TemplateResult =>
  html`<label class="copy">
    <span>${label}</span>
    <span class="row">
      <input type="text" readonly data-copy=${what} .value=${text} @focus=${({ target }: Event) => (target as HTMLInputElement).select()} />
      ${button(desk, what, 'Copy', () => copyText(text))}
    </span>
  </label>`;

/** Does something, and says for a while whether it was done: an answer in words says what stood in the way. */
const button = (
  desk: DeskState,
  what: string,
  label: string,
  act: () => Promise<boolean | string>,
): TemplateResult => {
  const words = desk.done?.what === what ? desk.done.words : null;
  return html`<button
    type="button"
    class="wide ${words === null ? '' : 'done'}"
    data-share=${what}
    @click=${async () => {
      const answer = await act().catch(
        (cause: unknown) => `it failed: ${(cause as Error).message}`,
      );
      const done = {
        what,
        words: answer === true ? 'Done' : answer === false ? 'Not allowed' : answer,
      };
      desk.done = done;
      desk.update();
      setTimeout(() => {
        if (desk.done !== done) return;
        desk.done = null;
        desk.update();
      }, SHOWN_MS);
    }}
  >${words ?? label}</button>`;
};

/** How long a button says what was done, in milliseconds. */
const SHOWN_MS = 2500;

function qr(link: string): TemplateResult | typeof nothing {
  const code = qrCode(link);
  if (code === null) return nothing;
  const size = code.length + 8;
  return html`<details class="qr">
    <summary>QR code of the link</summary>
    <svg viewBox=${`-4 -4 ${size} ${size}`} role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
      <rect x="-4" y="-4" width=${size} height=${size} fill="#fff"></rect>
      <path d=${qrPath(code)} fill="#000"></path>
    </svg>
  </details>`;
}

/** What people call a form. */
const FORM_NAMES: { readonly [name: string]: string } = {
  car: 'Record (CAR)',
  pack: 'Packed record',
  json: 'JSON',
  original: 'File as it came',
};

function forms(desk: DeskState, score: Score): TemplateResult {
  const list = known.get(score);
  if (list === undefined) {
    void askForms(score).then(found => {
      known.set(score, found);
      desk.update();
    });
    return html`<p class="soft">One moment…</p>`;
  }
  return html`<div class="row">
    ${list.map(({ name }) =>
      button(
        desk,
        `form-${name}`,
        FORM_NAMES[name] ?? (name.length <= 3 ? name.toUpperCase() : name),
        () => saveForm(score, name),
      ),
    )}
  </div>`;
}

const namesOf = (score: Score): string[] => [
  ...score.seats.map(seat => nameOf(score, seat)),
  score.game,
];

async function saveForm(score: Score, form: string): Promise<true | string> {
  const written = await askWritten(score, form);
  if (!written.ok) return written.fault.message;
  const { bytes, extension, losses } = written.value;
  saveFile(fileName(namesOf(score), extension), bytes, 'application/octet-stream');
  return losses.length === 0 ? true : `Left out: ${losses.join('; ')}`;
}

async function saveSvg(context: Context, { host }: DeskState): Promise<true> {
  const name = fileName([...namesOf(context.score), `${context.picture.n}`], 'svg');
  saveFile(name, pictureSvg(context, host.theme), 'image/svg+xml');
  return true;
}

async function savePng(context: Context, { host }: DeskState): Promise<true | string> {
  // a picture of its own has no page around it that could be dark
  const png = await pngOf(pictureSvg(context, host.theme === 'auto' ? 'light' : host.theme));
  if (png === null) return 'the browser cannot draw it';
  saveFile(fileName([...namesOf(context.score), `${context.picture.n}`], 'png'), png, 'image/png');
  return true;
}

async function saveHtml(desk: DeskState, score: Score): Promise<true | string> {
  const page = await pageFile(desk, score, namesOf(score));
  if (!page.ok) return page.fault.message;
  saveFile(fileName(namesOf(score), 'html'), page.value, 'text/html');
  return true;
}
