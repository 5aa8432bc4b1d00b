/** Branches, checked against the matches of the library. */
import { fail, type Game, type Header, parseCid } from '@kifu/core';
import { checkBranch } from '@kifu/record';
import { BlockNotFoundError, loadNodes } from '@kifu/record/store';
import type { Io } from '../io.ts';
import { hasLibrary, readLibrary } from './open.ts';

/** Returns whether a match branches from the named one, which must be in the library. */
export async function isKeptBranch(io: Io, header: Header | null): Promise<boolean> {
  const branch = header?.terms?.branch ?? null;
  if (header === null || branch === null || !(await hasLibrary(io))) return false;
  const node = parseCid(branch.node);
  const kit = await io.games.load(header.game, header.version);
  if (!node.ok || !kit.ok) return false;
  const checked = await readLibrary(io, async library => {
    try {
      const nodes = await loadNodes(library, node.value);
      return nodes.ok ? checkBranch(kit.value.game as Game, nodes.value, header) : nodes;
    } catch (cause) {
      if (cause instanceof BlockNotFoundError) return fail('not-found', cause.message);
      throw cause;
    }
  });
  return checked.ok;
}
