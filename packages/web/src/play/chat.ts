/** Chat of a match: messages, muting a player, turning chat off, and reports to the moderators. */
import { type RemoteMatch, remoteOf } from '@kifu/client';
import type { Seat } from '@kifu/core';
import type { Match, MatchChat } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import './report-form.ts';
import { icon } from '../site/icons.ts';
import { text } from '../site/texts.ts';
import type { MatchStep } from './course.ts';
import { isHidden, isMuted, mute } from './hidden-players.ts';
import { moveNameAt } from './move-list.ts';

interface TalkContext {
  readonly match: Match;
  /** Steps of the match, to which messages refer. */
  readonly steps: readonly MatchStep[];
  /** Whether seats act at any time, so that moves have no numbers. */
  readonly isFree: boolean;
  readonly go: (step: number) => void;
  /** Renders the page again, after a player was muted. */
  readonly show: () => void;
}

/** Renders the chat of a match that has other players. */
export function chatBox(talk: TalkContext): TemplateResult | typeof nothing {
  const { match, steps, go } = talk;
  const { chat, seats } = match;
  const live = remoteOf(match);
  if (live === null || chat === null) return nothing;
  const heard = chat.messages.filter(
    ({ seat }) => seat === live.seat || !isHidden(talkerOf(live, seat)),
  );
  const byN = new Map(steps.map((step, i) => [step.n, { step, i }]));
  const maySpeak = (live.invite?.chatOff.length ?? 0) === 0;
  const isSpectator = seats.length === 0;
  const ofSpectators = heard.filter(({ seat }) => seat === null);
  const watching = live.connection?.watching ?? 0;
  const list = (some: typeof heard) => html`<ol aria-live="polite">
      ${some.map(({ seat, name, text: words, n }) => {
        const said = byN.get(n);
        const label = said === undefined ? '' : moveNameAt(steps, talk.isFree, said.i);
        return html`<li>
          ${seat === null ? nothing : html`<b>${name}</b>`}
          ${label === '' ? nothing : html`<button type="button" class="at notation" @click=${() => go(said!.i)}>${label}</button>`}
          <p>${words}</p>
        </li>`;
      })}
    </ol>`;
  return html`<section class="talk" aria-label=${text.play.chat}>
    ${watching === 0 ? nothing : html`<p class="soft small watching">${text.play.watching(watching)}</p>`}
    ${list(heard.filter(({ seat }) => seat !== null))}
    ${isSpectator || ofSpectators.length > 0 ? html`<h3 class="small">${text.play.spectators}</h3>${list(ofSpectators)}` : nothing}
    ${maySpeak ? speech(chat, isSpectator ? text.play.saySpectators : text.play.saySomething) : nothing} ${order(talk, live, chat)}
  </section>`;
}

function speech(chat: MatchChat, label: string): TemplateResult {
  const send = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    const words = field.value.trim();
    if (words !== '') chat.say(words);
    field.value = '';
  };
  return html`<form @submit=${send}>
    <input class="input" maxlength="500" autocomplete="off" aria-label=${label} placeholder=${label} />
    <button class="tool" type="submit" aria-label=${text.play.send}>${icon('next')}</button>
  </form>`;
}

/** Identifies a sender: by player, by key, otherwise by the seat in this match; spectators share one ID. */
function talkerOf({ invite }: RemoteMatch, seat: Seat | null): string {
  const { player, key } = invite?.seats.find(other => other.seat === seat) ?? {};
  return player ?? key ?? `${invite?.id}/${seat ?? 'spectators'}`;
}

function order({ show }: TalkContext, live: RemoteMatch, chat: MatchChat): TemplateResult {
  const words = text.moderation;
  const own = live.seat;
  const muteAll = chat.mute;
  const off = live.invite?.chatOff ?? [];
  const others = (live.invite?.seats ?? []).filter(
    ({ seat, type }) => seat !== own && type === 'person',
  );
  const hasSpectators = chat.messages.some(({ seat }) => seat === null);
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
