/** Settings: speed, timeline, loop, markers and point of view. */
import { FIXED, ORIGINAL, type Pace } from '@kifu/client/playback';
import { html, nothing, type TemplateResult } from 'lit';
import { kindsOf } from '../model/marks.ts';
import { allMarks } from '../state.ts';
import type { Context } from './context.ts';
import { panelTexts } from './panel-texts.ts';

/** How long the replay waits at most while a player thinks, in seconds; 0 for no limit. */
const IDLES = [2, 5, 15, 0];
const ENTRY_SECONDS = [0.5, 1, 2, 4];

export function settings(context: Context): TemplateResult {
  const { state } = context;
  return html`<div class="settings">
    ${state.times.isExact ? nothing : paceFields(context)} ${loopFields(context)} ${seatFields(context)} ${markFields(context)}
  </div>`;
}

function paceFields({ state, player }: Context): TemplateResult {
  const { settings: t } = panelTexts(state.texts);
  const { pace, ruler } = state;
  const choose = (next: Pace) => () => player.setPace(next);
  return html`<fieldset>
      <legend>${t.speed}</legend>
      ${radio('pace', 'original', t.original, pace.type === 'original', choose(ORIGINAL))}
      ${
        pace.type === 'original'
          ? select(
              'idle',
              t.longestWait,
              IDLES.map(seconds => [seconds, seconds === 0 ? t.noLimit : t.seconds(seconds)]),
              Number.isFinite(pace.idleMs) ? pace.idleMs / 1000 : 0,
              seconds =>
                player.setPace({
                  type: 'original',
                  idleMs: seconds === 0 ? Number.POSITIVE_INFINITY : 1000 * seconds,
                }),
            )
          : nothing
      }
      ${radio('pace', 'fixed', t.fixed, pace.type === 'fixed', choose(FIXED))}
      ${
        pace.type === 'fixed'
          ? select(
              'entry',
              t.each,
              ENTRY_SECONDS.map(seconds => [seconds, t.seconds(seconds)]),
              pace.entryMs / 1000,
              seconds => player.setPace({ type: 'fixed', entryMs: 1000 * seconds }),
            )
          : nothing
      }
    </fieldset>
    <fieldset>
      <legend>${t.timeline}</legend>
      ${radio('ruler', 'events', t.byMove, ruler === 'events', () => player.set({ ruler: 'events' }))}
      ${radio('ruler', 'clock', t.byTime, ruler === 'clock', () => player.set({ ruler: 'clock' }))}
    </fieldset>`;
}

function loopFields({ state, record, player }: Context): TemplateResult {
  const { settings: t } = panelTexts(state.texts);
  const { playback } = state;
  const last = record.lines.length;
  const loop = playback.loop ?? { from: 0, to: last };
  const change = (part: Partial<typeof loop>) => {
    const next = { ...loop, ...part };
    const [from, to] = [Math.min(next.from, next.to), Math.max(next.from, next.to)];
    player.set({ playback: { ...player.state.playback, loop: { from, to } } });
  };
  return html`<fieldset>
    <legend>${t.playback}</legend>
    ${check('reverse', t.reverse, playback.isReverse, isReverse =>
      player.set({ playback: { ...player.state.playback, isReverse } }),
    )}
    ${check('loop', t.loop, playback.loop !== null, isOn =>
      player.set({ playback: { ...player.state.playback, loop: isOn ? loop : null } }),
    )}
    ${
      playback.loop === null
        ? nothing
        : html`<span class="pair">
            ${number('loop-from', t.from, loop.from, last, from => change({ from }))}
            ${number('loop-to', t.to, loop.to, last, to => change({ to }))}
          </span>`
    }
    ${check('pause', t.pause, state.isPausingOnMarks, isPausingOnMarks => player.set({ isPausingOnMarks }))}
  </fieldset>`;
}

function seatFields({ state, record, player }: Context): TemplateResult {
  const { settings: t } = panelTexts(state.texts);
  const choices: readonly [number | null, string][] = [
    [null, t.everything],
    ...record.seats.map((seat): [number, string] => [seat, record.seatNames[seat] ?? `${seat}`]),
  ];
  return html`<fieldset>
    <legend>${t.view}</legend>
    ${choices.map(([seat, label]) => radio('seat', `${seat}`, label, state.as === seat, () => player.set({ as: seat })))}
  </fieldset>`;
}

function markFields({ state, player }: Context): TemplateResult | typeof nothing {
  const kinds = kindsOf(allMarks(state));
  const { settings: t, markers } = panelTexts(state.texts);
  if (kinds.length === 0) return nothing;
  return html`<fieldset>
    <legend>${t.markers}</legend>
    ${kinds.map(kind =>
      check(`mark-${kind}`, markers[kind] ?? kind, !state.hidden.includes(kind), isOn =>
        player.set({
          hidden: isOn ? state.hidden.filter(other => other !== kind) : [...state.hidden, kind],
        }),
      ),
    )}
  </fieldset>`;
}

const radio = (
  group: string,
  value: string,
  label: string,
  isOn: boolean,
  act: () => void,
): TemplateResult =>
  html`<label><input type="radio" name=${group} value=${value} .checked=${isOn} @change=${act} />${label}</label>`;

const check = (
  name: string,
  label: string,
  isOn: boolean,
  act: (isOn: boolean) => void,
): TemplateResult =>
  html`<label><input
    type="checkbox"
    name=${name}
    .checked=${isOn}
    @change=${({ target }: Event) => act((target as HTMLInputElement).checked)}
  />${label}</label>`;

const select = (
  name: string,
  label: string,
  options: readonly (readonly [value: number, words: string])[],
  value: number,
  act: (value: number) => void,
): TemplateResult =>
  html`<label class="inner">${label}
    <select name=${name} @change=${({ target }: Event) => act(Number((target as HTMLSelectElement).value))}>
      ${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}
    </select>
  </label>`;

const number = (
  name: string,
  label: string,
  value: number,
  most: number,
  act: (value: number) => void,
): TemplateResult =>
  html`<label class="inner">${label}
    <input
      type="number"
      name=${name}
      min="0"
      max=${most}
      .value=${`${value}`}
      @change=${({ target }: Event) => act(Math.max(0, Math.min(most, Math.trunc(Number((target as HTMLInputElement).value)) || 0)))}
    />
  </label>`;
