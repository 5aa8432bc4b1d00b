/** What is said at a table, and what one can do about it: not to hear one player, to have no talk, to tell those who keep order. */
import type { RemoteMatch } from '@kifu/client';
import type { Seat } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import './report-form.ts';
import { icon } from '../site/icons.ts';
import { text } from '../site/texts.ts';
import type { MatchStep } from './course.ts';
import { isHidden, isMuted, mute } from './hidden-people.ts';
import type { TableMatch } from './table-match.ts';

interface TalkContext {
  readonly match: TableMatch;
  /** What the words were said after. */
  readonly steps: readonly MatchStep[];
  readonly go: (step: number) => void;
  /** Draws the page anew, after a player was muted. */
  readonly show: () => void;
}

/** Talk at a match that others are at, too. */
export function talkBox(talk: TalkContext): TemplateResult | typeof nothing {
  const { match, steps, go } = talk;
  const { live, chat, seats } = match;
  if (live === null) return nothing;
  const heard = chat.filter(({ seat }) => seat === live.seat || !isHidden(talkerOf(live, seat)));
  const byN = new Map(steps.map((step, i) => [step.n, { step, i }]));
  const maySpeak =
    (seats.length > 0 || live.seat !== null) && (live.invite?.chatOff.length ?? 0) === 0;
  return html`<section class="talk" aria-label=${text.play.chat}>
    <ol aria-live="polite">
      ${heard.map(({ name, text: words, n }) => {
        const said = byN.get(n);
        return html`<li>
          <b>${name}</b>
          ${said === undefined || said.step.kind === 'start' ? nothing : html`<button type="button" class="at notation" @click=${() => go(said.i)}>${said.step.text}</button>`}
          <p>${words}</p>
        </li>`;
      })}
    </ol>
    ${maySpeak ? speech(match) : nothing} ${order(talk, live)}
  </section>`;
}

function speech(match: TableMatch): TemplateResult {
  const send = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const words = field.value.trim();
    if (words !== '') match.say(words);
    field.value = '';
  };
  return html`<form @submit=${send}>
    <input class="input" maxlength="500" autocomplete="off" aria-label=${text.play.saySomething} placeholder=${text.play.saySomething} />
    <button class="tool" type="submit" aria-label=${text.play.send}>${icon('next')}</button>
  </form>`;
}

/** Who talks: a player, a key, or else a seat of this match, or all who look on. */
function talkerOf({ invite }: RemoteMatch, seat: Seat | null): string {
  const { player, key } = invite?.seats.find(other => other.seat === seat) ?? {};
  return player ?? key ?? `${invite?.id}/${seat ?? 'spectators'}`;
}

function order({ match, show }: TalkContext, live: RemoteMatch): TemplateResult {
  const words = text.order;
  const own = live.seat;
  const muteAll = live.chat?.mute ?? null;
  const off = live.invite?.chatOff ?? [];
  const others = (live.invite?.seats ?? []).filter(
    ({ seat, type }) => seat !== own && type === 'person',
  );
  const hasSpectators = match.chat.some(({ seat }) => seat === null);
  const talkers = [
    ...others.map(({ seat, name }) => ({ seat, name: name ?? '' })),
    ...(hasSpectators ? [{ seat: null, name: words.spectators }] : []),
  ];
  const muteButton = ({ seat, name }: (typeof talkers)[number]) => {
    const who = talkerOf(live, seat);
    const toggle = () => {
      mute(who, !isMuted(who));
      show();
    };
    return html`<button type="button" class="linked small" aria-pressed=${isMuted(who)} @click=${toggle}>${isMuted(who) ? words.unmute(name) : words.mute(name)}</button>`;
  };
  return html`<div class="order">
    ${off.length === 0 ? nothing : html`<span class="small soft" role="status">${words.quiet}</span>`}
    ${talkers.map(muteButton)}
    ${own === null || muteAll === null || (off.length > 0 && !off.includes(own)) ? nothing : html`<button type="button" class="linked small" @click=${() => muteAll(off.length === 0)}>${off.length > 0 ? words.chatOn : words.chatOff}</button>`}
    ${others.map(({ seat, name }) => html`<kifu-report .about=${{ match: live.invite!.id, seat }} name=${name ?? ''}></kifu-report>`)}
  </div>`;
}
