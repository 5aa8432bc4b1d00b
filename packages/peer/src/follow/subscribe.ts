/** The asking side of `/kifu/follow/1`. */
import type { Fault } from '@kifu/core';
import type { Frames } from '../match/frame-wire.ts';
import type { Followed, PageResult } from './followed.ts';
import { decodePage, encodeRequest } from './pages.ts';

/** Asks for the rest of a match, and takes what comes. Gives the fault that ended it: `unreachable` where the other closed the stream. */
export async function hearMatch(
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
