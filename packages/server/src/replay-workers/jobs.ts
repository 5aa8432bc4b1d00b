/** Jobs that replay records: pure functions from plain data to plain data, so that they can run in another thread. */
import {
  cidOf,
  fail,
  type Game,
  hashState,
  type Json,
  type JsonObject,
  ok,
  parseCid,
  type Result,
  type Seat,
  type Start,
  step,
  type Terms,
  type WriteResult,
} from '@kifu/core';
import { type SvgOptions, svg } from '@kifu/core/svg';
import {
  branchHeader,
  createPoints,
  type Frame,
  sceneOfFrame,
  type Timeline,
  timelineOf,
} from '@kifu/record';
import {
  findGameIn,
  type Games,
  type MakeReaders,
  type OpenedSource,
  openSource,
  writeAs,
} from '@kifu/record/file';
import { drawsOf, isHiding, termsOf } from '@kifu/record/match-state';
import { type Unpacked, unpack } from '@kifu/record/pack';
import type { TimelinePoints } from '@kifu/record/replay';
import { pngOf } from './png.ts';
import { type CheckedUpload, checkUpload, type UploadJob } from './upload.ts';

/** A point of a record: after an entry, at a tick or at a time; the end by default. */
interface RecordPoint {
  readonly n?: number | undefined;
  readonly tick?: number | undefined;
  readonly ms?: number | undefined;
}

/** How an image is drawn. */
export type PictureStyle = Pick<
  SvgOptions,
  'turn' | 'theme' | 'cellPx' | 'sizePx' | 'facts' | 'coordinates'
>;

/** Record as stored. */
interface StoredRecord {
  /** Content ID of the last node. */
  readonly head: string;
  readonly nodes: readonly Uint8Array[];
}

/** Jobs. */
export type ReplayJob =
  | (StoredRecord & {
      readonly do: 'write';
      readonly form: string;
      /** The block of annotations of the match; null if there is none. */
      readonly remarks: Uint8Array | null;
    })
  | (StoredRecord & {
      readonly do: 'state';
      readonly point: RecordPoint;
      /** A format of another program; null for our own. */
      readonly form: string | null;
      readonly legal: boolean;
    })
  | (StoredRecord & {
      readonly do: 'picture';
      readonly point: RecordPoint;
      readonly look: PictureStyle;
    })
  | { readonly do: 'raster'; readonly svg: string }
  | { readonly do: 'unpack'; readonly pack: Uint8Array }
  | BranchJob
  | UploadJob;

/** Point from which another match starts. */
type BranchJob = StoredRecord & {
  readonly do: 'branch';
  readonly game: string;
  readonly version: number;
  readonly n: number;
  /** Null for the last part of the entry. */
  readonly part: number | null;
  /** Null for the tick of the entry. */
  readonly at: number | null;
};

/** State from which a match starts, and where it comes from. */
export interface BranchStart {
  readonly start: Start;
  readonly from: NonNullable<Terms['branch']>;
}

/** Results of jobs. */
export interface JobResults {
  readonly write: WriteResult;
  readonly state: Json;
  readonly picture: string;
  readonly raster: Uint8Array;
  readonly unpack: Unpacked;
  readonly branch: BranchStart;
  readonly upload: CheckedUpload;
}

/** Runs a job. */
export async function doJob(
  games: Games,
  job: ReplayJob,
): Promise<Result<JobResults[keyof JobResults]>> {
  if (job.do === 'upload') return checkUpload(games, job);
  if (job.do === 'raster') return ok(await pngOf(job.svg));
  if (job.do === 'unpack') return unpack(findGameIn(games), job.pack);
  if (job.do === 'write') {
    const opened = await open(games, job, job.remarks);
    return opened.ok ? write(opened.value, job.form) : opened;
  }
  const seekable = await openSeekable(games, job);
  if (!seekable.ok) return seekable;
  if (job.do === 'branch') return branchOf(seekable.value, job);
  const frame = frameAt(seekable.value, job.point);
  if (!frame.ok) return frame;
  return job.do === 'picture'
    ? ok(drawn(seekable.value, frame.value, job.look))
    : stateOf(seekable.value, frame.value, job);
}

async function open(
  games: Games,
  { nodes, head }: StoredRecord,
  remarks: Uint8Array | null,
  readers?: MakeReaders,
): Promise<Result<OpenedSource>> {
  const cid = parseCid(head);
  if (!cid.ok) return cid;
  const source = { name: '', form: 'car', losses: [], nodes, head: cid.value, remarks };
  const opened = await openSource(games, source, readers);
  return opened.ok && opened.value.fault !== null
    ? { ok: false, fault: opened.value.fault }
    : opened;
}

async function write(opened: OpenedSource, form: string): Promise<Result<WriteResult>> {
  const written = await writeAs(opened, form);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  return ok({ output, losses: [...opened.losses, ...losses] });
}

/** Record in which any point can be examined. */
interface Seekable extends Pick<OpenedSource, 'kit' | 'kifu' | 'nodes'> {
  readonly line: Timeline;
}

/** Opens a record, and indexes it for seeking. */
async function openSeekable(games: Games, stored: StoredRecord): Promise<Result<Seekable>> {
  let points: TimelinePoints | null = null;
  const opened = await open(games, stored, null, ({ game }) => {
    points = createPoints(game as Game);
    return [points];
  });
  if (!opened.ok) return opened;
  const { kit, kifu, nodes } = opened.value;
  if (isHiding(kit.game as Game, kifu.header, kifu.ending !== null)) return SEALED;
  return ok({ kit, kifu, nodes, line: timelineOf(points!) });
}

function frameAt({ kit, line }: Seekable, { n, tick, ms }: RecordPoint): Result<Frame> {
  const { length } = line;
  if (n !== undefined && n > length)
    return fail('not-found', `entry ${n} not found: the record has ${length} entries`);
  if (tick !== undefined && kit.game.time === undefined)
    return fail('no-ticks', `${kit.game.name} has no ticks`);
  const frame =
    tick !== undefined
      ? line.atTick(tick)
      : ms !== undefined
        ? line.atMs(ms)
        : line.at(n ?? length);
  return ok(frame);
}

const SEALED = fail('unsupported', 'the hands of this match are hidden until it ends');

function branchOf(
  seekable: Seekable,
  { game, version, n, part: wanted, at }: BranchJob,
): Result<BranchStart> {
  const { kit, kifu, nodes, line } = seekable;
  if (kit.game.name !== game || kit.game.version !== version)
    return fail('bad-setup', `that match is of ${kit.game.name} version ${kit.game.version}`, {
      at: { path: '/branch/match' },
    });
  const found = frameAt(seekable, { n });
  if (!found.ok) return found;
  const frame = found.value;
  const part = wanted ?? frame.parts.length;
  if (part > frame.parts.length) return fail('not-found', `entry ${n} has no part ${part}`);
  const here = part === 0 && n > 0 ? line.at(n - 1).state : (frame.parts[part - 1] ?? frame).state;
  const { header } = kifu;
  const passed =
    at === null
      ? ok({ state: here })
      : step(kit.game, here, { do: 'time', at }, drawsOf({ terms: termsOf(header) }));
  if (!passed.ok) return passed;
  const node = cidOf('dag-cbor', nodes[n]!);
  const branch = branchHeader({
    game: kit.game,
    header,
    node,
    state: passed.value.state,
    part,
    at,
  });
  return ok({ start: branch.start!, from: termsOf(branch).branch! });
}

function stateOf(
  { kit: { game, positions, stateForms }, line }: Seekable,
  frame: Frame,
  { form, legal }: Extract<ReplayJob, { readonly do: 'state' }>,
): Result<Json> {
  const { n, state, tick, ms, outcome, parts } = frame;
  if (form !== null) {
    const write = stateForms?.[form];
    return write === undefined
      ? fail('unsupported', `${game.name} does not support the state format ${form}`)
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

const drawn = ({ kit, line }: Seekable, frame: Frame, look: PictureStyle): string =>
  svg(sceneOfFrame(kit, line, frame), kit.art, {
    ...look,
    title: kit.game.name,
    description: kit.describe.position(frame.state),
  });
