/** What the owner of a library decides about matches: tags, names that are one player's, and tables for other programs. */
import { beforeAll, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { jsonLines, kifu } from '../../test/run-kifu.ts';

const { run, at, write, text } = workshop();
const env = { KIFU_HOME: at('home') };

const COLLECTION = `[White "Fischer, R"]
[Black "Spassky"]
[Date "1972.07.11"]
[WhiteElo "2785"]
[Event "=1+1 \\"World\\", Reykjavik"]

1. d4 Nf6 1-0

[White "Spassky"]
[Black "Bobby"]
[Date "1972.07.13"]

{A game that #everybody knows, C#, #3} 1. e4 e5 0-1

[White "Bobby Brown"]
[Black "Cara"]

1. c4 *
`;

beforeAll(async () => {
  await write('title.pgn', COLLECTION);
  await run('library import @title.pgn');
});

const lines = async (options: string) => {
  const { code, out, err } = await run(`library list --json ${options}`.trim());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return jsonLines(out).slice(0, -1);
};
const idOf = async (player: string) => (await lines(`--player ${player}`))[0].match.slice(7, 17);
const tagsOf = async (player: string) => (await lines(`--player ${player}`))[0].tags;
const names = async () => (await lines('--sort oldest')).map(({ players }) => players.join(' '));
/** Words with spaces in them. */
const say = (...words: string[]) => kifu(words, { env });

test('a tag is put on matches, found and taken off again', async () => {
  const [fischer, brown] = [await idOf('Fischer'), await idOf('Brown')];
  const { out } = await run(`library tag #End-Game ${fischer} ${brown}`);
  expect(out).toBe(`${fischer}: tagged #end-game\n${brown}: tagged #end-game\n`);
  await run(`library tag study ${brown}`);
  await run(`library tag study ${brown}`); // once is enough
  expect(await tagsOf('Brown')).toEqual(['end-game', 'study']);
  expect((await lines('--tag end-game --sort oldest')).map(({ match }) => match)).toHaveLength(2);
  expect(await lines('--tag end')).toEqual([]); // the beginning of a word is another
  expect(await lines('--tag end-game --player brown')).toHaveLength(1);
  expect(await lines('--tag game')).toEqual([]);
  expect((await run(`library show ${brown}`)).out).toMatch(/^tags +#end-game #study$/m);
  await run(`library untag end-game ${brown}`);
  expect(await tagsOf('Brown')).toEqual(['study']);
  await run(`library untag study ${brown}`);
  expect(await tagsOf('Brown')).toEqual([]);
  expect((await run(`info ${brown}`)).out).not.toContain('remarks');
});

test('notes stay when a tag is removed, and #words of a note are tags', async () => {
  const spassky = (await lines('--tag everybody'))[0];
  expect(spassky).toMatchObject({ players: ['Spassky', 'Bobby'], tags: ['everybody'] });
  await run(`library tag classic ${spassky.match}`);
  await run(`library untag everybody ${spassky.match}`);
  const { out } = await run(`library export ${spassky.match} --to pgn`);
  expect(out).toContain('{A game that knows, C#, #3}');
  expect(out).toContain('{#classic}');
});

test('tags go with a record from library to library', async () => {
  const id = await idOf('Fischer');
  for (const name of ['one.pgn', 'one.car']) {
    await run(`library export ${id} -o @${name} --force`);
    const other = { env: { KIFU_HOME: at(`other-${name}`) } };
    await run(`library import @${name}`, other);
    const [line] = jsonLines((await run('library list --tag end-game --json', other)).out);
    expect(line).toMatchObject({ tags: ['end-game'] });
  }
  await run('library export --tag end-game -o @tagged.pgn --force');
  expect((await text('tagged.pgn')).match(/\[White /g)).toHaveLength(1);
});

test.each(['', '#', '3', 'two words', 'a#b', '-x', 'x'.repeat(61)])('%j is no tag', async tag => {
  expect((await say('library', 'list', '--tag', tag)).code).toBe(2);
  expect((await say('library', 'tag', tag, 'abcdefghij')).code).toBe(2);
});

test('spellings of a name are one player, also in what comes later', async () => {
  const id = await idOf('Fischer');
  await run(`library hide ${id}`);
  const merged = await say('library', 'names', 'merge', 'Fischer, R', 'Bobby', '--into', 'Fischer');
  expect(merged).toEqual({ code: 0, out: '2 matches listed as Fischer\n', err: '' });
  await run(`library unhide ${id}`);
  // a name that only begins so is another player's
  expect(await names()).toEqual(['Bobby Brown Cara', 'Fischer Spassky', 'Spassky Fischer']);
  expect((await run('library stats --player fischer')).out).toMatch(/^Fischer +chess +2 +2 +0/m);
  await write(
    'later.pgn',
    '[White "Bobby"]\n[Black "Petrosian"]\n[Date "1971.10.01"]\n\n1. e4 1-0\n',
  );
  await run('library import @later.pgn');
  expect(await lines('--player petrosian')).toMatchObject([{ players: ['Fischer', 'Petrosian'] }]);
  // records stay as they are
  expect((await run(`info ${id}`)).out).toContain('Fischer, R');
  expect((await run('library check')).out).toMatch(/no problems\n$/);
  await run('library reindex');
  expect(await lines('--player fischer')).toHaveLength(3);
});

test('a name that was merged continues with the one it was merged into, and can be split again', async () => {
  await say('library', 'names', 'merge', 'Fischer', '--into', 'Robert Fischer');
  expect((await run('library names list')).out).toBe(
    `NAME        SHOWN AS
Fischer, R  Robert Fischer
Bobby       Robert Fischer
Fischer     Robert Fischer
`,
  );
  expect(await lines('--player robert')).toHaveLength(3);
  const split = await say('library', 'names', 'split', 'Bobby');
  expect(split.out).toBe('2 matches listed as in their records\n');
  expect(await lines('--player robert')).toHaveLength(1);
  const stranger = await say('library', 'names', 'split', 'Bobby');
  expect(stranger).toMatchObject({ code: 2, err: 'kifu: malformed: Bobby was not merged\n' });
  // back to a name that was merged away
  await say('library', 'names', 'merge', 'Robert Fischer', '--into', 'Fischer, R');
  expect(await lines('--player fischer')).toMatchObject([{ players: ['Fischer, R', 'Spassky'] }]);
  expect((await say('library', 'names', 'merge', ' ', '--into', 'Ann')).code).toBe(2);
  expect((await say('library', 'names', 'merge', 'Ann')).code).toBe(2);
  expect((await run('library check')).out).toMatch(/no problems\n$/);
});

test('a list is a table for other programs too', async () => {
  const id = await idOf('Fischer');
  const { out } = await run('library list --csv --sort oldest --player spassky');
  const [head, first, second, ...rest] = out.split('\r\n');
  expect(head).toBe(
    'match,date,game,player1,rating1,player2,rating2,player3,rating3,player4,rating4,entries,result,winners,reason,' +
      'points1,points2,points3,points4,title1,title2,title3,title4,event,site,round,time_control,eco,opening,rated,source,visibility,tags,more_players',
  );
  expect(first).toMatch(new RegExp(`^bafyrei${id}`));
  expect(first).toContain(',1972-07-11,chess,"Fischer, R",2785,Spassky,,,,,,2,win,1,');
  // what a spreadsheet would compute is text
  expect(first).toContain(`,"'=1+1 ""World"", Reykjavik",`);
  expect(first).toMatch(/,end-game,$/);
  expect(second).toMatch(/,Spassky,,Bobby,,,,,,2,win,2,.*,classic,$/);
  for (const line of [head, first, second]) expect(cellsIn(line!)).toBe(cellsIn(head!));
  expect(rest).toEqual(['']);
  const page = await run('library list --csv --limit 1');
  expect(page.out.split('\r\n')).toHaveLength(3);
  expect(page.err).toMatch(/^kifu: more results: add --after \S+, or --all\n$/);
  expect((await run('library list --csv --player nobody')).out).toBe(`${head}\r\n`);
  expect(await run('library list --csv --json')).toMatchObject({ code: 2 });
});

/** How many cells a line has; commas in quotes part none. */
const cellsIn = (line: string): number => line.replace(/"(?:[^"]|"")*"/g, '').split(',').length;
