/** What is shown where there is no match to see: nothing yet, one that has not begun, or a reason why not. Loaded when it is needed. */
import { capital, type Fault, formatLocation } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';

/** Asks for a record. */
export const empty = (choose: (file: File) => void): TemplateResult => html`<div class="state">
  <h2>No match here yet</h2>
  <p>Drop or paste a record here, or choose a file: CAR, pack, JSON, or a form of its game, such as PGN or SGF.</p>
  ${chooseFile('Choose a file', choose)}
</div>`;

const chooseFile = (label: string, choose: (file: File) => void): TemplateResult =>
  html`<label class="file">
    <span>${label}</span>
    <input
      type="file"
      @change=${({ target }: Event) => {
        const [file] = (target as HTMLInputElement).files ?? [];
        if (file !== undefined) choose(file);
      }}
    />
  </label>`;

/** Says that a match has not begun yet, and who sits there. */
export const waiting = (
  seats: readonly (string | null)[],
): TemplateResult => html`<div class="state" aria-busy="true">
  <h2>The match has not begun yet</h2>
  <p>It is shown as soon as it does.</p>
  <p class="soft">${seats.map(name => name ?? 'an open seat').join(' · ')}</p>
</div>`;

/** Says why there is nothing to see, and what can be done. */
export function failed(
  fault: Fault,
  again: (() => void) | null,
  choose: (file: File) => void,
): TemplateResult {
  const [title, advice] = wordsOf(fault);
  return html`<div class="state" role="alert" data-fault=${fault.code}>
    <h2>${title}</h2>
    <p>${capital(fault.message)}${fault.at?.line === undefined ? '' : ` (${formatLocation(fault.at)})`}.</p>
    ${advice === '' ? nothing : html`<p class="soft">${advice}</p>`}
    ${again === null ? nothing : html`<button type="button" class="wide" data-do="again" @click=${again}>Try again</button>`}
    ${chooseFile('Choose another file', choose)}
  </div>`;
}

function wordsOf(fault: Fault): readonly [title: string, advice: string] {
  if (fault.code === 'unreachable')
    return [
      'No connection',
      'It is tried again as soon as there is one. What is in this page stays here.',
    ];
  if (fault.code === 'unknown-game')
    return [
      'A game that is not known here',
      'The record may be good: a newer viewer may know its game, or this version of its rules.',
    ];
  if (isSealed(fault))
    return [
      'The hands are still hidden',
      'Nobody can play the match through before it has ended and the deal is known.',
    ];
  if (fault.code === 'not-found') return ['There is no match', ''];
  if (fault.code === 'too-large') return ['Too large', ''];
  return ['This record cannot be read', 'It may be damaged, or of a form that is not known here.'];
}

/** Whether a record cannot be shown only because its hands are hidden. */
const isSealed = ({ code, rule }: Fault): boolean => code === 'unsupported' && rule === 'sealed';
