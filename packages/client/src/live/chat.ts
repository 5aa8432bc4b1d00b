/** The chat of a live match, as the server has told it. */
import { fail } from '@kifu/core';
import type { MatchChat } from '@kifu/record/match';
import { MAX_CHAT } from '../protocol/constants.ts';
import type { Chat } from '../protocol/messages.ts';
import type { LiveSession } from './session.ts';

export class LiveChat implements MatchChat {
  readonly #session: LiveSession;
  #messages: Chat[] = [];

  constructor(session: LiveSession) {
    this.#session = session;
  }

  get messages(): readonly Chat[] {
    return this.#messages;
  }

  /** Takes what was said so far. */
  load(messages: readonly Chat[]): void {
    this.#messages = [...messages];
  }

  hear(message: Chat): void {
    this.#messages.push(message);
    this.#session.emitter.emit('chat', message);
  }

  readonly say = (text: string): void => {
    // the server would take it for a mistake of the program, and hang up
    if (text.length > 0 && text.length <= MAX_CHAT) this.#session.send({ type: 'chat', text });
    else if (text.length > 0) this.#session.report(TOO_LONG.fault);
  };

  readonly mute = (isMuted: boolean): void =>
    this.#session.send({ type: 'chat-off', isOff: isMuted });
}

const TOO_LONG = fail('too-large', `the message is too long: ${MAX_CHAT} characters at most`);
