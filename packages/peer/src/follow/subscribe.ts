/** The asking side of `/kifu/follow/1`. */
import type { Fault } from '@kifu/core';
import type { Frames } from '../match/frame-wire.ts';
import type { Followed, PageResult } from './followed.ts';
import { decodePage, encodeRequest } from './pages.ts';

/** Requests the rest of a match, and adds what comes. Returns the fault that ended it: `unreachable` if the other side closed the stream. */
export async function subscribeToMatch(
  frames: Frames,
  of: string,
  followed: Followed,
  tell: (heard: PageResult) => void,
): Promise<Fault> {
  const { nodes, said } = followed;
  const hear = followed.hear();
  try {
    await frames.send(encodeRequest({ of, count: nodes.length, head: said?.head ?? null }));
    for (let frame = await frames.receive(); frame !== null; frame = await frames.receive()) {
      const page = decodePage(frame);
      const heard = page.ok ? await hear(page.value) : page;
      if (!heard.ok) return heard.fault;
      tell(heard.value);
    }
    return GONE;
  } catch {
    return GONE; // it ended while we spoke
  } finally {
    frames.close();
  }
}

const GONE: Fault = {
  code: 'unreachable',
  message: 'no connected peer publishes the match any more',
};
