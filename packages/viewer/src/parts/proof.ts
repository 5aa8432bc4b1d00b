/** The proof: what the record proves, by whom and by which numbers, how to check it elsewhere, and what it does not prove. */
import { capital } from '@kifu/core';
import { describeCaveat, describeMakers, describePlayer, verdictMeanings } from '@kifu/record';
import { html, nothing, type TemplateResult } from 'lit';
import type { CommitProof, Draw, OpenedRecord } from '../engine/types.ts';
import type { CheckedRecord } from '../engine/verdict.ts';
import type { Context } from './context.ts';
import { nameOf } from './players.ts';

export function proof({ record, state, picture }: Context): TemplateResult {
  const { checked, draw } = state;
  if (checked === null) return html`<p class="soft">The record is being checked…</p>`;
  const { fault, lines } = checked;
  return html`
    ${
      fault === null
        ? nothing
        : html`<p class="bad" role="alert">
            ${capital(fault.message)}. ${
              checked.areCommitsBroken
                ? 'The moves can be watched, but nobody vouches for them.'
                : `The ${checked.good} entries before it are good, and can be watched.`
            }
          </p>`
    }
    ${fault === null && checked.isDone ? meaning(checked) : nothing}
    <dl class="found">${lines.slice(1).filter(isFact).map(pair)}</dl>
    ${checked.commits === null ? signed(record, checked) : signedCommits(checked.commits)} ${drawProof(draw, picture.n)}
    <h3>What is not proven</h3>
    <ul>${notProven(record, checked).map(words => html`<li>${words}</li>`)}</ul>
    <h3>Check it elsewhere</h3>
    <pre tabindex="0">kifu verify ${fileName(record)}</pre>
    <dl class="ids"><div><dt>match</dt><dd>${record.match}</dd></div><div><dt>head</dt><dd>${record.head}</dd></div></dl>
    ${
      record.losses.length === 0
        ? nothing
        : html`<h3>Left out on reading</h3><ul>${record.losses.map(loss => html`<li>${loss}</li>`)}</ul>`
    }
  `;
}

const fileName = ({ form }: OpenedRecord): string =>
  form === 'car' || form === 'ipgs'
    ? 'RECORD.car'
    : form === 'pack'
      ? 'RECORD.kifu'
      : `--as ${form} RECORD`;

/** The words of a report stand in columns: what was looked at, and what was found. */
function pair(line: string): TemplateResult {
  const [, what = '', found = line] = /^(\S+)\s{2,}(.*)$/.exec(line) ?? [];
  return html`<div><dt>${what}</dt><dd>${found}</dd></div>`;
}

/** Whether a line belongs in the columns; what the verdict means, why it is no better, and who signed is shown apart. */
const isFact = (line: string): boolean =>
  !/^(?:means|but|agreed|seat \d+|referee|names) /.test(line);

/** The verdict in a sentence, and why it is no better. */
const meaning = (
  checked: CheckedRecord,
): TemplateResult => html`<p>${verdictMeanings()[checked.verdict]}</p>
  <ul>
    ${checked.caveats.map(reason => html`<li>${capital(describeCaveat(checked, reason, { quotes: 'curly' }))}.</li>`)}
  </ul>`;

/** Who has a key, and how far each stands by the record. */
function signed(
  record: OpenedRecord,
  { seats, referee, entries, isDone, fault }: CheckedRecord,
): TemplateResult | typeof nothing {
  const isTold = isDone && fault === null;
  const keys = seats.flatMap(({ seat, key, signedThrough }) =>
    key === null
      ? []
      : [
          {
            name: describePlayer({ name: nameOf(record, seat), seat }, { quotes: 'curly' }),
            key,
            how: isTold ? coverWords(signedThrough, entries) : 'has ',
          },
        ],
  );
  if (referee !== null)
    keys.push({
      ...{ name: 'the referee', key: referee.key },
      how: isTold ? 'signed every entry with ' : 'has ',
    });
  if (keys.length === 0) return nothing;
  return html`<h3>Who signed</h3>
    <dl class="ids">
      ${keys.map(({ name, key, how }) => html`<div><dt>${name}</dt><dd>${how}<code>${key}</code></dd></div>`)}
    </dl>`;
}

const coverWords = (signedThrough: number, entries: number): string =>
  signedThrough < 0
    ? 'did not sign; has '
    : signedThrough > entries
      ? 'signed everything with '
      : `signed up to entry ${signedThrough} with `;

/** Whose commits they are, and what that comes to. */
const signedCommits = ({ players, said }: CommitProof): TemplateResult => html`<h3>Who signed</h3>
  <dl class="ids">
    ${players.map(
      ({ name, fingerprint, signed }) =>
        html`<div><dt>${name}</dt><dd><code>${fingerprint}</code> ${signed}</dd></div>`,
    )}
  </dl>
  <p>${said}</p>`;

/** How the roll at an entry came about. */
export function drawProof(draw: Draw | null, n: number): TemplateResult | typeof nothing {
  if (draw === null) return nothing;
  if (draw.mode === 'plain')
    return html`<h3>Chance at entry ${n}: ${draw.result}</h3>
      <p>
        Plain: it follows from a seed that everybody can read, by next = (1664525 · seed + 1013904223) mod 2³¹, with values taken
        from the high bits${draw.before === null || draw.after === null ? '' : `; the seed went from ${draw.before} to ${draw.after}`}.
      </p>`;
  return html`<h3>Chance at entry ${n}: ${draw.result}</h3>
    <p>
      Draw ${draw.k}. Each revealed the next link of a hash chain fixed before the first move. It hashes to the one before, so none could
      choose:
    </p>
    <dl class="ids">
      ${draw.links.map(
        ({ who, link, before }) => html`<div>
          <dt>${who}</dt>
          <dd><code>${link}</code> hashes to <code>${before}</code></dd>
        </div>`,
      )}
      <div><dt>seed</dt><dd><code>${draw.seed}</code>, the SHA-256 of the match, the number of the draw and all links</dd></div>
    </dl>`;
}

function notProven(
  record: OpenedRecord,
  { seats, referee, chance: { mode, by }, fault, good, commits, isDone }: CheckedRecord,
): readonly string[] {
  const { header, form } = record;
  if (commits !== null) return commits.notProven;
  const silent = seats.filter(({ signedThrough }) => signedThrough < 0);
  const names = silent
    .map(({ seat }) => describePlayer({ name: nameOf(record, seat), seat }, { quotes: 'curly' }))
    .join(' and ');
  return [
    ...(fault === null ? [] : [`Anything from entry ${good + 1} on.`]),
    ...(silent.length === 0 || fault !== null
      ? []
      : [`Who made the moves: ${names} did not sign them.`]),
    ...(record.hasCommits && isDone && fault === null
      ? ['Anything by its IPGS commits: their reader cannot be loaded here.']
      : []),
    'That a key belongs to the person named.',
    'That no one had help.',
    ...(referee !== null || header.terms?.clock === undefined
      ? []
      : ['When the moves were made: nobody vouches for the times.']),
    ...(mode === 'fair' && by.length < seats.length + (referee === null ? 0 : 1)
      ? [`That chance was fair for all: made ${describeMakers(header, { quotes: 'curly' })}.`]
      : []),
    ...(mode === 'plain'
      ? ['That chance was fair: everyone could read its seed in the header.']
      : []),
    ...(form === 'car' || form === 'pack'
      ? []
      : [`That this is the record as it was written: ${form} has no hashes and no signatures.`]),
  ];
}
