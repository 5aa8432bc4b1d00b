/** The panel of verification: what the record proves, who signed it, how to verify it elsewhere, and what it does not prove. */
import { capital } from '@kifu/core';
import {
  describeCaveat,
  describeMakers,
  describePlayer,
  type ReportTopic,
  type VerdictStyle,
  verdictMeanings,
} from '@kifu/record';
import { verdicts } from '@kifu/texts/en/verdicts';
import { type ViewerPanelTexts, viewerPanels } from '@kifu/texts/en/viewer-panels';
import { html, nothing, type TemplateResult } from 'lit';
import { faultText } from '../describe-fault.ts';
import type { CommitProof, Draw, OpenedRecord } from '../engine/types.ts';
import type { CheckedRecord } from '../engine/verdict.ts';
import type { PageTexts } from '../page-texts.ts';
import type { Context } from './context.ts';
import { panelTexts } from './panel-texts.ts';
import { nameOf } from './players.ts';

type ProofTexts = ViewerPanelTexts['proof'];

/** How verdicts are described in the language of the page. */
const styleOf = ({ loaded }: PageTexts): VerdictStyle => ({
  texts: loaded?.verdicts ?? verdicts,
  quotes: 'curly',
});

export function proof({ record, state, picture }: Context): TemplateResult {
  const { checked, draw, texts } = state;
  const { proof: t } = panelTexts(texts);
  if (checked === null) return html`<p class="soft">${texts.viewer.verifying}</p>`;
  const { fault, rows } = checked;
  return html`
    ${fault === null ? nothing : broken(checked, texts)}
    ${fault === null && checked.isDone ? meaning(checked, texts) : nothing}
    <dl class="found">${rows
      .filter(({ topic }) => !ELSEWHERE.includes(topic))
      .map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
    ${checked.commits === null ? signed(record, checked, texts) : signedCommits(checked.commits, t)} ${drawProof(draw, picture.n, t)}
    <h3>${t.limits}</h3>
    <ul>${notProven(record, checked, texts).map(limit => html`<li>${limit}</li>`)}</ul>
    <h3>${t.elsewhere}</h3>
    <pre tabindex="0">kifu verify ${fileName(record)}</pre>
    <dl class="ids"><div><dt>${t.match}</dt><dd>${record.match}</dd></div><div><dt>${t.head}</dt><dd>${record.head}</dd></div></dl>
    ${
      record.losses.length === 0
        ? nothing
        : html`<h3>${t.losses}</h3><ul>${record.losses.map(loss => html`<li>${loss}</li>`)}</ul>`
    }
  `;
}

/** Topics of a report that the panel shows in another place. */
const ELSEWHERE: readonly ReportTopic[] = [
  'meaning',
  'caveat',
  'agreed',
  'seat',
  'referee',
  'names',
];

const fileName = ({ form }: OpenedRecord): string =>
  form === 'car' || form === 'ipgs'
    ? 'RECORD.car'
    : form === 'pack'
      ? 'RECORD.kifu'
      : `--as ${form} RECORD`;

/** What is wrong, and what can still be replayed. */
function broken(checked: CheckedRecord, texts: PageTexts): TemplateResult {
  const { proof: t } = panelTexts(texts);
  const fault = checked.fault!;
  // in English, the fault's own message says more
  const text = texts.loaded === null ? `${capital(fault.message)}.` : faultText(fault, texts);
  return html`<p class="bad" role="alert">
    ${text} ${checked.areCommitsBroken ? t.noSignature : t.replayable(checked.good)}
  </p>`;
}

/** The verdict in a sentence, and why it is not better. */
function meaning(checked: CheckedRecord, texts: PageTexts): TemplateResult {
  const style = styleOf(texts);
  return html`<p>${verdictMeanings(style.texts)[checked.verdict]}</p>
  <ul>
    ${checked.caveats.map(caveat => html`<li>${capital(describeCaveat(checked, caveat, style))}.</li>`)}
  </ul>`;
}

/** Who has a key, and how much each signed. */
function signed(
  record: OpenedRecord,
  { seats, referee, entries, isDone, fault }: CheckedRecord,
  texts: PageTexts,
): TemplateResult | typeof nothing {
  const { proof: t } = panelTexts(texts);
  const isKnown = isDone && fault === null;
  const keys = seats.flatMap(({ seat, key, signedThrough }) =>
    key === null
      ? []
      : [
          {
            name: describePlayer({ name: nameOf(record, seat), seat }, styleOf(texts)),
            key,
            how: isKnown ? describeCover(signedThrough, entries, t) : t.hasKey,
          },
        ],
  );
  if (referee !== null)
    keys.push({ name: t.referee, key: referee.key, how: isKnown ? t.everyEntry : t.hasKey });
  if (keys.length === 0) return nothing;
  return html`<h3>${t.signers}</h3>
    <dl class="ids">
      ${keys.map(({ name, key, how }) => html`<div><dt>${name}</dt><dd>${how}<code>${key}</code></dd></div>`)}
    </dl>`;
}

const describeCover = (signedThrough: number, entries: number, t: ProofTexts): string =>
  signedThrough < 0 ? t.unsigned : signedThrough > entries ? t.everything : t.upTo(signedThrough);

/** Whose commits they are, and what they prove. */
const signedCommits = (
  { players, about }: CommitProof,
  t: ProofTexts,
): TemplateResult => html`<h3>${t.signers}</h3>
  <dl class="ids">
    ${players.map(
      ({ name, fingerprint, signed }) =>
        html`<div><dt>${name}</dt><dd><code>${fingerprint}</code> ${signed}</dd></div>`,
    )}
  </dl>
  <p>${about}</p>`;

/** How the roll of an entry was computed. */
export function drawProof(
  draw: Draw | null,
  n: number,
  t: ProofTexts = viewerPanels.proof,
): TemplateResult | typeof nothing {
  if (draw === null) return nothing;
  const title = html`<h3>${t.roll(n, draw.result)}</h3>`;
  if (draw.mode === 'plain') {
    const { before, after } = draw;
    const seeds = before === null || after === null ? '' : ` ${t.seeds(before, after)}`;
    return html`${title}<p>${t.seeded}${seeds}</p>`;
  }
  return html`${title}
    <p>${t.fair(draw.k)}</p>
    <dl class="ids">
      ${draw.links.map(
        ({ who, link, before }) => html`<div>
          <dt>${who}</dt>
          <dd><code>${link}</code> ${t.hashesTo} <code>${before}</code></dd>
        </div>`,
      )}
      <div><dt>${t.seed}</dt><dd><code>${draw.seed}</code>, ${t.seedHelp}</dd></div>
    </dl>`;
}

function notProven(
  record: OpenedRecord,
  { seats, referee, chance: { mode, by }, fault, good, commits, isDone }: CheckedRecord,
  texts: PageTexts,
): readonly string[] {
  const { header, form } = record;
  const style = styleOf(texts);
  const { notProven: t } = panelTexts(texts).proof;
  if (commits !== null) return commits.limits;
  const silent = seats
    .filter(({ signedThrough }) => signedThrough < 0)
    .map(({ seat }) => describePlayer({ name: nameOf(record, seat), seat }, style));
  return [
    ...(fault === null ? [] : [t.from(good + 1)]),
    ...(silent.length === 0 || fault !== null ? [] : [t.moves(silent)]),
    ...(record.hasCommits && isDone && fault === null ? [t.commits] : []),
    t.keys,
    t.help,
    ...(referee !== null || header.terms?.clock === undefined ? [] : [t.times]),
    ...(mode === 'fair' && by.length < seats.length + (referee === null ? 0 : 1)
      ? [t.makers(describeMakers(header, style))]
      : []),
    ...(mode === 'plain' ? [t.seeded] : []),
    ...(form === 'car' || form === 'pack' ? [] : [t.format(form)]),
  ];
}
