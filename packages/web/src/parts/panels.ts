/** Panels beside the board: what is proven, and the keys. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Checked } from '../engine/check.ts';
import type { Score } from '../engine/types.ts';
import { KEYS } from '../model/keys.ts';

/** What the record proves, and what it does not. */
export function proof(score: Score, checked: Checked | null): TemplateResult {
  if (checked === null) return html`<p class="soft">The record is being checked…</p>`;
  const { fault, lines, signers, chance } = checked;
  return html`
    <h2>What is proven</h2>
    ${
      fault === null
        ? nothing
        : html`<p class="bad" role="alert">
            Entry ${checked.good + 1} is not as it should be: ${fault.message}. The ${checked.good} entries before it are good,
            and can be watched.
          </p>`
    }
    <dl>${lines.slice(1).map(line => pair(line))}</dl>
    <h3>What is not proven</h3>
    <ul>${notProven(score, signers, chance).map(words => html`<li>${words}</li>`)}</ul>
    <h3>Check it yourself</h3>
    <pre tabindex="0">kifu verify --all-signatures RECORD.car</pre>
    <p class="soft id">match ${score.match}<br />head ${score.head}</p>
    ${score.losses.length === 0 ? nothing : html`<h3>Left out on reading</h3><ul>${score.losses.map(loss => html`<li>${loss}</li>`)}</ul>`}
  `;
}

/** The words of a report stand in columns: what was looked at, and what was found. */
function pair(line: string): TemplateResult {
  const [, what = '', found = line] = /^(\S+)\s{2,}(.*)$/.exec(line) ?? [];
  return html`<div><dt>${what}</dt><dd>${found}</dd></div>`;
}

function notProven(
  { header, form }: Score,
  signers: readonly string[],
  chance: Checked['chance'],
): string[] {
  const unsigned = header.players.filter(({ seat }) => !signers.includes(`seat ${seat}`));
  return [
    ...(signers.includes('the referee') || unsigned.length === 0
      ? []
      : [
          `Who made the moves: ${unsigned.map(({ name, seat }) => name || `seat ${seat}`).join(' and ')} did not sign.`,
        ]),
    'That a key belongs to the person whose name stands beside it.',
    'That nobody was helped by somebody else, or by a program.',
    ...(chance === 'plain'
      ? ['That chance was fair: its seed stands in the header, and could be read before.']
      : []),
    ...(form === 'car' || form === 'pack'
      ? []
      : ['When it was made: it was read from a form that has no hashes and no signatures.']),
  ];
}

/** The keys. */
export const help = (): TemplateResult => html`
  <h2>Keys</h2>
  <table>
    <tbody>
      ${KEYS.map(([keys, about]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${about}</td></tr>`)}
    </tbody>
  </table>
`;
