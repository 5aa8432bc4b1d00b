/** Settings, which are remembered in the browser. */
import { html, type TemplateResult } from 'lit';
import { Page } from '../page.ts';
import { href } from '../router.ts';
import { changeSettings, readSettings, type Settings } from '../settings.ts';
import { LANGUAGES, text } from '../texts.ts';

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
          ${choice('board', words.board, words.boards, now.board)}
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
        </div>
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
): TemplateResult {
  return html`<fieldset class="field">
    <legend>${label}</legend>
    <div class="choices">
      ${Object.entries(values).map(
        ([value, words]) => html`<label>
          <input
            type="radio"
            name=${name}
            .checked=${value === now}
            @change=${() => changeSettings({ [name]: read(value) })}
          />${words}</label
        >`,
      )}
    </div>
  </fieldset>`;
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
