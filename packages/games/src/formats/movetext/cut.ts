/** Cutting texts of many games into parts of some games each, which are then read apart from each other as they would be together. */
import type { CutPart, FormatSplitter } from '@kifu/core';
import { type GameForm, IGNORE_LOSSES } from './read.ts';
import { scanGame } from './scan.ts';
import { createFeeder, createScan, nextGame, startAfter, WHOLE } from './scan-state.ts';

/** Maximum number of games in a part, and the length in characters after which it ends. */
const GAMES = 128;
const LENGTH = 1 << 18;

/** A cutter for text of any length: it keeps no more than a piece and a part. How large parts are can be told, for tests. */
export function createCutter({ syntax }: GameForm, mostGames = GAMES): FormatSplitter {
  const scan = createScan(syntax, IGNORE_LOSSES);
  const feedPiece = createFeeder(scan);
  /** What is not cut off yet, its offset and how many games are in it. */
  let text = '';
  let offset = 0;
  let games = 0;
  let from = WHOLE;
  /** Whether the present game is refused, so that its text is of no use. */
  let isRefused = false;

  /** Takes the text before an index of the scan. */
  const takeText = (index: number): string => {
    const taken = text.slice(0, scan.cursor.dropped + index - offset);
    text = text.slice(taken.length);
    offset += taken.length;
    return taken;
  };

  /** Forgets the text of a game that is refused, and cuts off the games before it. */
  const dropRefused = (): CutPart[] => {
    const before = isRefused ? '' : takeText(scan.begin);
    isRefused = true;
    takeText(scan.at);
    return before === '' ? [] : [{ text: before, from }];
  };

  const endGame = (): CutPart[] => {
    const parts: CutPart[] = [];
    if (scan.fault !== null) parts.push(...dropRefused(), { ok: false, fault: scan.fault });
    else if (++games >= mostGames || scan.cursor.dropped + scan.at - offset >= LENGTH)
      parts.push({ text: takeText(scan.at), from });
    if (parts.length > 0) {
      from = startAfter(scan);
      games = 0;
    }
    nextGame(scan);
    isRefused = false;
    return parts;
  };

  const push = (piece: string): CutPart[] => {
    text += piece;
    const parts: CutPart[] = [];
    if (!feedPiece(piece)) return parts;
    while (scanGame(scan)) parts.push(...endGame());
    if (scan.fault !== null) parts.push(...dropRefused());
    return parts;
  };

  return {
    push,
    end() {
      scan.last = true;
      const parts = push('');
      return text === '' ? parts : [...parts, { text, from }];
    },
  };
}
