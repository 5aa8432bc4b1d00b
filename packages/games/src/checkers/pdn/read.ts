/** Reading PDN: one game after the other, each a record or a fault; every move of it played. */
import {
  endingOf,
  type Fail,
  type Fault,
  fail,
  type Kifu,
  type Lost,
  ok,
  type Result,
} from '@kifu/core';
import { agreeOn, outcomeOf } from './ending.ts';
import { headerOf } from './header.ts';
import {
  addComment,
  addGlyph,
  addVariation,
  branchOff,
  createLine,
  type Line,
  playWord,
  refuseBegun,
} from './line.ts';
import { createPlaces } from './place.ts';
import { scanGames } from './scan.ts';
import type { Stated, Token } from './tokens.ts';

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export function* readPdn(text: string, lost?: Lost): Generator<Result<Kifu>, void, void> {
  const placeOf = createPlaces(text);
  const placed = (fault: Fault, begin: number): Fail => ({
    ok: false,
    fault: { ...fault, at: placeOf(fault.at?.offset ?? begin) },
  });
  for (const { begin, tokens, fault } of scanGames(text)) {
    if (fault !== null) {
      yield placed(fault, begin);
      continue;
    }
    if (tokens.every(({ kind }) => kind === 'comment' || kind === 'escape')) {
      lost?.('a comment that belongs to no game');
      continue;
    }
    const game = parseGame(tokens, lost ?? NOBODY);
    yield game.ok ? game : placed(game.fault, begin);
  }
}

/** Hears nothing. */
const NOBODY: Lost = () => {};

/** Makes a record of the tokens of a game. */
function parseGame(tokens: readonly Token[], lost: Lost): Result<Kifu> {
  const given = headerOf(tokens, lost);
  if (!given.ok) return given;
  const { header, state, result } = given.value;
  const main = createLine(null, 0, state, 0);
  const stated = parseMoves(tokens, main, lost);
  if (!stated.ok) return stated;
  const agreed = agreeOn(stated.value, result);
  const outcome = agreed.ok
    ? outcomeOf(agreed.value, header.tags.Termination, main.state, lost)
    : agreed;
  if (!outcome.ok) {
    const offset = tokens.findLast(({ kind }) => kind === 'result')?.at ?? tokens[0]!.at;
    return { ok: false, fault: { ...outcome.fault, at: { offset } } };
  }
  const ending = outcome.value && endingOf(outcome.value);
  const { entries, notes, variations } = main;
  return ok({ header, entries, ending, notes, variations });
}

/** Reads the movetext into the main line; gives the result that stands at its end. */
function parseMoves(tokens: readonly Token[], main: Line, lost: Lost): Result<Stated> {
  const open: Line[] = [];
  let line = main;
  let result: Result<Stated> = ok('unknown');
  for (const token of tokens) {
    const wrong = token.kind === 'word' ? null : refuseSplit(line, token);
    if (wrong !== null) return wrong;
    switch (token.kind) {
      case 'word': {
        const refused = playWord(line, token.text, token.at);
        if (refused !== null) return refused;
        break;
      }
      case 'comment':
        addComment(line, token.text);
        break;
      case 'glyph':
        addGlyph(line, token.glyph);
        break;
      case 'open':
        open.push(line);
        line = branchOff(line, token.at);
        break;
      case 'close': {
        const outer = open.pop()!; // the scanner has counted them
        addVariation(outer, line);
        line = outer;
        break;
      }
      case 'result':
        if (line.opened !== null) lost('a result within a variation');
        else result = result.ok ? agreeOn(token.result, result.value) : result;
        break;
      case 'escape':
        lost('a line behind a percent sign');
    }
    if (!result.ok) return { ok: false, fault: { ...result.fault, at: { offset: token.at } } };
  }
  if (line.opened !== null)
    return fail('malformed', 'this variation is not closed', { at: { offset: line.opened } });
  return refuseBegun(line) ?? result;
}

/** Jumps that are written one by one may have remarks between them, but nothing else. */
const refuseSplit = (line: Line, { kind }: Token): Fail | null =>
  kind === 'open' || kind === 'close' || kind === 'result' ? refuseBegun(line) : null;

/** Text from a file: UTF-8, or where it is none Latin-1, as older files are. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeLatin1(bytes);
  }
}

// the byte order mark is kept, so that offsets count it
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Not by a decoder: those take other characters for some of the bytes. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += LATIN1_STEP)
    text += String.fromCharCode(...bytes.subarray(i, i + LATIN1_STEP));
  return text;
}

/** As many as a call may safely have arguments. */
const LATIN1_STEP = 4096;
