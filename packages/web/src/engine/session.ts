/** A record that is open: everything the page is told about it once, and pictures of any moment of it. */
import { formatCid, type Kit, ok, type Result, type Scene, type Seat } from '@kifu/core';
import { type Frame, idOf, type Timeline, timeline } from '@kifu/record';
import { capturesOf } from './captures.ts';
import { clocksOf } from './clocks.ts';
import { drawAt } from './draw.ts';
import { gamesNow } from './games.ts';
import { marksOf } from './marks.ts';
import type { Found } from './read.ts';
import type { Draw, Line, Moment, Picture, Score } from './types.ts';
import { entryText, outcomeText, spokenEntry } from './words.ts';

/** An open record. */
export interface Session {
  readonly score: Score;
  readonly kit: Kit;
  readonly line: Timeline;
  /** What there is to see; as one seat sees it, or all of it. */
  picture(moment: Moment, as: Seat | null): Picture;
  /** How chance came about at an entry; null where nothing was drawn. */
  draw(n: number): Draw | null;
}

/** Opens what was found. */
export async function openSession(
  id: number,
  found: Found,
  isPartial: boolean,
): Promise<Result<Session>> {
  const { header } = found.kifu;
  const kit = await (await gamesNow()).loadKit(header.game, header.version);
  if (!kit.ok) return kit;
  const line = timeline(kit.value.game, found.kifu);
  if (!line.ok) return line;
  const captures = capturesOf(kit.value, line.value);
  const clocks = clocksOf(line.value);
  const session: Session = {
    score: { ...scoreOf(id, kit.value, line.value, found), isPartial },
    kit: kit.value,
    line: line.value,
    picture(moment, as) {
      const picture = pictureAt(kit.value, line.value, clocks, moment, as);
      const { scene, n } = picture;
      if (scene.facts !== undefined) return picture;
      return { ...picture, scene: { ...scene, facts: captures(n) } };
    },
    draw: n => drawAt(kit.value, line.value, found.match, n),
  };
  return ok(session);
}

/** What the page is told about a record once. */
export function scoreOf(
  id: number,
  kit: Kit,
  line: Timeline,
  found: Found,
): Omit<Score, 'isPartial'> {
  const { kifu, fault, entries, losses, form, match, head } = found;
  const last = line.at(line.length);
  const seats = kifu.header.players.map(({ seat }) => seat);
  const opening = kit.scene(line.at(0).state);
  return {
    id,
    game: kifu.header.game,
    title: kit.title,
    header: kifu.header,
    seatNames: kit.seatNames,
    seats,
    turns: seats.map(seat => kit.side?.(seat, opening) ?? 0),
    lines: kifu.entries.map((_, i) => lineOf(kit, line, i + 1)),
    marks: marksOf(kit, line),
    notes: kifu.notes.map(({ entry, author, text, glyphs }) => ({
      n: entry,
      author,
      text,
      glyphs,
    })),
    variations: kifu.variations.length,
    durationMs: line.durationMs,
    hz: kit.game.time?.hz(line.at(0).state) ?? null,
    anchor: line.anchor,
    isFree: kit.game.pace === 'free',
    worth: worthOf(kit, line),
    outcome: last.outcome,
    outcomeText: last.outcome === null ? null : outcomeText(kit, last.outcome),
    hasSecrets: kit.game.secrets !== undefined,
    fault,
    entries,
    losses,
    form,
    match: formatCid(idOf(match)),
    head: formatCid(idOf(head)),
  };
}

function lineOf(kit: Kit, line: Timeline, n: number): Line {
  const { seat, act, ms } = line.kifu.entries[n - 1]!;
  const events = line.at(n).parts.flatMap(part => part.events);
  return {
    seat,
    text: entryText(kit, line, n),
    spoken: spokenEntry(kit, line, n),
    kind: act.type === 'move' ? 'move' : act.type === 'links' ? 'chance' : 'word',
    events: [...new Set(events.map(({ type }) => type))],
    ms,
    tick: line.tickOf(n),
  };
}

/** Many states are dear to judge; more than so many entries are not. */
const MOST_JUDGED = 2000;

function worthOf({ judge, game }: Kit, line: Timeline): number[] | null {
  const seat = line.kifu.header.players[0]?.seat ?? 0;
  if (judge === undefined || game.seats[1] > 2 || line.length > MOST_JUDGED) return null;
  return Array.from({ length: line.length + 1 }, (_, n) => judge(line.at(n).state, seat));
}

function pictureAt(
  kit: Kit,
  line: Timeline,
  clocks: ReturnType<typeof clocksOf>,
  moment: Moment,
  as: Seat | null,
): Picture {
  const frame = 'ms' in moment ? line.frameAt(moment.ms) : { ...line.at(moment.n), share: 0 };
  return {
    n: frame.n,
    tick: frame.tick,
    scene: sceneOf(kit, line, frame, frame.share, as),
    said: kit.say.position(frame.state),
    clockwork: clocks(frame.n),
    active: frame.outcome === null ? kit.game.active(frame.state) : [],
    outcome: frame.outcome,
  };
}

function sceneOf(kit: Kit, line: Timeline, frame: Frame, share: number, as: Seat | null): Scene {
  const { secrets } = kit.game;
  if (as !== null && secrets !== undefined && kit.sceneOfView !== undefined)
    return kit.sceneOfView(secrets.view(frame.state, as), as);
  if (kit.game.pace === 'free' && kit.sceneWithin !== undefined)
    return kit.sceneWithin(frame.state, share);
  const act = frame.entry?.act;
  if (frame.n === 0 || act?.type !== 'move') return kit.scene(frame.state);
  const before = { scene: kit.scene(line.at(frame.n - 1).state), move: act.move };
  return kit.scene(frame.state, before);
}
