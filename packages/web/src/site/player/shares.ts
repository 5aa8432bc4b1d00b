/** Results as shares of a bar. */
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../texts.ts';

/** Won, drawn and lost as shares of a bar, with their numbers: never by color alone. */
export function shares(
  wins: number,
  draws: number,
  losses: number,
): TemplateResult | typeof nothing {
  const all = wins + draws + losses;
  if (all === 0) return nothing;
  const part = (kind: string, count: number) =>
    count === 0
      ? nothing
      : html`<span class=${kind} .style=${`flex:${count}`}>${Math.round((100 * count) / all)} %</span>`;
  return html`<span class="shares num" role="img" aria-label=${text.player.shares(wins, draws, losses)}
    >${part('won', wins)}${part('drawn', draws)}${part('lost', losses)}</span
  >`;
}
