/**
 * Engines for tests: `node fake-engine.ts PROTOCOL MODE`. In the mode `good` they choose the first legal move; the other modes do what
 * engines should not do, once they are asked for a move. As `gnugo` and `katago` they play by Japanese rules only.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { unwrap } from '@kifu/core';

const [protocol = '', mode = 'good', ...args] = process.argv.slice(2);
const say = (line: string): unknown => process.stdout.write(`${line}\n`);

/** Does what the mode says; returns whether the engine still answers. */
function misbehave(): boolean {
  if (mode === 'crash') {
    process.stderr.write('segmentation fault\n');
    process.exit(3);
  }
  if (mode === 'flood') for (let i = 0; i < 100_000; i++) say(`info string ${i}`);
  if (mode === 'endless') process.stdout.write('x'.repeat(1 << 20));
  if (mode === 'garbage') process.stdout.write(Buffer.from([0xff, 0xfe, 0, 10, 0x1b, 10, 10]));
  if (mode === 'deaf') process.stdin.removeAllListeners();
  return !['hang', 'deaf', 'flood', 'endless'].includes(mode);
}

if (mode === 'deaf' || mode === 'children') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (mode === 'children') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'inherit',
  });
  process.stderr.write(`child ${child.pid}\n`);
  say(`info string child ${child.pid}`);
}
if (mode === 'mute') setInterval(() => {}, 1000);
const lines = createInterface({ input: process.stdin });
lines.on('line', line => void (mode !== 'mute' && answer(line)));
if (mode !== 'children' && mode !== 'deaf') lines.on('close', () => process.exit(0));

let position = '';
function answer(line: string): void {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  if (protocol === 'uci') void uci(word, rest);
  if (protocol === 'gtp') gtp(Number(word), rest);
  if (protocol === 'hub') void hub(word, line);
  if (protocol === 'gnubg' && word === 'external') listen(rest[0]!);
  if (protocol === 'json') json(JSON.parse(line));
}

async function uci(word: string, rest: readonly string[]): Promise<void> {
  if (word === 'uci')
    say(
      'id name Fake Fish 1.2\nid author Nobody in Particular\noption name Hash type spin default 16 min 1 max 64\noption name Style type combo default Calm var Calm var Very Wild\noption name Ponder type check default false\noption name UCI_LimitStrength type check default false\noption name UCI_Elo type spin default 1350 min 1350 max 2850\nuciok',
    );
  if (word === 'isready') say('readyok');
  if (word === 'setoption') process.stderr.write(`set ${rest.join(' ')}\n`);
  if (word === 'position') position = rest.join(' ');
  if (word === 'quit' && mode !== 'children' && mode !== 'deaf') process.exit(0);
  if (word === 'stop' && mode === 'slow') say(`bestmove ${await bestUci()}`);
  if (mode === 'ponder') return ponder(word, rest[0] === 'ponder');
  if (word !== 'go') return;
  say(`info string ${position}`);
  if (!misbehave() || mode === 'slow') return;
  const pv = mode === 'lie' ? 'e2e5' : await bestUci();
  say(`info depth 3 seldepth 4 multipv 1 score cp 900 lowerbound nodes 50 pv ${pv}`);
  say(`info depth 4 seldepth 6 multipv 1 score cp 25 nodes 123 nps 1000 pv ${pv} e2e5`);
  say('info currmove e2e4 currmovenumber 1');
  say(`bestmove ${mode === 'illegal' ? 'e2e5' : mode === 'nonsense' ? 'castle' : await bestUci()}`);
}

let isPondering = false;
/** Chooses the first move, or the last where its expectation came true; expects the first answer. */
async function ponder(word: string, isAhead: boolean): Promise<void> {
  if (!['go', 'stop', 'ponderhit'].includes(word)) return;
  if (isPondering !== (word !== 'go')) process.exit(4);
  isPondering = word === 'go' && isAhead;
  if (isPondering) return;
  const at = position;
  const best = await bestUci(at, word === 'ponderhit' ? -1 : 0);
  const answer = await bestUci(`${at}${at.includes(' moves ') ? '' : ' moves'} ${best}`);
  say(`bestmove ${best} ponder ${answer}`);
}

async function bestUci(at = position, which = 0): Promise<string> {
  const { chess, formatUci, parseFen, parseUci } = await import('@kifu/games/chess');
  const { start, step } = await import('@kifu/core');
  const [from = '', moves = ''] = at.split(/ ?moves ?/);
  let state =
    from === 'startpos'
      ? unwrap(start(chess.game, {})).state
      : unwrap(parseFen(from.replace('fen ', '')));
  for (const text of moves.split(' ').filter(Boolean)) {
    const [seat = 0] = chess.game.active(state);
    state = unwrap(
      step(chess.game, state, { do: 'move', seat, move: unwrap(parseUci(text)) }),
    ).state;
  }
  const [seat = 0] = chess.game.active(state);
  return formatUci([...chess.game.legal(state, seat)].at(which)!);
}

/** Commands that engines of a mode know besides. */
const REPORTERS: { readonly [mode: string]: string } = {
  reports: '\nkata-analyze',
  lie: '\nkata-analyze',
  good: '\nestimate_score\nreg_genmove',
  gnugo: '\nestimate_score\nreg_genmove',
  katago: '\nkata-set-rules',
};
const report = (): string =>
  `info move D4 visits 30 winrate 0.4 scoreLead -1.5 order 1 pv D4 info move ${mode === 'lie' ? 'Z9' : 'C3'} visits 70 winrate 0.55 scoreLead 2.25 order 0 pv ${mode === 'lie' ? 'Z9' : 'C3 D4 C3'}`;

const stones = new Set<string>();
let size = 19;
let isJapanese = args.includes('--japanese-rules') || !['gnugo', 'katago'].includes(mode);
function gtp(id: number, [command = '', ...rest]: readonly string[]): unknown {
  const ok = (text = ''): unknown => say(`=${id} ${text}\n`);
  if (command === 'name') return ok(mode === 'gnugo' ? 'GNU Go' : 'Fake Go');
  if (command === 'kata-set-rules') isJapanese = rest.join(' ').includes('"TERRITORY"');
  if (/genmove$/.test(command) && !isJapanese) return ok('Z99');
  if (command === 'version') return ok('0.1');
  if (command === 'list_commands')
    return ok(
      `name\nversion\nboardsize\nplay\ngenmove\ntime_settings\ntime_left\nfinal_status_list${REPORTERS[mode] ?? ''}`,
    );
  if (command === 'level' && Number(rest[0]) > 10) return say(`?${id} level out of range\n`);
  if (command === 'boardsize') size = Number(rest[0]);
  if (command === 'clear_board') stones.clear();
  if (command === 'play') {
    if (stones.has(rest[1]!) && rest[1] !== 'pass') return say(`?${id} illegal move\n`);
    stones.add(rest[1]!);
  }
  if (command === 'quit') {
    ok();
    process.exit(0);
  }
  if (command === 'kata-analyze') return process.stdout.write(`=${id}\n${report()}\n${report()}\n`);
  if (command === 'protocol_version') {
    say(''); // ends the reports
    return ok('2');
  }
  if (command === 'estimate_score') return ok('W+3.5 (upper bound: 5.0, lower: 2.0)');
  if (command === 'reg_genmove') return misbehave() ? ok('C3') : null;
  if (command !== 'genmove') return ok();
  if (!misbehave()) return null;
  if (mode === 'resign') return ok('resign');
  if (mode === 'illegal') return ok('Z99');
  // passes after a few stones, so that matches end
  for (const column of 'ABCDE'.slice(0, size))
    if (!stones.has(`${column}2`) && stones.size < 6) {
      stones.add(`${column}2`);
      return ok(`${column}2`);
    }
  return ok('PASS');
}

async function hub(word: string, line: string): Promise<void> {
  if (word === 'hub')
    say(
      'id name="Fake Draughts" version=2 author=Nobody\nparam name=variant value=normal type=enum values="normal english"\nparam name=threads value=1 type=int min=1 max=4\nwait',
    );
  if (word === 'init') say('ready');
  if (word === 'pos') position = line;
  if (word === 'quit') process.exit(0);
  if (word !== 'go' || !misbehave()) return;
  say(`info depth=1 pv="${position}"`);
  say(`info depth=2 score=-0.35 nodes=77 pv="${mode === 'lie' ? '1-32' : await bestHub()} 1-32"`);
  say(`done move=${mode === 'illegal' ? '1-32' : await bestHub()}`);
}

/** The first legal move of English draughts from a position with moves. */
async function bestHub(): Promise<string> {
  const { checkers, parseFen } = await import('@kifu/games/checkers');
  const { step } = await import('@kifu/core');
  const [, board = '', moves = ''] = /pos=(\w+)(?: moves="?([^"]*)"?)?/.exec(position) ?? [];
  const named = (letters: string): string =>
    [...board.slice(1)]
      .flatMap((letter, i) =>
        letters.includes(letter) ? [`${letter === letter.toUpperCase() ? 'K' : ''}${i + 1}`] : [],
      )
      .join(',');
  let state = unwrap(parseFen(`${board[0]}:W${named('wW')}:B${named('bB')}`));
  const { formatHubMove } = await import('../src/hub/hub-board.ts');
  const legal = () => {
    const [seat = 0] = checkers.game.active(state);
    return [...checkers.game.legal(state, seat)].map(move => ({ seat, move }));
  };
  for (const text of moves.split(' ').filter(Boolean)) {
    const found = legal().find(({ move }) => formatHubMove(move) === text)!;
    state = unwrap(step(checkers.game, state, { do: 'move', ...found })).state;
  }
  return formatHubMove(legal()[0]!.move);
}

/** GNU Backgammon answers on a socket; this one knows no turns, so a good one is not there. */
function listen(path: string): void {
  createServer(socket => {
    socket.on('error', () => {});
    createInterface({ input: socket }).on('line', line => {
      if (line === 'version') socket.write('Software: 0.0\n');
      else if (mode === 'endless') socket.write('x'.repeat(1 << 20));
      else if (misbehave()) socket.write('24/1 24/1\n');
    });
  }).listen(path);
}

interface Question {
  readonly id?: number;
  readonly seat?: number;
  readonly analyze?: { readonly lines?: number };
  readonly legal?: readonly { readonly hex: string; readonly notation: string }[];
}

function json({ id, seat, legal, analyze }: Question): unknown {
  if (id === undefined) return say('a comment\n{"name":"Fake JSON","version":"3","analyzes":true}');
  if (!misbehave()) return null;
  if (mode === 'resign') return say(JSON.stringify({ id, leave: seat }));
  if (analyze !== undefined && mode === 'liar') return say(JSON.stringify({ id, lines: 'many' }));
  if (analyze !== undefined) {
    const moves = [mode === 'lie' ? '0x1234' : legal![0]!.hex, 'nonsense'];
    return say(JSON.stringify({ id, lines: [{ moves, chances: [600, 400] }], depth: 2 }));
  }
  say(JSON.stringify({ id: id - 1, move: 'stale' }));
  return say(JSON.stringify({ id, move: mode === 'illegal' ? '0xFFFF' : legal![0]!.hex }));
}
