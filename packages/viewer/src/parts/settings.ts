/** Settings: pace, ruler, loop, marks and whose eyes. */
import { FIXED, ORIGINAL, type Pace } from '@kifu/client/playback';
import { html, nothing, type TemplateResult } from 'lit';
import { kindsOf } from '../model/marks.ts';
import { allMarks } from '../state.ts';
import type { Context } from './context.ts';

/** How long the replay waits while a player thinks, in seconds; 0 for as long as the player did. */
const IDLES = [2, 5, 15, 0];
const ENTRY_SECONDS = [0.5, 1, 2, 4];

export function settings(context: Context): TemplateResult {
  const { state } = context;
  return html`<div class="settings">
    ${state.times.isExact ? nothing : paceFields(context)} ${loopFields(context)} ${seatFields(context)} ${markFields(context)}
  </div>`;
}

function paceFields({ state, player }: Context): TemplateResult {
  const { pace, ruler } = state;
  const choose = (next: Pace) => () => player.setPace(next);
  return html`<fieldset>
      <legend>Pace</legend>
      ${radio('pace', 'original', 'as it was played', pace.type === 'original', choose(ORIGINAL))}
      ${
        pace.type === 'original'
          ? select(
              'idle',
              'waiting at most',
              IDLES.map(seconds => [
                seconds,
                seconds === 0 ? 'as long as they did' : `${seconds} s`,
              ]),
              Number.isFinite(pace.idleMs) ? pace.idleMs / 1000 : 0,
              seconds =>
                player.setPace({
                  type: 'original',
                  idleMs: seconds === 0 ? Number.POSITIVE_INFINITY : 1000 * seconds,
                }),
            )
          : nothing
      }
      ${radio('pace', 'fixed', 'the same time for each move', pace.type === 'fixed', choose(FIXED))}
      ${
        pace.type === 'fixed'
          ? select(
              'entry',
              'each',
              ENTRY_SECONDS.map(seconds => [seconds, `${seconds} s`]),
              pace.entryMs / 1000,
              seconds => player.setPace({ type: 'fixed', entryMs: 1000 * seconds }),
            )
          : nothing
      }
    </fieldset>
    <fieldset>
      <legend>Bar</legend>
      ${radio('ruler', 'events', 'by moves', ruler === 'events', () => player.set({ ruler: 'events' }))}
      ${radio('ruler', 'clock', 'by the clock', ruler === 'clock', () => player.set({ ruler: 'clock' }))}
    </fieldset>`;
}

function loopFields({ state, record, player }: Context): TemplateResult {
  const { playback } = state;
  const last = record.lines.length;
  const loop = playback.loop ?? { from: 0, to: last };
  const change = (part: Partial<typeof loop>) => {
    const next = { ...loop, ...part };
    const [from, to] = [Math.min(next.from, next.to), Math.max(next.from, next.to)];
    player.set({ playback: { ...player.state.playback, loop: { from, to } } });
  };
  return html`<fieldset>
    <legend>Playing</legend>
    ${check('reverse', 'backwards', playback.isReverse, isReverse =>
      player.set({ playback: { ...player.state.playback, isReverse } }),
    )}
    ${check('loop', 'repeat', playback.loop !== null, isOn =>
      player.set({ playback: { ...player.state.playback, loop: isOn ? loop : null } }),
    )}
    ${
      playback.loop === null
        ? nothing
        : html`<span class="pair">
            ${number('loop-from', 'from move', loop.from, last, from => change({ from }))}
            ${number('loop-to', 'to move', loop.to, last, to => change({ to }))}
          </span>`
    }
    ${check('pause', 'pause at marks', state.isPausingOnMarks, isPausingOnMarks => player.set({ isPausingOnMarks }))}
  </fieldset>`;
}

function seatFields({ state, record, player }: Context): TemplateResult {
  const choices: readonly [number | null, string][] = [
    [null, 'all there is to see'],
    ...record.seats.map((seat): [number, string] => [
      seat,
      `as ${record.seatNames[seat] ?? `seat ${seat}`}`,
    ]),
  ];
  return html`<fieldset>
    <legend>Whose eyes</legend>
    ${choices.map(([seat, words]) => radio('seat', `${seat}`, words, state.as === seat, () => player.set({ as: seat })))}
  </fieldset>`;
}

function markFields({ state, player }: Context): TemplateResult | typeof nothing {
  const kinds = kindsOf(allMarks(state));
  if (kinds.length === 0) return nothing;
  return html`<fieldset>
    <legend>Marks on the bar</legend>
    ${kinds.map(kind =>
      check(`mark-${kind}`, kind, !state.hidden.includes(kind), isOn =>
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
  words: string,
  isOn: boolean,
  act: () => void,
): TemplateResult =>
  html`<label><input type="radio" name=${group} value=${value} .checked=${isOn} @change=${act} />${words}</label>`;

const check = (
  name: string,
  words: string,
  isOn: boolean,
  act: (isOn: boolean) => void,
): TemplateResult =>
  html`<label><input
    type="checkbox"
    name=${name}
    .checked=${isOn}
    @change=${({ target }: Event) => act((target as HTMLInputElement).checked)}
  />${words}</label>`;

const select = (
  name: string,
  words: string,
  options: readonly (readonly [value: number, words: string])[],
  value: number,
  act: (value: number) => void,
): TemplateResult =>
  html`<label class="inner">${words}
    <select name=${name} @change=${({ target }: Event) => act(Number((target as HTMLSelectElement).value))}>
      ${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}
    </select>
  </label>`;

const number = (
  name: string,
  words: string,
  value: number,
  most: number,
  act: (value: number) => void,
): TemplateResult =>
  html`<label class="inner">${words}
    <input
      type="number"
      name=${name}
      min="0"
      max=${most}
      .value=${`${value}`}
      @change=${({ target }: Event) => act(Math.max(0, Math.min(most, Math.trunc(Number((target as HTMLInputElement).value)) || 0)))}
    />
  </label>`;
