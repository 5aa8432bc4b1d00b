/** Refusals of the lobby: a fault like any other, and the error event of the rule sheet with its payload (§16.5). */
import { type Fail, type FaultCode, fail, type GameEvent, type JsonObject } from '@kifu/core';

/** A refusal with the error as the original tells it. */
export interface LobbyRefusal extends Fail {
  readonly error: GameEvent;
}

/** Refuses under a name of the sheet. */
export const refuse = (
  type: string,
  message: string,
  payload: JsonObject,
  code: FaultCode = 'illegal-move',
): LobbyRefusal => ({ ...fail(code, message, { rule: type }), error: { type, ...payload } });
