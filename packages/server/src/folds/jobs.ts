/** Work that plays records through: pure functions from plain data to plain data, so that it can be done in another thread. */
import {
  fail,
  type Game,
  hashState,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  parseCid,
  type Result,
  type Seat,
  type Written,
} from '@kifu/core';
import { svg, type Turn } from '@kifu/core/svg';
import { type Frame, isSealed, type Timeline, timeline } from '@kifu/record';
import { type Games, type Opened, openSource, writeAs } from '@kifu/record/file';
import { type Checked, checkUpload, type UploadJob } from './upload.ts';

/** A point of a record: after an entry, at a tick or at a time; at the end where nothing is said. */
interface Point {
  readonly n?: number | undefined;
  readonly tick?: number | undefined;
  readonly ms?: number | undefined;
}

/** How a picture is to be drawn. */
interface Look {
  readonly turn: Turn;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly cellPx: number;
  readonly facts: boolean;
}

/** A record as stores have it. */
interface Stored {
  /** Content id of the last node. */
  readonly head: string;
  readonly nodes: readonly Uint8Array[];
}

/** What can be asked. */
export type Job =
  | (Stored & { readonly do: 'write'; readonly form: string })
  | (Stored & {
      readonly do: 'state';
      readonly point: Point;
      /** A form of another program; null for our own. */
      readonly form: string | null;
      readonly legal: boolean;
    })
  | (Stored & { readonly do: 'picture'; readonly point: Point; readonly look: Look })
  | UploadJob;

/** What comes of each. */
export interface Done {
  readonly write: Written;
  readonly state: Json;
  readonly picture: string;
  readonly upload: Checked;
}

/** Does the work. */
export async function doJob(games: Games, job: Job): Promise<Result<Done[keyof Done]>> {
  if (job.do === 'upload') return checkUpload(games, job);
  const opened = await open(games, job);
  if (!opened.ok) return opened;
  if (job.do === 'write') return writeAs(opened.value, job.form);
  const found = frameAt(opened.value, job.point);
  if (!found.ok) return found;
  const { kit } = opened.value;
  return job.do === 'picture'
    ? ok(drawn(kit, found.value.frame, job.look))
    : stateOf(kit, found.value, job);
}

async function open(games: Games, { nodes, head }: Stored): Promise<Result<Opened>> {
  const cid = parseCid(head);
  if (!cid.ok) return cid;
  const source = { name: '', form: 'car', losses: [], nodes, head: cid.value, remarks: null };
  const opened = await openSource(games, source);
  return opened.ok && opened.value.fault !== null
    ? { ok: false, fault: opened.value.fault }
    : opened;
}

interface Found {
  readonly line: Timeline;
  readonly frame: Frame;
}

function frameAt({ kit, kifu }: Opened, { n, tick, ms }: Point): Result<Found> {
  if (isSealed(kifu.header) && kifu.ending === null)
    return fail('unsupported', 'the hands of this match are hidden until it has ended');
  const line = timeline(kit.game as Game, kifu);
  if (!line.ok) return line;
  const { length } = line.value;
  if (n !== undefined && n > length)
    return fail('not-found', `the record has ${length} entries, there is no ${n}`);
  if (tick !== undefined && kit.game.time === undefined)
    return fail('no-ticks', `${kit.game.name} has no ticks`);
  const frame =
    tick !== undefined
      ? line.value.atTick(tick)
      : ms !== undefined
        ? line.value.atMs(ms)
        : line.value.at(n ?? length);
  return ok({ line: line.value, frame });
}

function stateOf(
  { game, positions, stateForms }: Kit,
  { line, frame }: Found,
  { form, legal }: Extract<Job, { readonly do: 'state' }>,
): Result<Json> {
  const { n, state, tick, ms, outcome, parts } = frame;
  if (form !== null) {
    const write = stateForms?.[form];
    return write === undefined
      ? fail('unsupported', `${game.name} has no states in the form ${form}`)
      : ok(write(state));
  }
  return ok({
    ...{ n, entries: line.length, tick, ms },
    active: game.active(state),
    outcome: outcome as unknown as Json,
    state: game.states.canon(state),
    position: positions[0]?.format(state) ?? null,
    hash: hashState(game, state),
    events: parts.flatMap(({ events }) => events) as unknown as Json,
    ...(legal ? { legal: legalOf(game as Game, state) } : {}),
  });
}

const legalOf = (game: Game, state: unknown): JsonObject =>
  Object.fromEntries(
    game
      .active(state)
      .map((seat: Seat) => [
        seat,
        Array.from(game.legal(state, seat), move => game.moves.json.encode(move)),
      ]),
  );

const drawn = ({ scene, art, game, say }: Kit, { state }: Frame, look: Look): string =>
  svg(scene(state), art, { ...look, title: game.name, description: say.position(state) });
