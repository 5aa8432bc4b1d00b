/** Messages of clients, read fast: actions, which are nearly all of them, without a schema; equal to the schema by test. */
import { fail, ok, type Result } from '@kifu/core';
import { type ActionMessage, type ClientMessage, clientMessage } from './messages.ts';

/** Reads what a client said. */
export function parseClientMessage(text: string): Result<ClientMessage> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('malformed', 'the message is not JSON');
  }
  if (isPlainMove(value)) return { ok: true, value };
  const parsed = clientMessage.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(step => `/${String(step)}`).join('') ?? '';
  return fail('malformed', 'the message does not follow the live protocol', { at: { path } });
}

/** Whether a value is an action message with a move and no signature: the only one that comes often. */
export function isPlainMove(value: unknown): value is ActionMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { type, id, seen, act } = value as { [key: string]: unknown };
  if (type !== 'act' || !isCount(id) || !isCount(seen)) return false;
  if (typeof act !== 'object' || act === null) return false;
  const { type: kind, move } = act as { [key: string]: unknown };
  return kind === 'move' && move !== undefined && hasKeys(value, 4) && hasKeys(act, 2);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function hasKeys(value: object, wanted: number): boolean {
  let keys = 0;
  for (const _ in value) keys++;
  return keys === wanted;
}
