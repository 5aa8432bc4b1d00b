/** Tells a player that a game was stopped because the other side did what an honest one cannot do, and offers the evidence. */
import type { Stop } from '@kifu/client';
import { saveFile } from '@kifu/viewer/shared';
import { html, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

/** The notice: what happened, in one sentence, and the files that show it. */
export function stopNotice(stop: Stop): TemplateResult {
  const words = text.play.stopped;
  return html`<div class="notice bad stop-notice" role="alert">
    <p><b>${words.title}</b> ${stopReason(stop)}</p>
    <p class="row">
      ${stop.evidence.map(
        ({ name, bytes }) => html`<button
          type="button"
          class="btn"
          @click=${() => saveFile(name, bytes, 'application/octet-stream')}
        >
          ${words.save(name)}
        </button>`,
      )}
    </p>
  </div>`;
}

/** Why nothing more is signed, in the language of the page. */
function stopReason({ fault: { code, rule } }: Stop): string {
  const { why } = text.play.stopped;
  if (code === 'bad-signature') return rule === 'own' ? why.own : why.signature;
  if (code === 'conflict') return rule === 'header' ? why.twice : why.history;
  return code === 'broken-record' && rule === 'header' ? why.agreed : why.rules;
}
