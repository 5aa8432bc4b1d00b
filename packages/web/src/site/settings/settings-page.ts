/** Settings, which are remembered in the browser. */
import { playSound } from '@kifu/viewer/shared';
import { html, nothing, type TemplateResult } from 'lit';
import '../../play/push-switch.ts';
import { Page } from '../page.ts';
import { href } from '../router.ts';
import { BOARDS, changeSettings, PIECE_SETS, readSettings, type Settings } from '../settings.ts';
import { LANGUAGES, text } from '../texts.ts';
import './engine-list.ts';
import './look-preview.ts';

class SettingsPage extends Page {
  override get heading(): string {
    return text.site.settings;
  }

  override render(): TemplateResult {
    const { settings: words } = text;
    const now = readSettings();
    return html`
      <div class="page narrow settings-page">
        <h1>${text.site.settings}</h1>
        <p class="soft lead">${words.how}</p>
        <div class="card pad">
          <label class="field">
            <span>${words.name}</span>
            <input
              class="input"
              maxlength="80"
              autocomplete="nickname"
              .value=${now.name}
              @change=${({ target }: Event) => changeSettings({ name: (target as HTMLInputElement).value.trim() })}
            />
          </label>
          ${choice('theme', words.theme, words.themes, now.theme)}
          ${choice('board', words.board, named(BOARDS, words.boards), now.board, undefined, board => html`<kifu-look data-board=${board} pieces=${now.pieces}></kifu-look>`)}
          ${choice('pieces', words.pieces, named(PIECE_SETS, words.pieceSets), now.pieces, undefined, pieces => html`<kifu-look data-board=${now.board} pieces=${pieces}></kifu-look>`)}
          ${choice('motion', words.motion, words.motions, now.motion)}
          ${choice(
            'language',
            words.language,
            { '': words.ofBrowser, ...LANGUAGES },
            now.language ?? '',
            value => value || null,
          )}
          ${toggle('hasCoordinates', words.coordinates, now.hasCoordinates)}
          ${toggle('hasSound', words.sound, now.hasSound)}
          ${now.hasSound ? sounds(now) : nothing}
        </div>
        <div class="card pad"><kifu-push-switch></kifu-push-switch></div>
        <div class="card pad"><kifu-engine-list .query=${this.query}></kifu-engine-list></div>
        <p><a class="btn" href=${href('/key')} data-page>${words.key}</a></p>
      </div>
    `;
  }
}

/** One of several, as radio buttons that look like one control. */
function choice(
  name: keyof Settings,
  label: string,
  values: Readonly<Record<string, string>>,
  now: string,
  read: (value: string) => string | null = value => value,
  picture: ((value: string) => TemplateResult) | null = null,
): TemplateResult {
  return html`<fieldset class="field">
    <legend>${label}</legend>
    <div class="choices ${picture === null ? '' : 'pictured'}">
      ${Object.entries(values).map(
        ([value, words]) => html`<label>
          <input
            type="radio"
            name=${name}
            .checked=${value === now}
            @change=${() => changeSettings({ [name]: read(value) })}
          />${picture?.(value) ?? nothing}${words}</label
        >`,
      )}
    </div>
  </fieldset>`;
}

/** The values of a choice in their order, with what they are called. */
const named = (
  values: readonly string[],
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map(value => [value, names[value] ?? value]));

/** How loud sounds are and how they are made; each change is heard. */
function sounds({ volume, sounds: chosen }: Settings): TemplateResult {
  const { settings: words } = text;
  const hear = () => {
    const now = readSettings();
    playSound('capture', { volume: now.volume / 100, set: now.sounds });
  };
  const setVolume = ({ target }: Event) => {
    changeSettings({ volume: Number((target as HTMLInputElement).value) });
    hear();
  };
  return html`<label class="switch">
      ${words.volume}
      <input type="range" min="0" max="100" step="10" .value=${`${volume}`} @change=${setVolume} />
    </label>
    <div @change=${hear}>${choice('sounds', words.sounds, words.soundSets, chosen)}</div>`;
}

const toggle = (name: keyof Settings, label: string, now: boolean): TemplateResult =>
  html`<label class="switch">
    ${label}
    <input
      type="checkbox"
      role="switch"
      .checked=${now}
      @change=${({ target }: Event) => changeSettings({ [name]: (target as HTMLInputElement).checked })}
    />
  </label>`;

customElements.define('kifu-settings-page', SettingsPage);
