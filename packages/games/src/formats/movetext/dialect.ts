/** PGN and its kin as dialects: one form says how games are read and written. */
import { decodeText, type FormatSplitter, type Json, type RecordFormat } from '@kifu/core';
import { firstOf } from '../text.ts';
import { createCutter } from './cut.ts';
import { createReader, type GameForm, readGames } from './read.ts';
import type { Ended } from './results.ts';
import { type TextForm, writeText } from './write.ts';

/** A dialect of collections, which can be read in every way. */
export interface MovetextDialect extends RecordFormat {
  /** All games, each read when it is asked for; those that cannot be are faults with their place. */
  readonly readAll: NonNullable<RecordFormat['readAll']>;
  readonly reader: NonNullable<RecordFormat['reader']>;
  /** How many games a part has can be told, for tests. */
  cutter(mostGames?: number): FormatSplitter;
}

/** The dialect of a form; its name is also the ending of its files. */
export function movetextDialect<State extends Ended, Move extends Json>(
  name: string,
  form: GameForm & TextForm<State, Move>,
): MovetextDialect {
  const readAll: MovetextDialect['readAll'] = (input, lost) =>
    readGames(form, decodeText(input), lost);
  return {
    name,
    extensions: [name],
    read: (input, lost) => firstOf(readAll(input, lost)),
    readAll,
    reader: (lost, from) => createReader(form, lost, from),
    cutter: mostGames => createCutter(form, mostGames),
    write: (kifu, opening) => writeText(form, kifu, opening ?? null),
  };
}
