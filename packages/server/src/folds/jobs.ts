/** Work that plays records through: pure functions from plain data to plain data, so that it can be done in another thread. */
import {
  cidOf,
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
  type Start,
  step,
  type Terms,
  type Turn,
  type Written,
} from '@kifu/core';
import { svg } from '@kifu/core/svg';
import {
  branchHeader,
  drawsOf,
  type Frame,
  isSealed,
  type Timeline,
  termsOf,
  timeline,
} from '@kifu/record';
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
  | BranchJob
  | UploadJob;

/** A point that another match goes on from. */
type BranchJob = Stored & {
  readonly do: 'branch';
  readonly game: string;
  readonly version: number;
  readonly n: number;
  /** Null for the last part of the entry. */
  readonly part: number | null;
  /** Null for the tick of the entry. */
  readonly at: number | null;
};

/** The state that a match goes on from, and where it was. */
export interface Branch {
  readonly start: Start;
  readonly from: NonNullable<Terms['branch']>;
}

/** What comes of each. */
export interface Done {
  readonly write: Written;
  readonly state: Json;
  readonly picture: string;
  readonly branch: Branch;
  readonly upload: Checked;
}

/** Does the work. */
export async function doJob(games: Games, job: Job): Promise<Result<Done[keyof Done]>> {
  if (job.do === 'upload') return checkUpload(games, job);
  const opened = await open(games, job);
  if (!opened.ok) return opened;
  if (job.do === 'write') return writeAs(opened.value, job.form);
  if (job.do === 'branch') return branchOf(opened.value, job);
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

function frameAt(
  { kit, kifu }: Pick<Opened, 'kit' | 'kifu'>,
  { n, tick, ms }: Point,
): Result<Found> {
  if (isSealed(kifu.header) && kifu.ending === null) return SEALED;
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

const SEALED = fail('unsupported', 'the hands of this match are hidden until it has ended');

function branchOf(
  { kit, kifu, nodes }: Opened,
  { game, version, n, part: wanted, at }: BranchJob,
): Result<Branch> {
  if (kit.game.name !== game || kit.game.version !== version)
    return fail('bad-setup', `that match is of ${kit.game.name} version ${kit.game.version}`, {
      at: { path: '/branch/match' },
    });
  const found = frameAt({ kit, kifu }, { n });
  if (!found.ok) return found;
  const { line, frame } = found.value;
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
