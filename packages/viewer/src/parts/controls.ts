/** The controls under the timeline. */
import { SPEEDS } from '@kifu/client/playback';
import { formatTime } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { canTry } from '../commands.ts';
import { remember } from '../model/preferences.ts';
import { momentNow } from '../state.ts';
import { shownTime } from './bar.ts';
import type { Context } from './context.ts';
import { type IconName, icon } from './icons.ts';
import { repeatWhileHeld } from './repeat.ts';

export function controls(context: Context): TemplateResult {
  const { state, record, picture, run, player, branching, searching, studying } = context;
  const { playback, times, panel, texts } = state;
  const { playback: t, view, panels } = texts.viewer;
  const { n } = picture;
  const { length } = record.lines;
  const isOver = !playback.isPlaying && playback.ms >= times.endMs && length > 0;
  const [name, label]: [IconName, string] = playback.isPlaying
    ? ['pause', t.pause]
    : isOver
      ? ['again', t.again]
      : ['play', t.play];
  const isAtStart = playback.ms <= 0;
  const isAtEnd = playback.ms >= times.endMs;
  return html`<div class="controls">
    <div class="group transport" role="group" aria-label=${t.label}>
      ${button('start', t.first, () => run({ do: 'start' }), isAtStart)}
      ${button('back', t.previous, () => run({ do: 'step', by: -1 }), isAtStart, true)}
      ${button(name, label, () => run({ do: 'toggle' }), length === 0)}
      ${button('on', t.next, () => run({ do: 'step', by: 1 }), isAtEnd, true)}
      ${button('end', t.last, () => run({ do: 'end' }), isAtEnd)}
    </div>
    <div class="where">
      <b>${n}</b><span class="soft"> / ${length}</span>
      <span class="text">${record.lines[n - 1]?.text ?? ''}</span>
      <span class="time soft">${formatTime(momentNow(state) ?? shownTime(context))}</span>
    </div>
    ${edge(context)}
    <div class="group" role="group" aria-label=${view.label}>
      <label class="speed">
        <span class="visually-hidden">${view.speed}</span>
        <select
          @change=${({ target }: Event) => {
            const speed = Number((target as HTMLSelectElement).value);
            player.set({ playback: { ...player.state.playback, speed } });
            player.say(`${speed}×`);
            remember({ speed });
          }}
        >
          ${SPEEDS.map(value => html`<option value=${value} .selected=${value === playback.speed}>${value}×</option>`)}
        </select>
      </label>
      ${!canTry(record) ? nothing : toggle('hand', view.try, state.isTrying, () => run({ do: 'try' }))}
      ${branching ? button('branch', view.branch, () => run({ do: 'branch' })) : nothing}
      ${searching ? button('find', view.find, () => run({ do: 'find' })) : nothing}
      ${studying ? button('book', view.study, () => run({ do: 'study' })) : nothing}
      ${button('flip', view.flip, () => run({ do: 'flip' }))}
      ${button(state.isMuted ? 'silent' : 'sound', state.isMuted ? view.unmute : view.mute, () => run({ do: 'mute' }))}
      ${toggle('notes', panels.notes, panel === 'notes', () => run({ do: 'notes' }))}
      ${toggle('share', panels.share, panel === 'share', () => run({ do: 'share' }))}
      ${toggle('settings', panels.settings, panel === 'settings', () => run({ do: 'settings' }))}
      ${button('full', view.full, () => run({ do: 'fullscreen' }))}
      ${toggle('help', panels.help, panel === 'help', () => run({ do: 'help' }))}
    </div>
  </div>`;
}

/** While the match is live or still loading: the button to the latest move. */
function edge({ state, record, run, variations }: Context): TemplateResult | typeof nothing {
  if (!state.isLive && !(record.isPartial && state.arriving !== null)) return nothing;
  const isLost = state.link?.isUp === false;
  const { main } = state;
  const { live: t } = state.texts.viewer;
  const isAtEdge = main === null && state.playback.ms >= state.times.endMs;
  return html`<button
    type="button"
    class="edge ${isAtEdge ? 'at' : ''} ${isLost ? 'lost' : ''}"
    data-do="edge"
    aria-pressed=${isAtEdge}
    title=${state.link === null ? nothing : isLost ? t.isLost : t.watching(state.link.watching)}
    @click=${() => (main === null ? run({ do: 'end' }) : void variations.leave(main.lines.length))}
  >
    ${isLost ? t.lost : state.isLive ? t.live : t.arriving}
  </button>`;
}

/** A button with an icon; `isRepeating` ones repeat while they are held. */
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
    aria-disabled=${isOff ? 'true' : nothing}
    @click=${act}
    @pointerdown=${isRepeating ? (event: PointerEvent) => repeatWhileHeld(event.currentTarget as HTMLElement, act) : null}
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
    aria-expanded=${isOn}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
