/** What rules say of themselves, for games without a guide: players, options, the first moves and the ways to end. */
import { capital, type GameOption, type Kit, seatNamesOf, spaced, start } from '@kifu/core';
import type { GuidePageTexts } from '@kifu/texts/en/guides/page';
import type { OptionTexts } from '@kifu/texts/games';
import { html, nothing, type TemplateResult } from 'lit';
import { matchTexts } from '../game-texts.ts';

/** Moves that are listed; games with large boards have hundreds. */
const MOST = 60;

export function rulesOverview(kit: Kit, page: GuidePageTexts): TemplateResult {
  const { game, texts } = kit;
  const names = seatNamesOf(kit, texts, matchTexts());
  const seats = Array.from({ length: game.seats[1] }, (_, seat) => names(seat));
  const options = Object.entries(game.options ?? {});
  const [least, most] = game.seats;
  return html`<p class="guide-lead">${page.noGuide}</p>
    <h2>${page.players}</h2>
    <p>${least === most ? least : page.range(`${least}`, `${most}`)}: ${seats.join(', ')}</p>
    ${firstMoves(kit, page)}
    ${
      options.length === 0
        ? nothing
        : html`<h2>${page.options}</h2>
            <dl>${options.map(([name, option]) => optionLines(name, option, texts.options?.[name], page))}</dl>`
    }
    <h2>${page.endings}</h2>
    <ul>${Object.values(texts.reasons).map(({ label }) => html`<li>${label}</li>`)}</ul>`;
}

function firstMoves(kit: Kit, page: GuidePageTexts): TemplateResult | typeof nothing {
  const { game, notations } = kit;
  const begun = start(game, game.chance === undefined ? {} : { seed: 1 });
  const seat = begun.ok ? game.active(begun.value.state)[0] : undefined;
  if (!begun.ok || seat === undefined) return nothing;
  const { state } = begun.value;
  const moves = [...game.legal(state, seat)];
  const listed = moves.slice(0, MOST).map(move => notations[0]?.format(state, move) ?? '');
  return html`<h2>${page.firstMoves}</h2>
    <p>${page.moves(moves.length)}: <span class="notation">${listed.join(', ')}${moves.length > MOST ? ' …' : ''}</span></p>`;
}

function optionLines(
  name: string,
  option: GameOption,
  texts: OptionTexts | undefined,
  page: GuidePageTexts,
): TemplateResult {
  const say = (value: unknown): string =>
    typeof value === 'boolean'
      ? value
        ? page.yes
        : page.no
      : (texts?.values?.[`${value}`] ?? `${value}`);
  const values =
    'enum' in option
      ? option.enum.map(say).join(', ')
      : 'type' in option && option.type === 'integer'
        ? page.range(`${option.minimum}`, `${option.maximum}`)
        : 'type' in option && option.type === 'boolean'
          ? `${page.yes}, ${page.no}`
          : '';
  const { default: usual } = option;
  const hasUsual = usual !== undefined && typeof usual !== 'object';
  const facts = [values, ...(hasUsual ? [page.usual(say(usual))] : [])].filter(fact => fact !== '');
  return html`<dt><b>${texts?.label ?? capital(spaced(name))}</b></dt>
    <dd>${texts?.help ?? option.description} ${facts.length === 0 ? nothing : html`<span class="soft">(${facts.join('; ')})</span>`}</dd>`;
}
