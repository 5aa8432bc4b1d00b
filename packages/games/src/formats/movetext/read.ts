/** Reading texts of many games: a whole text lazily, or piece by piece; one game at a time, each a record or a fault. */
import type { Fail, Fault, FormatReader, Json, Kifu, OnLoss, Result } from '@kifu/core';
import { scanGame } from './scan.ts';
import {
  createFeeder,
  createScan,
  faultAt,
  feed,
  NOTHING,
  nextGame,
  type PartStart,
  type Scan,
  type Syntax,
  WHOLE,
} from './scan-state.ts';
import { NUMBER, type Tokens } from './tokens.ts';

/** How a dialect is read. */
export interface GameForm {
  readonly syntax: Syntax;
  /** Makes a record of the tokens of a game. Faults have their offset in the text at hand. */
  parseGame(text: string, tokens: Tokens, lost: OnLoss): Result<Kifu>;
}

/** For callers who do not ask what is lost. */
export const IGNORE_LOSSES: OnLoss = () => {};

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export function* readGames(
  form: GameForm,
  text: string,
  lost: OnLoss = IGNORE_LOSSES,
): Generator<Result<Kifu>, void, void> {
  const scan = createScan(form.syntax, lost);
  feed(scan, text);
  scan.last = true;
  while (scanGame(scan)) yield takeGame(form, scan);
  endScan(scan);
}

/** A reader for text of any length: it keeps no more than a piece and a game. For a part of a larger text, `from` says where it began. */
export function createReader(
  form: GameForm,
  lost: OnLoss = IGNORE_LOSSES,
  from: Json = WHOLE,
): FormatReader {
  const scan = createScan(form.syntax, lost, from as PartStart);
  const feedPiece = createFeeder(scan);
  const push = (piece: string): Result<Kifu>[] => {
    const games: Result<Kifu>[] = [];
    if (feedPiece(piece)) while (scanGame(scan)) games.push(takeGame(form, scan));
    return games;
  };
  return {
    push,
    end() {
      scan.last = true;
      const games = push('');
      endScan(scan);
      return games;
    },
  };
}

/** Reports remarks after the last game. */
function endScan(scan: Scan): void {
  if (scan.phase === NOTHING && scan.tokens.size > 0 && scan.tokens.list[0] !== NUMBER)
    scan.tell('a comment that belongs to no game');
  nextGame(scan);
}

function takeGame(form: GameForm, scan: Scan): Result<Kifu> {
  const game =
    scan.fault === null ? form.parseGame(scan.text, scan.tokens, scan.tell) : fault(scan.fault);
  const taken = game.ok || scan.fault !== null ? game : fault(placed(scan, game.fault));
  nextGame(scan);
  return taken;
}

const fault = (fault: Fault): Fail => ({ ok: false, fault });

/** A fault with line and column; one without a location is that of the whole game. */
const placed = (scan: Scan, fault: Fault): Fault =>
  faultAt(scan, fault, fault.at?.offset ?? scan.begin);
