/** What players agree on besides the game: the clock, and the options of the rules. For matches here, on a server and between peers. */
import {
  describeTimeControl,
  type GameOptions,
  INVITE_TERMS,
  type InviteTerm,
  type InviteTerms,
  type JsonObject,
  type Kit,
  type TimeControl,
} from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { matchTexts } from '../site/game-texts.ts';
import { text } from '../site/texts.ts';
import { clockForm } from './clock-form.ts';
import { optionFieldsOf } from './options-form.ts';

/** What each term of an invite is called, and its value in words; a new term does not compile until it is here. */
const TERM_ROWS: {
  readonly [Name in InviteTerm]: (
    value: InviteTerms[Name],
  ) => readonly [label: string, value: string];
} = {
  rated(isRated) {
    const { label, values } = text.library.filters.rated;
    return [label, values[isRated ? 'true' : 'false']];
  },
  clock: clock => [
    text.play.clock,
    clock === null ? text.play.noClock : describeTimeControl(clock, matchTexts()),
  ],
};

/** The terms of an invite, as players read them before they join. */
export const termRows = (terms: InviteTerms): (readonly [label: string, value: string])[] =>
  INVITE_TERMS.map(name => TERM_ROWS[name](terms[name] as never));

/** Fields of a form with a clock. */
interface ClockFields {
  clock: TimeControl | null;
  /** Whether it is none of the usual ones. */
  isOwnClock: boolean;
}

/** Renders the choice of a clock; games without turns have none. `form` is the page, which renders again when its fields change. */
export const clockFields = (
  { game, clocks }: Kit,
  form: ClockFields,
): TemplateResult | typeof nothing =>
  game.pace === 'free'
    ? nothing
    : html`<fieldset>
        <legend>${text.play.clock}</legend>
        ${clockForm(
          form.clock,
          form.isOwnClock,
          (clock, isOwn) => {
            form.clock = clock;
            form.isOwnClock = isOwn;
          },
          clocks,
        )}
        ${form.clock === null ? nothing : html`<p class="soft small">${describeTimeControl(form.clock, matchTexts())}</p>`}
      </fieldset>`;

/** The options of a game that has some: those that are usually chosen, and the others behind *More options*. */
export function optionFields(
  kit: Kit,
  form: { options: JsonObject },
): TemplateResult | typeof nothing {
  const { usual, rare } = optionFieldsOf(kit, usualOptions(kit.game), form.options, options => {
    form.options = options;
  });
  if (usual.length + rare.length === 0) return nothing;
  return html`${usual}
    ${
      rare.length === 0
        ? nothing
        : html`<details class="card rules">
            <summary><b>${text.play.moreOptions}</b></summary>
            <div class="form">${rare}</div>
          </details>`
    }`;
}

/** What each option may be, with what it is where the player says nothing. */
const usualOptions = ({ options = {}, time }: Kit['game']): GameOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const usual = time?.unhurried?.[name];
      return [name, usual === undefined ? option : { ...option, default: usual }];
    }),
  );
