/** The panel of what can be passed on: links, code, pictures, files, and all of it in one page. */
import { html, nothing, type TemplateResult } from 'lit';
import { encode } from 'uqr';
import { askForms, askWritten } from '../engine/ask-on-demand.ts';
import type { OpenedRecord } from '../engine/types.ts';
import { embedCode, fileName, linkTo } from '../model/share.ts';
import type { Context } from '../parts/context.ts';
import { nameOf } from '../parts/players.ts';
import { pageFile } from './page-file.ts';
import { pictureSvg, pngOf } from './picture.ts';
import { copyText, saveFile } from './save.ts';
import { linkHere, placeOf, type ShareNotesState } from './share-notes.ts';

export function sharePanel(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { state, record } = context;
  const { host } = shareNotes;
  const main = state.main ?? record;
  const link = linkHere(host);
  const { loop } = state.playback;
  const place = placeOf(host);
  const src = host.src === null ? null : new URL(host.src, document.baseURI).href;
  const code = host.script === null || src === null ? null : embedCode(host.script, src, place);
  return html`
    <h3>Link</h3>
    ${field(shareNotes, 'link', 'Link to this moment', link)}
    ${
      loop === null
        ? html`<p class="soft">Set a loop (l) to link to a stretch.</p>`
        : field(
            shareNotes,
            'range',
            `Link to ${loop.from}–${loop.to}`,
            linkTo(location.href, host.name, place),
          )
    }
    ${code === null ? nothing : field(shareNotes, 'embed', 'Code for a page', code)}
    ${qr(link)}
    <h3>Picture</h3>
    <div class="row">
      ${button(shareNotes, 'svg', 'SVG', () => saveSvg(context, shareNotes))}
      ${button(shareNotes, 'png', 'PNG', () => savePng(context, shareNotes))}
      ${button(shareNotes, 'copy-svg', 'Copy SVG', () => copyText(pictureSvg(context, host.theme)))}
    </div>
    <h3>Record</h3>
    ${forms(shareNotes, main)}
    <h3>One page</h3>
    <p class="soft">Record, engine and viewer in one HTML file. It opens from disk, with no network, and checks itself.</p>
    <div class="row">${button(shareNotes, 'html', 'HTML file', () => saveHtml(shareNotes, main))}</div>
    <h3>Go on</h3>
    <div class="row">${button(shareNotes, 'branch', 'Continue from here', shareNotes.branchHere)}</div>
    <p class="visually-hidden" role="status">${shareNotes.done?.words ?? ''}</p>
  `;
}

/** Something to copy, that can also be read and selected. */
const field = (
  shareNotes: ShareNotesState,
  what: string,
  label: string,
  text: string,
): TemplateResult =>
  html`<label class="copy">
    <span>${label}</span>
    <span class="row">
      <input type="text" readonly data-copy=${what} .value=${text} @focus=${({ target }: Event) => (target as HTMLInputElement).select()} />
      ${button(shareNotes, what, 'Copy', () => copyText(text))}
    </span>
  </label>`;

/** Does something, and says for a while whether it was done: an answer in words says what stood in the way. */
const button = (
  shareNotes: ShareNotesState,
  what: string,
  label: string,
  act: () => Promise<boolean | string>,
): TemplateResult => {
  const words = shareNotes.done?.what === what ? shareNotes.done.words : null;
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
      shareNotes.done = done;
      shareNotes.update();
      setTimeout(() => {
        if (shareNotes.done !== done) return;
        shareNotes.done = null;
        shareNotes.update();
      }, SHOWN_MS);
    }}
  >${words ?? label}</button>`;
};

/** How long a button says what was done, in milliseconds. */
const SHOWN_MS = 2500;

/** More bytes fit into no QR code of level M, which survives when 15 % cannot be read (ISO/IEC 18004, table 7). */
const MOST_QR_BYTES = 2331;

function qr(link: string): TemplateResult | typeof nothing {
  if (new TextEncoder().encode(link).length > MOST_QR_BYTES) return nothing;
  // a quiet zone of four cells belongs around it
  const { data, size } = encode(link, { ecc: 'M', border: 4 });
  const cells = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return html`<details class="qr">
    <summary>QR code of the link</summary>
    <svg viewBox=${`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
      <rect width=${size} height=${size} fill="#fff"></rect>
      <path d=${cells.join('')} fill="#000"></path>
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

function forms(shareNotes: ShareNotesState, record: OpenedRecord): TemplateResult {
  const { id } = record;
  if (shareNotes.forms?.id !== id) {
    void askForms(record).then(list => {
      shareNotes.forms = { id, list };
      shareNotes.update();
    });
    return html`<p class="soft">One moment…</p>`;
  }
  return html`<div class="row">
    ${shareNotes.forms.list.map(({ name }) =>
      button(
        shareNotes,
        `form-${name}`,
        FORM_NAMES[name] ?? (name.length <= 3 ? name.toUpperCase() : name),
        () => saveForm(record, name),
      ),
    )}
  </div>`;
}

const namesOf = (record: OpenedRecord): string[] => [
  ...record.seats.map(seat => nameOf(record, seat)),
  record.game,
];

async function saveForm(record: OpenedRecord, form: string): Promise<true | string> {
  const written = await askWritten(record, form);
  if (!written.ok) return written.fault.message;
  const { bytes, extension, losses } = written.value;
  saveFile(fileName(namesOf(record), extension), bytes, 'application/octet-stream');
  return losses.length === 0 ? true : `Left out: ${losses.join('; ')}`;
}

async function saveSvg(context: Context, { host }: ShareNotesState): Promise<true> {
  const name = fileName([...namesOf(context.record), `${context.picture.n}`], 'svg');
  saveFile(name, pictureSvg(context, host.theme), 'image/svg+xml');
  return true;
}

async function savePng(context: Context, { host }: ShareNotesState): Promise<true | string> {
  // a picture of its own has no page around it that could be dark
  const png = await pngOf(pictureSvg(context, host.theme === 'auto' ? 'light' : host.theme));
  if (png === null) return 'the browser cannot draw it';
  saveFile(fileName([...namesOf(context.record), `${context.picture.n}`], 'png'), png, 'image/png');
  return true;
}

async function saveHtml(shareNotes: ShareNotesState, record: OpenedRecord): Promise<true | string> {
  const page = await pageFile(shareNotes, record, namesOf(record));
  if (!page.ok) return page.fault.message;
  saveFile(fileName(namesOf(record), 'html'), page.value, 'text/html');
  return true;
}
