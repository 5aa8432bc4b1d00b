/** Clocks to choose from, and a form for one of any kind. */
import {
  TIME_CONTROLS,
  type TimeControl,
  type TimeControlField,
  type TimeControlType,
} from '@kifu/core';
import { speedOf } from '@kifu/record/ratings';
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../site/texts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Clocks that are often wanted. */
const USUAL: readonly TimeControl[] = [
  { type: 'fischer', mainMs: MINUTE, incrementMs: 1000 },
  { type: 'fischer', mainMs: 3 * MINUTE, incrementMs: 2000 },
  { type: 'fischer', mainMs: 5 * MINUTE, incrementMs: 3000 },
  { type: 'fischer', mainMs: 10 * MINUTE, incrementMs: 5000 },
  { type: 'fischer', mainMs: 15 * MINUTE, incrementMs: 10_000 },
  { type: 'fischer', mainMs: 30 * MINUTE, incrementMs: 20_000 },
  { type: 'fixed', moveMs: DAY },
  { type: 'fixed', moveMs: 3 * DAY },
];

/** What a form asks for, in its own unit, and the milliseconds that one of them is. */
const UNITS = {
  mainMs: MINUTE,
  incrementMs: 1000,
  periods: 1,
  periodMs: 1000,
  moveMs: 1000,
} satisfies Record<TimeControlField, number>;

const isSame = (a: TimeControl | null, b: TimeControl | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether a player has time for the first move. */
export function isPlayable(clock: TimeControl | null): boolean {
  if (clock === null) return true;
  if (clock.type === 'fixed') return clock.moveMs > 0;
  return clock.mainMs > 0 || (clock.type === 'byo-yomi' && clock.periods * clock.periodMs > 0);
}

/** Chips for the usual ones, and the form where none of them is wanted. */
export function clockForm(
  clock: TimeControl | null,
  isOwn: boolean,
  change: (clock: TimeControl | null, isOwn: boolean) => void,
  usual: readonly TimeControl[] = USUAL,
): TemplateResult {
  const chip = (words: string, more: string, isChosen: boolean, choose: () => void) =>
    html`<button type="button" class="chip" aria-pressed=${isChosen} @click=${choose}><b>${words}</b><small>${more}</small></button>`;
  return html`<div class="chips">
      ${chip(text.play.noClock, text.play.noHurry, clock === null, () => change(null, false))}
      ${usual.map(preset => {
        const [words, more] = shortOf(preset);
        const speed = text.ratings.speeds[speedOf(preset)];
        return chip(words, `${more} · ${speed}`, !isOwn && isSame(clock, preset), () =>
          change(preset, false),
        );
      })}
      ${chip(text.play.ownClock, text.play.anyKind, isOwn, () => change(clock ?? usual[0]!, true))}
    </div>
    ${isOwn && clock !== null ? ownForm(clock, own => change(own, true)) : ''}`;
}

function shortOf(clock: TimeControl): [words: string, more: string] {
  const { minutes, plusSeconds, plusPeriods, days, aMove } = text.play;
  switch (clock.type) {
    case 'fischer':
      return [minutes(clock.mainMs / MINUTE), plusSeconds(clock.incrementMs / 1000)];
    case 'byo-yomi':
      return [minutes(clock.mainMs / MINUTE), plusPeriods(clock.periods, clock.periodMs / 1000)];
    case 'fixed':
      return [days(clock.moveMs / DAY), aMove];
    case 'absolute':
      return [minutes(clock.mainMs / MINUTE), ''];
  }
}

function ownForm(clock: TimeControl, change: (clock: TimeControl) => void): TemplateResult {
  const numbers = clock as unknown as Readonly<Record<string, number>>;
  const types = Object.keys(TIME_CONTROLS) as TimeControlType[];
  const make = (type: TimeControlType, given: Readonly<Record<string, number>>) =>
    change({
      type,
      ...Object.fromEntries(
        TIME_CONTROLS[type].fields.map(field => [field, given[field] ?? 30 * UNITS[field]]),
      ),
    } as TimeControl);
  return html`<div class="own-clock">
    <label class="field"
      ><span>${text.play.clockKind}</span>
      <select
        class="input"
        @change=${({ target }: Event) => make(types[(target as HTMLSelectElement).selectedIndex]!, numbers)}
      >
        ${types.map(type => html`<option ?selected=${type === clock.type}>${text.play.clockKinds[type]}</option>`)}
      </select>
    </label>
    ${TIME_CONTROLS[clock.type].fields.map(
      field =>
        html`<label class="field"
          ><span>${text.play.fields[field]}</span>
          <input
            class="input"
            type="number"
            min="0"
            step="any"
            .value=${`${(numbers[field] ?? 0) / UNITS[field]}`}
            @change=${({ target }: Event) => {
              const value = Number((target as HTMLInputElement).value);
              make(clock.type, { ...numbers, [field]: Math.round(value * UNITS[field]) });
            }}
          />
        </label>`,
    )}
    ${isPlayable(clock) ? nothing : html`<p class="bad small" role="alert">${text.play.noTime}</p>`}
  </div>`;
}
