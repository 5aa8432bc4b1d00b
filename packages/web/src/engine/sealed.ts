/**
 * A match whose hands are still hidden, as somebody sees it who looks on: it cannot be played through, but its server shows what
 * lies on the table after each entry. Where a state is needed, one is made up that looks like it; nothing of it is ever shown.
 */
import {
  bytesToHex,
  canonicalText,
  type Entry,
  type Fault,
  fail,
  type GameEvent,
  type Json,
  type Kit,
  ok,
  type Result,
  type Seat,
  sha256,
} from '@kifu/core';
import {
  decodeHeader,
  decodeNext,
  type Frame,
  isEnding,
  type Timeline,
  toEntry,
} from '@kifu/record';
import { gamesNow } from './games.ts';
import type { Found } from './read.ts';
import { type Session, scoreOf } from './session.ts';
import type { Line, Picture } from './types.ts';
import { entryText, spokenEntry } from './words.ts';

/** What was seen after an entry, as the server tells it. */
export interface Sight {
  readonly n: number;
  readonly view: Json;
  readonly events: readonly Json[];
  readonly active: readonly Seat[];
}

/** A session of a match that nobody can play through yet, and what it was opened from. */
export interface Sealed {
  readonly session: Session;
  readonly found: Found;
}

/** Why most of what can be had of a record cannot be had of this one. */
export const SEALED: Fault = fail('unsupported', 'the hands of this match are still hidden').fault;

/** Opens nodes by what was seen after each of them. */
export async function openSealed(
  id: number,
  nodes: readonly Uint8Array[],
  sights: readonly Sight[],
): Promise<Result<Sealed>> {
  const header = decodeHeader(nodes[0]!);
  if (!header.ok) return header;
  const kit = await (await gamesNow()).loadKit(header.value.game, header.value.version);
  if (!kit.ok) return kit;
  if (
    kit.value.game.secrets === undefined ||
    kit.value.sceneOfView === undefined ||
    sights.length === 0
  )
    return { ok: false, fault: SEALED };
  const entries = entriesOf(kit.value, nodes).slice(0, sights.length - 1);
  const kifu = { header: header.value, entries, ending: null, notes: [], variations: [] };
  const found: Found = {
    ...{ kifu, nodes, match: sha256(nodes[0]!), head: sha256(nodes.at(-1)!) },
    ...{ fault: SEALED, entries: entries.length, losses: [], form: 'car' },
  };
  const line = lineOfSights(kit.value, kifu, sights.slice(0, entries.length + 1));
  const score = scoreOf(id, kit.value, line, found);
  const session: Session = {
    score: {
      ...score,
      ...{ isPartial: true, fault: null, worth: null },
      lines: score.lines.map((each, i) => ({
        ...each,
        ...wordsOf(kit.value, line, sights, nodes[i + 1]!, i + 1),
      })),
    },
    kit: kit.value,
    line,
    picture: moment =>
      pictureOf(kit.value, line.at('n' in moment ? moment.n : line.length), sights),
    draw: () => null,
  };
  return ok({ session, found });
}

function entriesOf({ game }: Kit, nodes: readonly Uint8Array[]): Entry[] {
  const entries: Entry[] = [];
  for (const bytes of nodes.slice(1)) {
    const node = decodeNext(bytes);
    const entry = node.ok && !isEnding(node.value) ? toEntry(game, node.value) : null;
    if (entry === null || !entry.ok) break;
    entries.push(entry.value);
  }
  return entries;
}

/** A timeline of made-up states, one for each sight. */
function lineOfSights(kit: Kit, kifu: Timeline['kifu'], sights: readonly Sight[]): Timeline {
  const { game } = kit;
  const { entries } = kifu;
  const frames = sights.map(({ view, events }, n): Frame => {
    const state = game.secrets!.sample(view, 0);
    const parts = [{ by: 'move' as const, state, events: events as readonly GameEvent[] }];
    const ms = n === 0 ? 0 : entries[n - 1]!.ms;
    return { n, entry: entries[n - 1] ?? null, state, parts, outcome: null, tick: null, ms };
  });
  const last = frames.length - 1;
  const at = (n: number) => frames[Math.max(0, Math.min(last, Math.trunc(n) || 0))]!;
  const atMs = (ms: number) => frames.findLast(frame => (frame.ms ?? 0) <= ms) ?? frames[0]!;
  return {
    ...{ game, kifu, length: last, at, atMs },
    ...{ lastTick: null, anchor: null, sizeBytes: 0 },
    durationMs: entries.at(-1)?.ms ?? 0,
    atTick: () => at(last),
    frameAt: ms => ({ ...atMs(ms), share: 0 }),
    tickOf: () => null,
    next: ({ n }) => frames[n + 1] ?? null,
    previous: ({ n }) => frames[n - 1] ?? null,
    marks: frames.flatMap(({ n, ms, parts }) =>
      parts.flatMap(({ events }) => events.map(event => ({ n, part: 0, event, tick: null, ms }))),
    ),
    clocks: () => null,
    clockwork: () => null,
  };
}

/** How many states are made up to find one in which a move does what was seen. */
const MOST_TRIES = 5000;

/** Words of entries by the digest of their node: a match that goes on is opened again and again. */
const known = new Map<string, Words>();
const MOST_KNOWN = 2000;

type Words = Partial<Pick<Line, 'text' | 'spoken'>>;

function wordsOf(
  kit: Kit,
  line: Timeline,
  sights: readonly Sight[],
  node: Uint8Array,
  n: number,
): Words {
  const key = bytesToHex(sha256(node));
  const words = known.get(key) ?? findWords(kit, line, sights, n);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, words);
  return words;
}

/** An entry in words: by a state in which its move leads to what was seen, so that the move is called what it was; else by its events. */
function findWords(kit: Kit, line: Timeline, sights: readonly Sight[], n: number): Words {
  const { entry, parts } = line.at(n);
  if (entry?.act.type !== 'move' || entry.seat === null) return {};
  const state = stateBefore(kit, sights[n - 1]!.view, sights[n]!.view, entry);
  if (state === null) {
    const text = parts.flatMap(({ events }) => events.map(eventWords)).join(', ') || 'a move';
    return { text, spoken: text };
  }
  const at = (k: number) => (k === n - 1 ? { ...line.at(k), state } : line.at(k));
  const shown: Timeline = { ...line, at };
  return { text: entryText(kit, shown, n), spoken: spokenEntry(kit, shown, n) };
}

const eventWords = ({ type, tile }: GameEvent): string =>
  Array.isArray(tile) ? `${type} ${tile.join('-')}` : type;

function stateBefore({ game }: Kit, before: Json, after: Json, { seat, act }: Entry): unknown {
  const move = act.type === 'move' ? game.moves.json.decode(act.move) : null;
  if (move === null || !move.ok || seat === null) return null;
  const { sample, view } = game.secrets!;
  const wanted = canonicalText(after);
  for (let seed = 0; seed < MOST_TRIES; seed++) {
    const state = sample(before, seed);
    const played = game.play(state, seat, move.value);
    if (played.ok && canonicalText(view(played.value.state, null)) === wanted) return state;
  }
  return null;
}

function pictureOf(kit: Kit, frame: Frame, sights: readonly Sight[]): Picture {
  const { view, active } = sights[frame.n]!;
  return {
    ...{ n: frame.n, tick: null, clockwork: null, outcome: null, active },
    scene: kit.sceneOfView!(view, null),
    said: kit.say.position(frame.state),
  };
}
