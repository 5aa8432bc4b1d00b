/** Points of a record as people see them: the picture, the moves so far, an entry in words. */
import type { Kit, Part } from '@kifu/core';
import type { Frame, Timeline } from '@kifu/record';
import type { GameTexts } from '@kifu/texts/games';
import { columnsOf, fit } from '../columns.ts';
import { movedBy, spellShort } from '../input.ts';
import {
  describeAction,
  describeEvent,
  type MatchVoice,
  type WrittenMove,
} from '../match-words.ts';
import { printable } from '../text.ts';

/** The picture of a frame, with its last move marked, and its captions in the language of the texts. */
export function sceneOf(
  kit: Kit,
  line: Timeline,
  frame: Frame,
  texts: GameTexts,
): ReturnType<Kit['scene']> {
  const before = line.previous(frame);
  const act = frame.entry?.act;
  if (before === null || act?.type !== 'move') return kit.scene(frame.state, undefined, texts);
  const scene = kit.scene(before.state, undefined, texts);
  return kit.scene(frame.state, { scene, move: movedBy(kit, act) }, texts);
}

/** The moves up to an entry, as people write them. */
export function movesUntil(kit: Kit, line: Timeline, n: number): WrittenMove[] {
  return line.entries
    .slice(0, n)
    .flatMap(({ seat, act }, i) =>
      act.type === 'move' && seat !== null
        ? [{ seat, text: spellShort(kit, line.at(i).state, movedBy(kit, act)) }]
        : [],
    );
}

/** Widths of the columns of a list. */
export interface Widths {
  readonly who: number;
  readonly move: number;
}

/** `12  white  Nf3   knight to f3`. */
export function entryLine(
  kit: Kit,
  line: Timeline,
  frame: Frame,
  voice: MatchVoice,
  widths?: Widths,
): string {
  const { n, entry, parts } = frame;
  if (entry === null) return voice.start;
  const number = `${n}`.padStart(`${line.length}`.length);
  if (entry.act.type !== 'move' || entry.seat === null)
    return `${number}  ${describeAction(entry, voice)}`;
  const name = voice.names(entry.seat);
  const who = fit(name, Math.max(columnsOf(name), widths?.who ?? 0));
  const before = line.at(n - 1).state;
  const move = movedBy(kit, entry.act);
  const text = spellShort(kit, before, move).padEnd(widths?.move ?? 0);
  const events = parts.find(({ by }) => by === 'move')?.events ?? [];
  return printable(
    `${number}  ${who}  ${text}  ${kit.describe.move(before, move, events, voice.game)}`,
  );
}

/** Describes what random draws, time and the rules did, one line each. */
export const besides = (kit: Kit, { parts }: Frame, voice: MatchVoice): string[] =>
  parts
    .filter(isBesides)
    .flatMap(({ by, state, events }) =>
      events.map(event =>
        printable(`${voice.causes[by]}${describeEvent(kit, state, event, voice)}`),
      ),
    );

const isBesides = ({ by }: Part): boolean => by !== 'move' && by !== 'setup';
