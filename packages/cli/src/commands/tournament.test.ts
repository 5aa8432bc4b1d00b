/** Tournaments at the command line: by hand, by bots, and doctored. */
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { flipBit, workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, at, write } = workshop();
/** Deep runs play the whole of what is shortened here. */
const IS_DEEP = process.env.KIFU_DEEP === '1';

/** Fool's mate, or Scholar's. */
const BLACK_WINS = 'f3 e5 g4 Qh4#';
const WHITE_WINS = 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#';

/** Records a match between two, and gives its id. */
async function record(first: string, second: string, moves: string): Promise<string> {
  await write('moves.txt', moves);
  await run(
    `record chess --moves @moves.txt --player ${first} --player ${second} -o @m.car --force`,
  );
  const [line] = jsonLines((await run(`library list --player ${first} --limit 1 --json`)).out);
  return line.match;
}

describe('a tournament run by hand', () => {
  beforeAll(async () => {
    await run('key new me');
    await run('tournament new @club.car --game chess --rounds 2 --name Club');
  });

  test('players enter, rounds are paired, results are matches', async () => {
    expect(await run('tournament enter @club.car Ann Bob Cara Dan')).toEqual({
      ...{ code: 0, err: '', out: '4 players\n' },
    });
    expect((await run('tournament start @club.car')).out).toBe(
      'round 1\n1  Ann  –  Cara\n2  Bob  –  Dan\n',
    );
    const won = await record('Ann', 'Cara', WHITE_WINS);
    const refused = await run(`tournament result @club.car 1 ${won}`);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /bad-signature \(unproven\): .*do not prove the result: unsigned .*--by-word/,
      ),
    });
    expect((await run(`tournament result @club.car 1 ${won} --by-word`)).out).toBe(
      'round 1\n1  Ann  –  Cara  1-0\n2  Bob  –  Dan\n',
    );
    expect(await run(`tournament result @club.car 2 ${won}`)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('it is not between @Bob and @Dan') },
    });
    expect(await run('tournament pair @club.car')).toMatchObject({
      ...{
        code: 1,
        err: expect.stringContaining('games of the previous round without a result: 1'),
      },
    });
    const lost = await record('Bob', 'Dan', BLACK_WINS);
    await run(`tournament result @club.car 2 ${lost} --by-word`);
    expect((await run('tournament pair @club.car')).out).toBe(
      'round 2\n1  Dan   –  Ann\n2  Cara  –  Bob\n',
    );
    await run('tournament result @club.car 2 --forfeit second');
    await run(`tournament result @club.car 1 ${await record('Dan', 'Ann', BLACK_WINS)} --by-word`);
    expect((await run('tournament standings @club.car')).out).toBe(
      `Club: Swiss, over after 2 rounds
RANK  PLAYER  POINTS  DIRECT  CUT 1  BUCHHOLZ  SB
   1  Ann     2       0       1      2         2
   2  Dan     1       0       2      2         0
   3  Cara    1       0       0      2         0
   4  Bob     0       0       0      1         0
`,
    );
    expect((await run('tournament verify @club.car')).out).toBe(
      `round 1, board 1  unsigned: unsigned, vouched for by the organizer
round 1, board 2  unsigned: unsigned, vouched for by the organizer
round 2, board 1  unsigned: unsigned, vouched for by the organizer
round 2, board 2  not played, vouched for by the organizer
10 signed entries, 3 matches; results: 0 proven by signatures, 4 vouched for by the organizer
`,
    );
  });

  test('what is exported verifies where there is no library', async () => {
    expect(await run('tournament export @club.car -o @all.car')).toMatchObject({ code: 0 });
    const elsewhere = { env: { KIFU_HOME: at('nowhere') } };
    expect(await run('tournament verify @all.car', elsewhere)).toMatchObject({ code: 0 });
    expect(await run('tournament verify @club.car', elsewhere)).toMatchObject({
      ...{ code: 1, out: expect.stringContaining('not-found') },
    });
    expect((await run('tournament export @club.car --to trf')).out).toContain('012 Club\r\n');
    const { entries } = JSON.parse((await run('tournament export @club.car --to json')).out);
    expect(entries).toHaveLength(10);
  });

  test('a file that was changed, and a key that is not the organiser’s, are refused', async () => {
    const bytes = await readFile(at('club.car'));
    await writeFile(at('bad.car'), flipBit(bytes, bytes.length - 10));
    expect((await run('tournament verify @bad.car')).code).toBe(1);
    const elsewhere = { env: { KIFU_HOME: at('nowhere') } };
    expect(await run('tournament enter @club.car Eve', elsewhere)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('you do not have the organizer') },
    });
  });
});

describe('a tournament of bots', () => {
  test.each([
    ['swiss', 'checkers', 3, 12],
    ['round-robin', 'backgammon', 3, 28],
    ['knock-out', 'checkers', 3, 7],
    ['arena', 'checkers', 2, 8],
  ])('eight play %s to its end, and all of it verifies', async (system, game, rounds, matches) => {
    const more = system === 'swiss' || system === 'arena' ? `--rounds ${rounds}` : '';
    const file = `@${system}.car`;
    const options = `--system ${system} ${more} --players 8 --seed 1 --rated -o ${file}`;
    const went = await run(`tournament run ${game} ${options} --json`.replaceAll('  ', ' '));
    expect(went).toMatchObject({ code: 0, err: '' });
    const { standings, isOver } = JSON.parse(went.out);
    expect(isOver).toBe(true);
    expect(standings).toHaveLength(8);
    expect((await run(`tournament verify ${file}`)).out).toContain(
      `${matches} matches; results: 0 proven by signatures, ${matches} vouched for by the organizer\n`,
    );
  });

  test('their matches are in the library, and rated', async () => {
    const { matches } = JSON.parse((await run('ratings rebuild --unsigned --json')).out);
    expect(matches).toBe(55);
    expect((await run('ratings rebuild --check')).code).toBe(0);
  });

  test.runIf(IS_DEEP)('64 play Swiss', { timeout: 600_000 }, async () => {
    await run('tournament run checkers --players 64 --rounds 6 --seed 2 -o @many.car');
    const { out } = await run('tournament verify @many.car');
    expect(out).toContain('192 matches; results: 0 proven');
  });
});
