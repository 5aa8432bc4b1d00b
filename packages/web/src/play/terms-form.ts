/** What players agree on besides the game: the clock, and the options of the rules. For matches here, on a server and between peers. */
import {
  describeTimeControl,
  type GameOptions,
  type JsonObject,
  type Kit,
  type TimeControl,
} from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { matchTexts } from '../site/game-texts.ts';
import { text } from '../site/texts.ts';
import { clockForm } from './clock-form.ts';
import { optionsForm } from './options-form.ts';

/** Fields of a form with a clock. */
interface ClockFields {
  clock: TimeControl | null;
  /** Whether it is none of the usual ones. */
  isOwnClock: boolean;
}

/** Renders the choice of a clock; games without turns have none. `form` is the page, which renders again when its fields change. */
export const clockFields = ({ game }: Kit, form: ClockFields): TemplateResult | typeof nothing =>
  game.pace === 'free'
    ? nothing
    : html`<fieldset>
        <legend>${text.play.clock}</legend>
        ${clockForm(form.clock, form.isOwnClock, (clock, isOwn) => {
          form.clock = clock;
          form.isOwnClock = isOwn;
        })}
        ${form.clock === null ? nothing : html`<p class="soft small">${describeTimeControl(form.clock, matchTexts())}</p>`}
      </fieldset>`;

/** The options of a game that has some. */
export const optionFields = (
  { game, title, texts }: Kit,
  form: { options: JsonObject },
): TemplateResult | typeof nothing =>
  Object.keys(game.options ?? {}).length === 0
    ? nothing
    : html`<details class="card rules">
        <summary><b>${title}</b>: ${text.play.options}</summary>
        <div class="fields">
          ${optionsForm(usualOptions(game), texts.options, form.options, options => {
            form.options = options;
          })}
        </div>
      </details>`;

/** What each option may be, with what it is where the player says nothing. */
const usualOptions = ({ options = {}, time }: Kit['game']): GameOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const usual = time?.unhurried?.[name];
      return [name, usual === undefined ? option : { ...option, default: usual }];
    }),
  );
