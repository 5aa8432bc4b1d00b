/** A peer as others hold it: the same requests in this process, over the socket and from the page. */
import { type Fail, fail, type Result } from '@kifu/core';
import {
  type CheckedInput,
  PEER_API,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from './requests.ts';

/** All requests as functions. */
export type PeerApi = {
  readonly [K in RequestName]: (input: RequestInput<K>) => Promise<Result<RequestOutput<K>>>;
};

/** What answers them, with input that was checked. */
export type PeerHandlers = {
  readonly [K in RequestName]: (input: CheckedInput<K>) => Promise<Result<RequestOutput<K>>>;
};

/** A player's directory that can be asked, until it is closed. */
export interface PeerService {
  readonly api: PeerApi;
  close(): Promise<void>;
}

const names = Object.keys(PEER_API) as RequestName[];

/** Makes an API of a function that answers any request. */
export const apiOver = (
  ask: (name: RequestName, input: unknown) => Promise<Result<unknown>>,
): PeerApi =>
  Object.fromEntries(
    names.map(name => [name, (input: unknown) => ask(name, input)]),
  ) as unknown as PeerApi;

/** The API of handlers: each input is checked against its row first. `run` decides when a handler works. */
export const apiOf = (
  handlers: PeerHandlers,
  run: <T>(name: RequestName, work: () => Promise<Result<T>>) => Promise<Result<T>>,
): PeerApi =>
  apiOver(async (name, input) => {
    const checked = PEER_API[name].input.safeParse(input);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      return fail('malformed', `invalid input of ${name}: ${issue!.message}`, {
        at: { path: issue!.path.map(part => `/${String(part)}`).join('') },
      });
    }
    const handler = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    return run(name, () => handler(checked.data));
  });

/** Answers a request of which nothing is known yet, not even that it is one; what a handler throws is a fault. */
export async function answerRequest(
  api: PeerApi,
  given: unknown,
  isOpen: (name: RequestName) => boolean = () => true,
): Promise<Result<unknown>> {
  const { request, input } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly request?: unknown;
    readonly input?: unknown;
  };
  const name = names.find(each => each === request);
  if (name === undefined) return unknownRequest(request);
  if (!isOpen(name)) return fail('unsupported', `${name} is not allowed for this page`);
  try {
    return await (api[name] as (input: unknown) => Promise<Result<unknown>>)(input ?? {});
  } catch (cause) {
    return fail('unwritable', cause instanceof Error ? cause.message : `${cause}`);
  }
}

const unknownRequest = (request: unknown): Fail =>
  fail('unsupported', `unknown request ${JSON.stringify(request ?? null)?.slice(0, 100)}`);
