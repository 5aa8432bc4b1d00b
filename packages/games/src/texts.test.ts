/** Every game speaks every language: moves, positions, events, endings, refusals, captions and cells. */
import {
  describeCell,
  describeOutcome,
  describeRefusal,
  type GameEvent,
  gameTexts,
  type Json,
  type Kit,
  reasonLabel,
  rngFrom,
  type Scene,
  seatNamesOf,
  spaced,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { LANGUAGES, type Language, loadTexts, type Texts } from '@kifu/texts';
import { describe, expect, test } from 'vitest';
import { SETUPS } from '../test/random-scenes.ts';
import { loadKit } from './index.ts';

/** A state, what led there, and what happened on the way. */
interface Moment {
  readonly before: unknown;
  readonly state: unknown;
  readonly move: Json;
  readonly events: readonly GameEvent[];
}

const MOVES = 150;

/** Plays at random; also tries moves of earlier positions, and returns why they were refused. */
function playThrough({ game }: Kit, setup: Json, seed: number) {
  const luck = rngFrom(seed);
  const moments: Moment[] = [];
  const tried: Json[] = [];
  const rules = new Set<string>();
  let { state, outcome } = unwrap(start(game, setup));
  for (let n = 0; n < MOVES && outcome === null; n++) {
    const seats = game.active(state);
    const seat = seats[luck(seats.length)]!;
    const moves = [...game.legal(state, seat)];
    const at = game.time === undefined ? {} : { at: game.time.now(state) + luck(9) };
    const wrong = tried[luck(Math.max(1, tried.length))];
    if (wrong !== undefined) {
      const refused = step(game, state, { do: 'move', seat, move: wrong, ...at });
      if (!refused.ok && refused.fault.rule !== undefined) rules.add(refused.fault.rule);
    }
    const move = moves[luck(Math.max(1, moves.length))];
    const stepped =
      move === undefined
        ? step(game, state, { do: 'time', at: at.at! })
        : step(game, state, { do: 'move', seat, move, ...at });
    if (!stepped.ok) continue;
    if (move !== undefined) {
      tried.push(move);
      const events = stepped.value.parts.flatMap(part => part.events);
      moments.push({ before: state, state: stepped.value.state, move, events });
    }
    ({ state, outcome } = stepped.value);
  }
  return { moments, rules, outcome };
}

/** All names of cells of a scene. */
function cellNames(kit: Kit, scene: Scene, texts: Texts): string[] {
  const names: string[] = [];
  for (const { id: area, columns, rows } of scene.areas)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const name = describeCell(kit, scene, { area, column, row }, gameTexts(kit, texts));
        if (name !== null) names.push(name);
      }
  return names;
}

const isWords = (text: string | null): boolean =>
  text !== null && text.trim() !== '' && !/undefined|null|NaN|\[object/.test(text);

/** Whether a text is no more than the code that it stands for. */
const isCode = (text: string, code: string): boolean =>
  text === code || text.toLowerCase() === `(${spaced(code)})`;

const languages = Object.keys(LANGUAGES) as Language[];

describe.each(SETUPS)('%s %j', async (name, setup) => {
  const kit: Kit = unwrap(await loadKit(name));
  const played = [1, 2, 3].map(seed => playThrough(kit, setup, seed));
  const moments = played.flatMap(match => match.moments);

  test.each(languages)('moves, positions and events in %s', async language => {
    const texts = gameTexts(kit, await loadTexts(language));
    for (const { before, state, move, events } of moments) {
      const moved = kit.describe.move(before, move, events, texts);
      expect(isWords(moved), moved).toBe(true);
      const listed = kit.describe.listed?.(before, move, events, texts);
      if (listed !== undefined) expect(isWords(listed), listed).toBe(true);
      const position = kit.describe.position(state, texts);
      expect(isWords(position), position).toBe(true);
      for (const event of events) {
        const text = kit.describe.event!(state, event, texts);
        // what only the end of a match settles is part of its ending
        if (text === null && /Contest|Finished/.test(event.type)) continue;
        expect(isWords(text) && !isCode(text!, event.type), `${event.type}: ${text}`).toBe(true);
      }
    }
  });

  test.each(languages)('endings and refusals in %s', async language => {
    const all = await loadTexts(language);
    const texts = gameTexts(kit, all);
    for (const { outcome, rules } of played) {
      if (outcome !== null) {
        const text = describeOutcome(outcome, seatNamesOf(kit, texts), all.match, texts);
        const label = reasonLabel(outcome.reason, all.match, texts);
        expect(isWords(text) && !text.includes(`(${spaced(outcome.reason)})`), text).toBe(true);
        expect(isCode(label, outcome.reason), label).toBe(false);
      }
      for (const rule of rules)
        expect(describeRefusal({ rule }, texts, all.match), rule).toMatch(/[.。]$/);
    }
  });

  test.each(languages)('no two cells have the same name in %s', async language => {
    const all = await loadTexts(language);
    const texts = gameTexts(kit, all);
    for (const [i, { state, before, move }] of moments.entries()) {
      if (i % 15 !== 0) continue;
      const earlier = kit.scene(before, undefined, texts);
      const scenes = [kit.scene(state, { scene: earlier, move }, texts)];
      if (kit.sceneOfView !== undefined)
        scenes.push(kit.sceneOfView(kit.game.secrets!.view(state, 0), 0, undefined, texts));
      for (const scene of scenes) {
        const names = cellNames(kit, scene, all);
        expect(names.length).toBeGreaterThan(0);
        expect(names.filter((one, n) => names.indexOf(one) !== n)).toEqual([]);
        for (const one of names) expect(isWords(one), one).toBe(true);
        for (const { label, value } of scene.facts ?? [])
          expect(isWords(label) && isWords(value), `${label}: ${value}`).toBe(true);
      }
    }
  });

  test('each language has words of its own', async () => {
    const { state } = moments.at(-1)!;
    const all = await Promise.all(languages.map(language => loadTexts(language)));
    const positions = all.map(texts => kit.describe.position(state, gameTexts(kit, texts)));
    expect(new Set(positions).size).toBe(languages.length);
  });

  test('options and demos have texts', async () => {
    for (const language of languages) {
      const { options = {}, demos = {} } = gameTexts(kit, await loadTexts(language));
      expect(Object.keys(options)).toEqual(Object.keys(kit.game.options ?? {}));
      expect(Object.keys(demos)).toEqual((kit.demos ?? []).map(demo => demo.name ?? ''));
    }
  });
});
