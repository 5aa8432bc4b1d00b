/** The controls under the bar. */
import { html, type TemplateResult } from 'lit';
import type { Command } from '../model/keys.ts';
import { formatTime } from '../model/link.ts';
import { type Playback, SPEEDS } from '../model/playback.ts';
import { type IconName, icon } from './icons.ts';

/** What the controls show, and what they ask for. */
export interface ControlOptions {
  readonly playback: Playback;
  readonly endMs: number;
  readonly n: number;
  readonly length: number;
  /** The newest move, as it is written. */
  readonly text: string;
  readonly isMuted: boolean;
  readonly openPanel: string | null;
  run(command: Command): void;
  speed(value: number): void;
}

export function controls(options: ControlOptions): TemplateResult {
  const { playback, endMs, n, length, text, isMuted, openPanel, run, speed } = options;
  const isOver = !playback.isPlaying && playback.ms >= endMs && length > 0;
  const [name, label]: [IconName, string] = playback.isPlaying
    ? ['pause', 'Pause']
    : isOver
      ? ['again', 'Play again']
      : ['play', 'Play'];
  return html`<div class="controls" role="group" aria-label="Playback">
    ${button('start', 'To the start', () => run({ do: 'start' }), n === 0)}
    ${button('back', 'Step back', () => run({ do: 'step', by: -1 }), n === 0, true)}
    ${button(name, label, () => run({ do: 'toggle' }), length === 0)}
    ${button('on', 'Step on', () => run({ do: 'step', by: 1 }), n === length, true)}
    ${button('end', 'To the end', () => run({ do: 'end' }), n === length)}
    <span class="where">
      <b>${n}</b><span class="soft"> / ${length}</span>
      <span class="text">${text}</span>
    </span>
    <span class="time soft">${formatTime(playback.ms)}</span>
    <label class="speed">
      <span class="visually-hidden">Speed</span>
      <select @change=${(event: Event) => speed(Number((event.target as HTMLSelectElement).value))}>
        ${SPEEDS.map(
          value =>
            html`<option value=${value} ?selected=${value === playback.speed}>${value}×</option>`,
        )}
      </select>
    </label>
    ${button('flip', 'Turn the board', () => run({ do: 'flip' }))}
    ${button(isMuted ? 'silent' : 'sound', isMuted ? 'Sound on' : 'Sound off', () => run({ do: 'mute' }))}
    ${toggle('notes', 'Notes', openPanel === 'notes', () => run({ do: 'notes' }))}
    ${toggle('share', 'Share', openPanel === 'share', () => run({ do: 'share' }))}
    ${toggle('help', 'Keys', openPanel === 'help', () => run({ do: 'help' }))}
  </div>`;
}

/** A button that says what it does; `isRepeating` ones go on while they are held. */
const button = (
  name: IconName,
  label: string,
  act: () => void,
  isOff = false,
  isRepeating = false,
): TemplateResult =>
  html`<button
    type="button"
    class="tool"
    data-do=${name}
    aria-label=${label}
    title=${label}
    ?disabled=${isOff}
    @click=${act}
    @pointerdown=${isRepeating ? (event: PointerEvent) => repeat(event, act) : null}
  >
    ${icon(name)}
  </button>`;

const toggle = (name: IconName, label: string, isOn: boolean, act: () => void): TemplateResult =>
  html`<button
    type="button"
    class="tool"
    data-do=${name}
    aria-label=${label}
    title=${label}
    aria-pressed=${isOn}
    @click=${act}
  >
    ${icon(name)}
  </button>`;

/** Before a held button begins to repeat; and how quick at first and at last, in milliseconds. */
const HOLD_MS = 350;
const FIRST_MS = 140;
const LAST_MS = 24;

/** Repeats while the button is held, quicker and quicker. */
function repeat(event: PointerEvent, act: () => void): void {
  const element = event.currentTarget as HTMLElement;
  let pauseMs = FIRST_MS;
  const again = () => {
    act();
    pauseMs = Math.max(LAST_MS, pauseMs * 0.92);
    timer = setTimeout(again, pauseMs);
  };
  let timer = setTimeout(again, HOLD_MS);
  const stop = () => {
    clearTimeout(timer);
    for (const name of ENDS) element.removeEventListener(name, stop);
  };
  for (const name of ENDS) element.addEventListener(name, stop);
}

const ENDS = ['pointerup', 'pointerleave', 'pointercancel', 'blur'] as const;
