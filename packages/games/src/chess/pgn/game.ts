/** One game: its tokens made a record, every move of it played. Faults have their offset in the text at hand. */
import { endingOf, fail, type Kifu, ok, type Result } from '@kifu/core';
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
  readComment,
} from './line.ts';
import { cleanText, withoutBraces } from './remarks.ts';
import * as token from './tokens.ts';

/** Makes a record of the tokens of a game. */
export function parseGame(text: string, tokens: token.Tokens): Result<Kifu> {
  const given = headerOf(text, tokens);
  if (!given.ok) return given;
  const { header, state, result } = given.value;
  const main = createLine(null, 0, state, 0);
  const stated = parseMoves(text, tokens, main);
  if (!stated.ok) return stated;
  const agreed = agreeOn(stated.value, result);
  const outcome = agreed.ok ? outcomeOf(agreed.value, header.tags.Termination, main.state) : agreed;
  if (!outcome.ok) return { ok: false, fault: { ...outcome.fault, at: { offset: endOf(tokens) } } };
  const ending = outcome.value && endingOf(outcome.value);
  const { entries, notes, variations } = main;
  return ok({ header, entries, ending, notes, variations });
}

/** Reads the movetext into the main line; gives the result that stands at its end, null where none does. */
function parseMoves(text: string, tokens: token.Tokens, main: Line): Result<token.Stated | null> {
  const { list, size } = tokens;
  const open: Line[] = [];
  let line = main;
  let result: token.Stated | null = null;
  for (let i = 0; i < size; i += 3) {
    const start = list[i + 1]!;
    const end = list[i + 2]!;
    switch (list[i]) {
      case token.WORD: {
        const wrong = playWord(line, text, start, end);
        if (wrong !== null) return { ok: false, fault: { ...wrong.fault, at: { offset: start } } };
        break;
      }
      case token.COMMENT:
        readComment(line, text, start, end);
        break;
      case token.REST:
        addComment(line, withoutBraces(cleanText(text.slice(start, end))));
        break;
      case token.GLYPH:
        addGlyph(line, end);
        break;
      case token.OPEN:
        open.push(line);
        line = branchOff(line, start);
        break;
      case token.CLOSE: {
        const outer = open.pop()!; // the scanner has counted them
        addVariation(outer, line);
        line = outer;
        break;
      }
      case token.RESULT:
        result = end as token.Stated;
    }
  }
  if (line.opened === null) return ok(result);
  return fail('malformed', 'this variation is not closed', { at: { offset: line.opened } });
}

/** Where the result stands; without one, where the game begins. */
function endOf({ list, size }: token.Tokens): number {
  let i = size - 3;
  while (i > 0 && list[i] !== token.RESULT) i -= 3;
  return list[Math.max(i, 0) + 1]!;
}
