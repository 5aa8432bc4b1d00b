/** Games: listed, shown, played, ended, signed. */
import {
  type CommitStep,
  fail,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  type Result,
  type Scene,
  type Seat,
  setUp,
} from '@kifu/core';
import {
  awaitedSeats,
  type GameRecord,
  type IpgsMatch,
  isClaimable,
  isEnded,
  linksToShow,
  resultOf,
  settleWith,
  showOwed,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { readTyped } from '../input.ts';
import { oneLine, tableLines } from '../text.ts';
import { describeTurn, isOwnTurn, opponentOf, statusLines } from './game-status.ts';
import { newsLines } from './news.ts';
import type { PeerFolder } from './peer-folder.ts';
import {
  chainOf,
  idOfGame,
  openPeerSession,
  type PeerSession,
  type PlayedGame,
  pickGame,
  withPeerSession,
} from './peer-session.ts';
import { owedStep, settleGame } from './settle.ts';

/** Finds games by user input, and advances them step by step. */
export interface PlayingDesk {
  readonly folder: PeerFolder;
  find(typed: string, fits: (game: PlayedGame) => boolean): Promise<Result<PlayedGame>>;
  /** Takes a step; it is durable when this resolves. */
  step(game: PlayedGame, step: CommitStep): Promise<Result<PlayedGame>>;
  /** Runs work that has the folder to itself. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** State of a game, for programs and people. */
type GameReport = RequestOutput<'game.play'>;

/** Lists the player's games. */
export const listGames = (folder: PeerFolder): Promise<Result<RequestOutput<'game.list'>>> =>
  withPeerSession(folder, async desk => {
    const { phases, game: t } = folder.io.texts.reports.peers;
    const own = desk.games.filter(({ role, record }) => role !== 'spectator' && !isEnded(record));
    const rows = own.map(game => [
      ...[idOfGame(game.record), phases[game.record.phase], game.record.game.name],
      ...[t.against(oneLine(opponentOf(game))), describeTurn(folder, game)],
    ]);
    const text = [...newsLines(folder, desk), ...tableLines(rows)].join('\n');
    return ok({ json: { games: own.map(dataOf) }, text: text || t.none });
  });

const dataOf = (game: PlayedGame) => ({
  id: idOfGame(game.record),
  name: game.name,
  phase: game.record.phase,
  game: game.record.game.name,
  seat: game.seat,
  opponent: opponentOf(game),
  turn: game.record.match === null ? [] : [...awaitedSeats(game.record.match)],
  result: resultOf(game.record)?.text ?? null,
  head: game.record.head.cid,
  commits: game.record.count,
});

/** Shows a game: board, turn, last comment, clocks. */
export const showGame = (
  folder: PeerFolder,
  { game: typed }: CheckedInput<'game.show'>,
): Promise<Result<RequestOutput<'game.show'>>> =>
  withPeerSession(folder, async desk => {
    const found = pickGame(desk.games, typed, isRunning);
    if (!found.ok) return found;
    const kit = await folder.kitOf(found.value.record.game.name);
    if (!kit.ok) return kit;
    const match = await ownView(folder, found.value);
    if (!match.ok) return match;
    const table = match.value?.native?.chain.table;
    const state =
      table?.state ?? (match.value && startOf(kit.value, match.value, found.value.record));
    const moves = table === undefined ? [] : movesOf(kit.value, table.state, found.value.seat);
    const position = table === undefined ? null : positionOf(kit.value, table.state);
    return ok({
      json: { ...dataOf(found.value), moves, position },
      text: [...newsLines(folder, desk), ...statusLines(folder, found.value)].join('\n'),
      scene: state == null ? null : (sceneOf(kit.value, state) as unknown as Json),
    });
  });

/** A state as programs read it. */
const positionOf = ({ game: { states } }: Kit, state: unknown) => ({
  canon: states.canon(state),
  aside: states.aside(state),
});

/** Legal moves of the own seat, in notation. */
function movesOf(
  { game, notations: [notation] }: Kit,
  state: unknown,
  seat: Seat | null,
): string[] {
  if (seat === null || notation === undefined || !game.active(state).includes(seat)) return [];
  return [...game.legal(state, seat)].map(move => notation.format(state, move));
}

const sceneOf = (kit: Kit, state: unknown): Scene => kit.scene(state);

/** The position before the first roll, which both players make; null if the game has none. */
function startOf(
  { game }: Kit,
  { terms }: IpgsMatch,
  { form }: GameRecord,
): NonNullable<unknown> | null {
  const options = form.options(terms);
  const setup = options.ok
    ? setUp(game, {
        ...{ seats: [0, 1], options: options.value },
        ...(game.chance !== undefined && { seed: 0 }),
      })
    : options;
  if (!setup.ok) return null;
  const canon = game.states.canon(setup.value);
  // the setup needed a seed, with which some games have rolled at once
  const isRolled = isObject(canon) && canon.dice != null;
  const bare = isRolled ? game.states.restore({ ...canon, dice: null, remainingDice: [] }) : setup;
  return bare.ok ? (bare.value ?? null) : null;
}

/** The match as the player sees it: with the player's dice rolled if the opponent's link is known. */
async function ownView(
  folder: PeerFolder,
  { record, seat }: PlayedGame,
): Promise<Result<IpgsMatch | null>> {
  const { match } = record;
  if (match?.chance == null || seat === null) return ok(match);
  const chain = await chainOf(folder, match.chance.nonce, seat);
  const shown = showOwed(record, match, seat, chain, laterThan(folder, record));
  return shown.ok ? ok(shown.value.match) : shown;
}

const laterThan = (folder: PeerFolder, { head }: GameRecord): bigint => {
  const now = folder.now();
  return now > head.at ? now : head.at + 1_000_000n;
};

/** Takes a step in a game as its player. */
async function inGame(
  playing: PlayingDesk,
  typed: string,
  fits: (game: PlayedGame) => boolean,
  stepOf: (folder: PeerFolder, game: PlayedGame, seat: Seat) => Promise<Result<CommitStep>>,
): Promise<Result<GameReport>> {
  const found = await playing.find(typed, fits);
  if (!found.ok) return found;
  const { seat } = found.value;
  if (seat === null) return NOT_PLAYING;
  const step = await stepOf(playing.folder, found.value, seat);
  const taken = step.ok ? await playing.step(found.value, step.value) : step;
  return taken.ok ? settled(playing, taken.value) : taken;
}

const NOT_PLAYING = fail('wrong-seat', 'you are not a player of this game');

/** Takes the steps that the game now requires of its player, and describes its state. */
async function settled(playing: PlayingDesk, game: PlayedGame): Promise<Result<GameReport>> {
  const { folder } = playing;
  const isSigned = (each: PlayedGame) => each.record.signed[each.seat as 0 | 1];
  const standing = (each: PlayedGame) =>
    ok({ json: dataOf(each), text: statusLines(folder, each).join('\n') });
  if (owedStep(game) === null && !isSigned(game)) return standing(game);
  return playing.alone(async () => {
    // another request may have settled it since; a second signature after the same commit would contradict the first
    const desk = await openPeerSession(folder, game.name);
    if (!desk.ok) return desk;
    const current = desk.value.games.find(({ name }) => name === game.name);
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const done = current === undefined ? ok(game) : await settleGame(folder, signer.value, current);
    if (!done.ok) return done;
    if (current !== undefined && !isSigned(done.value)) return standing(done.value);
    // the opponent may have signed before
    const after = await openPeerSession(folder);
    if (!after.ok) return after;
    const isArchived =
      current === undefined || [desk.value, after.value].some(each => isArchivedIn(each, game));
    const id = idOfGame(game.record);
    const { phases, game: t } = folder.io.texts.reports.peers;
    const words = isArchived ? t.signedByBoth(id) : t.signed(id, oneLine(opponentOf(game)));
    const result = resultOf(game.record);
    return ok({
      json: { ...dataOf(done.value), archived: isArchived },
      text: [`${id}: ${phases.finished}${result === null ? '' : ` ${result.text}`}`, words].join(
        '\n',
      ),
    });
  });
}

const isArchivedIn = ({ news }: PeerSession, { name }: PlayedGame): boolean =>
  news.some(({ game, what }) => game === name && what === 'archived');

const isIn =
  (...phases: readonly GameRecord['phase'][]) =>
  ({ record, seat }: PlayedGame): boolean =>
    seat !== null && phases.includes(record.phase);

const isRunning = isIn('confirmed', 'playing', 'scoring', 'proposed', 'disputed');
const isFinished = isIn('finished', 'unsigned');

/** Plays a move, given in any of the game's notations. */
export const playMove = (
  playing: PlayingDesk,
  { game: typed, move, comment }: CheckedInput<'game.play'>,
) =>
  inGame(playing, typed, isOwnTurn, async (folder, game, seat) => {
    const { record } = game;
    const { match } = record;
    if (match !== null && describeTurn(folder, game) !== '' && !isOwnTurn(game))
      return fail('wrong-seat', `it is ${oneLine(opponentOf(game))}'s turn`, {
        rule: 'not-your-turn',
      });
    const kit = await folder.kitOf(record.game.name);
    if (!kit.ok) return kit;
    const view = await ownView(folder, game);
    if (!view.ok) return view;
    const moves = await readMoves(kit.value, record, view.value, move);
    if (!moves.ok) return moves;
    const links = await linksOf(folder, record, seat, moves.value);
    if (!links.ok) return links;
    if (moves.value.length === 0 && links.value.length === 0)
      return fail('not-due', 'nothing to roll: it is your move', { rule: 'link' });
    return ok({ type: 'move', seat, moves: moves.value, links: links.value, comment });
  });

/** Reads one move, all stones of a free handicap separated by commas, or `roll` if only links are due. */
async function readMoves(
  kit: Kit,
  record: GameRecord,
  match: IpgsMatch | null,
  text: string,
): Promise<Result<readonly Json[]>> {
  if (text === 'roll' && record.match?.chance != null) return ok([]);
  const state = match?.native?.chain.table.state;
  if (state === undefined) return fail('draw-due', 'a roll must come first; play roll');
  const moves: Json[] = [];
  for (const part of text.split(',')) {
    const move = readTyped(kit, state, part.trim());
    if (!move.ok) return move;
    moves.push(move.value);
  }
  return ok(moves);
}

async function linksOf(
  folder: PeerFolder,
  record: GameRecord,
  seat: Seat,
  moves: readonly Json[],
): Promise<Result<readonly string[]>> {
  const chance = record.match?.chance;
  if (chance == null) return ok([]);
  const chain = await chainOf(folder, chance.nonce, seat);
  return linksToShow(record, seat, chain, moves, laterThan(folder, record));
}

/** Sends a comment. */
export const say = (playing: PlayingDesk, { game, text }: CheckedInput<'game.say'>) =>
  inGame(playing, game, isRunning, async () => ok({ type: 'comment', comment: text }));

/** Resigns, and acknowledges the result. */
export const resign = (playing: PlayingDesk, { game }: CheckedInput<'game.resign'>) =>
  inGame(playing, game, isRunning, async (_folder, { record }, seat) => {
    const text = `${record.form.sides[1 - seat]}+Resign`;
    return record.form.parse(record.match?.native?.chain.table.state, `;RE[${text}]`);
  });

/** Disputes a result. */
export const dispute = (playing: PlayingDesk, { game }: CheckedInput<'game.dispute'>) =>
  inGame(playing, game, isIn('scoring', 'proposed', 'finished'), async () =>
    ok({ type: 'dispute' }),
  );

/** Acknowledges a result; if that finishes the game, signs it too. */
export async function agree(
  playing: PlayingDesk,
  { game: typed }: CheckedInput<'game.agree'>,
): Promise<Result<GameReport>> {
  const isAsked = isIn('proposed');
  const found = await playing.find(typed, game => isAsked(game) || isFinished(game));
  if (!found.ok) return found;
  const { record, seat } = found.value;
  if (seat === null) return NOT_PLAYING;
  const { proposal } = record.match ?? { proposal: null };
  // already acknowledged, by this command or another
  if (isFinished(found.value) || proposal?.acknowledged[seat as 0 | 1])
    return settled(playing, found.value);
  const taken = await playing.step(found.value, { type: 'acknowledgement' });
  return taken.ok ? settled(playing, taken.value) : taken;
}

/** Proposes a result: by the rules, time, draw, void, or in SGF. */
export const propose = (
  playing: PlayingDesk,
  { game: typed, result, dead }: CheckedInput<'game.propose'>,
) =>
  inGame(playing, typed, isRunning, async (folder, game, seat) => {
    const { record } = game;
    const { match, form } = record;
    const native = match?.native;
    if (match === null || native == null) return fail('conflict', 'the game has not started');
    if (result === 'score') return scoreOf(folder, game, dead);
    if (
      result === 'time' &&
      !isClaimable(match.clocks, 1 - seat, awaitedSeats(match).includes(1 - seat), folder.now())
    )
      return fail('illegal-move', 'the opponent has time left', { rule: 'flag' });
    const own = form.sides[seat]!;
    const texts: JsonObject = {
      time: `${own}+Time`,
      forfeit: `${own}+Forfeit`,
      draw: 'Draw',
      void: 'Void',
    };
    const step = form.parse(native.chain.table.state, `;RE[${texts[result] ?? result}]`);
    if (step.ok || step.fault.rule !== 'not-scoring' || record.phase !== 'scoring') return step;
    const { code, message, rule } = step.fault;
    const hint = `${message}; use propose score, with --dead and the dead stones`;
    return fail(code, hint, { rule });
  });

/** The score by the rules; in go with dead stones removed. */
async function scoreOf(
  folder: PeerFolder,
  { record }: PlayedGame,
  dead = '',
): Promise<Result<CommitStep>> {
  const { form, match } = record;
  const native = match!.native!;
  const kit = await folder.kitOf(record.game.name);
  if (!kit.ok) return kit;
  const settling: { seat: Seat; move: Json }[] = [];
  let now = native;
  const settle = (seat: Seat, text: string): Result<null> => {
    const move = readTyped(kit.value, now.chain.table.state, text);
    if (!move.ok) return move;
    const settled = settleWith(now, [{ seat, move: move.value }]);
    if (!settled.ok) return settled;
    settling.push({ seat, move: move.value });
    now = settled.value;
    return ok(null);
  };
  if (form.counting !== undefined) {
    const marks = dead === '' ? [] : dead.split(',').map(point => `mark ${point.trim()}`);
    for (const [seat, text] of [
      ...marks.map(mark => [0, mark] as const),
      [0, 'agree'] as const,
      [1, 'agree'] as const,
    ]) {
      const done = settle(seat, text);
      if (!done.ok) return done;
    }
  }
  const { outcome } = now.chain.table;
  if (outcome === null)
    return fail('conflict', 'the game is not over by its rules', { rule: 'phase' });
  const text = form.formatOutcome(outcome);
  const winner = outcome.winners[0] ?? null;
  const how = outcome.result === 'draw' ? 'draw' : 'rules';
  return ok({ type: 'result', result: { how, winner, text, settling }, comment: '' });
}

/** Signs the file of a finished game; once is enough. */
export async function sign(
  playing: PlayingDesk,
  { game: typed }: CheckedInput<'game.sign'>,
): Promise<Result<GameReport>> {
  const found = await playing.find(typed, isFinished);
  if (!found.ok) return found;
  const { record, seat } = found.value;
  if (seat === null) return NOT_PLAYING;
  return isFinished(found.value)
    ? settled(playing, found.value)
    : fail('conflict', `the game is ${record.phase}`, { rule: 'phase' });
}
