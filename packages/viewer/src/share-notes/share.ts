/** The panel of sharing: links, embed code, images, files, and a standalone page. */
import type { ViewerPanelTexts } from '@kifu/texts/en/viewer-panels';
import { html, nothing, type TemplateResult } from 'lit';
import { encode } from 'uqr';
import { faultText } from '../describe-fault.ts';
import { askForms, askWritten } from '../engine/ask-on-demand.ts';
import type { OpenedRecord } from '../engine/types.ts';
import { embedCode, fileName, linkTo } from '../model/share.ts';
import type { Context } from '../parts/context.ts';
import { panelTexts } from '../parts/panel-texts.ts';
import { nameOf } from '../parts/players.ts';
import { gifOf } from './animation.ts';
import { pageFile } from './page-file.ts';
import { pictureSvg, pngOf } from './picture.ts';
import { copyText, saveFile } from './save.ts';
import { linkHere, placeOf, type ShareNotesState } from './share-notes.ts';

export function sharePanel(context: Context, shareNotes: ShareNotesState): TemplateResult {
  const { state, record } = context;
  const { host } = shareNotes;
  const { share: t } = panelTexts(state.texts);
  const main = state.main ?? record;
  const link = linkHere(host);
  const { loop } = state.playback;
  const place = placeOf(host);
  const src = host.src === null ? null : new URL(host.src, document.baseURI).href;
  const code = host.script === null || src === null ? null : embedCode(host.script, src, place);
  return html`
    <h3>${t.link}</h3>
    ${field(shareNotes, 'link', t.linkHere, link)}
    ${
      loop === null
        ? html`<p class="soft">${t.loopHelp}</p>`
        : field(
            shareNotes,
            'range',
            t.linkRange(loop.from, loop.to),
            linkTo(location.href, host.name, place),
          )
    }
    ${code === null ? nothing : field(shareNotes, 'embed', t.embed, code)}
    ${qr(link, t)}
    <h3>${t.image}</h3>
    <div class="row">
      ${button(shareNotes, 'svg', 'SVG', () => saveSvg(context, shareNotes))}
      ${button(shareNotes, 'png', 'PNG', () => savePng(context, shareNotes))}
      ${button(shareNotes, 'gif', loop === null ? t.gif : t.gifRange(loop.from, loop.to), () => saveGif(context, shareNotes))}
      ${button(shareNotes, 'copy-svg', t.copySvg, () => copyText(pictureSvg(context, host.theme)))}
    </div>
    <h3>${t.record}</h3>
    ${formats(shareNotes, main)}
    <h3>${t.page}</h3>
    <p class="soft">${t.pageHelp}</p>
    <div class="row">${button(shareNotes, 'html', t.html, () => saveHtml(shareNotes, main))}</div>
    <h3>${t.continue}</h3>
    <div class="row">${button(shareNotes, 'branch', t.branch, shareNotes.branchHere)}</div>
    <p class="visually-hidden" role="status">${shareNotes.done?.text ?? ''}</p>
  `;
}

/** A text to copy, which can also be read and selected. */
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
      ${button(shareNotes, what, textsOf(shareNotes).copy, () => copyText(text))}
    </span>
  </label>`;

/** A button that shows for a while whether its action was done, or why not. */
const button = (
  shareNotes: ShareNotesState,
  what: string,
  label: string,
  act: () => Promise<boolean | string>,
): TemplateResult => {
  const text = shareNotes.done?.what === what ? shareNotes.done.text : null;
  const t = textsOf(shareNotes);
  return html`<button
    type="button"
    class="wide ${text === null ? '' : 'done'}"
    data-share=${what}
    ?disabled=${what === 'gif' && shareNotes.isAnimating}
    @click=${async () => {
      const answer = await act().catch((cause: unknown) => t.failed((cause as Error).message));
      const done = {
        what,
        text: answer === true ? t.done : answer === false ? t.blocked : answer,
      };
      shareNotes.done = done;
      shareNotes.update();
      setTimeout(() => {
        if (shareNotes.done !== done) return;
        shareNotes.done = null;
        shareNotes.update();
      }, SHOWN_MS);
    }}
  >${text ?? label}</button>`;
};

/** How long a button shows its result, in milliseconds. */
const SHOWN_MS = 2500;

/** The most bytes of a QR code of level M, which tolerates 15 % unreadable cells (ISO/IEC 18004, table 7). */
const MOST_QR_BYTES = 2331;

function qr(link: string, t: ShareTexts): TemplateResult | typeof nothing {
  if (new TextEncoder().encode(link).length > MOST_QR_BYTES) return nothing;
  // with the required quiet zone of four cells
  const { data, size } = encode(link, { ecc: 'M', border: 4 });
  const cells = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return html`<details class="qr">
    <summary>${t.qr}</summary>
    <svg viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${t.qr} shape-rendering="crispEdges">
      <rect width=${size} height=${size} fill="#fff"></rect>
      <path d=${cells.join('')} fill="#000"></path>
    </svg>
  </details>`;
}

type ShareTexts = ViewerPanelTexts['share'];

const textsOf = ({ host }: ShareNotesState): ShareTexts =>
  panelTexts(host.player.state.texts).share;

/** Buttons to download the record in every format. */
function formats(shareNotes: ShareNotesState, record: OpenedRecord): TemplateResult {
  const { id } = record;
  const t = textsOf(shareNotes);
  if (shareNotes.forms?.id !== id) {
    void askForms(record).then(list => {
      shareNotes.forms = { id, list };
      shareNotes.update();
    });
    return html`<p class="soft">${shareNotes.host.player.state.texts.viewer.loading}</p>`;
  }
  return html`<div class="row">
    ${shareNotes.forms.list.map(({ name }) =>
      button(
        shareNotes,
        `form-${name}`,
        t.formats[name] ?? (name.length <= 3 ? name.toUpperCase() : name),
        () => saveForm(shareNotes, record, name),
      ),
    )}
  </div>`;
}

const namesOf = (record: OpenedRecord): string[] => [
  ...record.seats.map(seat => nameOf(record, seat)),
  record.game,
];

async function saveForm(
  shareNotes: ShareNotesState,
  record: OpenedRecord,
  form: string,
): Promise<true | string> {
  const written = await askWritten(record, form);
  if (!written.ok) return faultText(written.fault, shareNotes.host.player.state.texts);
  const { bytes, extension, losses } = written.value;
  saveFile(fileName(namesOf(record), extension), bytes, 'application/octet-stream');
  return losses.length === 0 ? true : textsOf(shareNotes).losses(losses.join('; '));
}

async function saveSvg(context: Context, { host }: ShareNotesState): Promise<true> {
  const name = fileName([...namesOf(context.record), `${context.picture.n}`], 'svg');
  saveFile(name, pictureSvg(context, host.theme), 'image/svg+xml');
  return true;
}

async function savePng(context: Context, { host }: ShareNotesState): Promise<true | string> {
  // an image has no page around it that could be dark
  const png = await pngOf(pictureSvg(context, host.theme === 'auto' ? 'light' : host.theme));
  if (png === null) return panelTexts(context.state.texts).share.noImage;
  saveFile(fileName([...namesOf(context.record), `${context.picture.n}`], 'png'), png, 'image/png');
  return true;
}

async function saveGif(context: Context, shareNotes: ShareNotesState): Promise<true> {
  const { theme } = shareNotes.host;
  shareNotes.isAnimating = true;
  try {
    const gif = await gifOf(context, theme === 'auto' ? 'light' : theme, (n, of) => {
      shareNotes.done = { what: 'gif', text: textsOf(shareNotes).gifProgress(n, of) };
      shareNotes.update();
    });
    saveFile(fileName(namesOf(context.record), 'gif'), gif, 'image/gif');
  } finally {
    shareNotes.isAnimating = false;
  }
  return true;
}

async function saveHtml(shareNotes: ShareNotesState, record: OpenedRecord): Promise<true | string> {
  const page = await pageFile(shareNotes, record, namesOf(record));
  if (!page.ok) return faultText(page.fault, shareNotes.host.player.state.texts);
  saveFile(fileName(namesOf(record), 'html'), page.value, 'text/html');
  return true;
}
