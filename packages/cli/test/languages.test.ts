/** Commands in every language: all that they print is from the catalog of that language. */
import { mkdir } from 'node:fs/promises';
import { gameNames } from '@kifu/games';
import type { Language } from '@kifu/texts';
import { beforeAll, describe, expect, test } from 'vitest';
import { cliCatalogOf, type IsKnown } from '../../web/test/catalog.ts';
import { workshop } from './files.ts';

/** Reading a catalog calls each of its texts with many arguments. */
const PATIENCE_MS = 300_000;

const TAGS: readonly Language[] = ['en', 'de', 'ja'];

const PGN = `[Event "Club night"]
[White "Ann"]
[Black "Bob"]
[Date "2026.01.02"]
[Result "0-1"]

1. f3 {a weak move} e5 (1... d5) 2. g4 Qh4# 0-1

[White "Cara"]
[Black "Bob"]

1. e4 e5 *
`;

/** Command lines in this order: the later ones find what the earlier ones made. */
const COMMANDS: readonly string[] = [
  ...['demo chess --seed 1 --moves 4', 'games', 'config list', 'key list'],
  ...['config set level 3', 'config set nothing 3', 'config unset level', 'key new ann'],
  ...['perft chess 2', 'perft chess 1 --divide', 'move encode chess e4', 'move encode chess e5'],
  'record chess --moves @moves.txt -o @own.car --key ann --player Ann --player Bob --no-save',
  ...['info @own.car', 'info @games.pgn', 'show @own.car --at 2', 'replay @own.car'],
  ...['backgammon', 'mage-duel', 'dominos'].flatMap(game => [
    `demo ${game} --seed 1 --moves 6 -o @${game}.car`,
    ...[`show @${game}.car --at 3`, `show @${game}.car`, `replay @${game}.car`],
  ]),
  ...['verify @own.car', 'verify @own.car @games.pgn', 'verify @broken.car', 'verify @nosuch.car'],
  ...['diff @own.car @own.car', 'diff @own.car @games.pgn', 'diff @own.car @other.car'],
  ...[
    'convert @games.pgn -o @games.json',
    'branch @own.car --at 2 -o @branch.car',
    'info @branch.car',
  ],
  ...['annotate @games.pgn --at 1 --comment hm -o @noted.pgn', 'annotate @games.pgn --at 1'],
  ...[
    'library list',
    'library import @games.pgn @broken.car',
    'library import @games.pgn --dry-run',
  ],
  ...[
    'library import @more',
    'library list',
    'library list --limit 1',
    'library list --player zoe',
  ],
  ...['library stats', 'library show ID', 'library tag endgame ID', 'library untag endgame ID'],
  ...['library hide ID', 'library unhide ID', 'library public ID', 'library private ID'],
  ...['library names list', 'library names merge Ann --into Anna', 'library names list'],
  ...['library names split Ann', 'library names split Ann', 'library check', 'library reindex'],
  ...['library gc --dry-run', 'library gc', 'library gc --keep-blocks', 'library stats'],
  ...['library export --to pgn -o @all.pgn', 'library export --to archive -o @archive/'],
  ...['library export --to archive', 'library delete ID', 'library repair'],
  'tournament run chess --players 2 --rounds 1 --nodes 1 --seed 1 --rated -o @bots.car',
  ...['tournament standings @bots.car', 'tournament verify @bots.car', 'diff @bots.car @bots.car'],
  ...['tournament new @club.car --game chess --key ann', 'tournament enter @club.car Ann Bob Cara'],
  ...[
    'tournament enter @club.car',
    'tournament pair @club.car',
    'tournament start @club.car --key ann',
  ],
  ...['tournament result @club.car 1 --forfeit second', 'tournament standings @club.car'],
  ...['ratings list', 'ratings rebuild', 'ratings rebuild --unsigned', 'ratings list'],
  ...['ratings rebuild --check', 'ratings explain Ann', 'library delete ID --force'],
  ...['engine list', 'engine add x+y uci:node', 'engine add node uci:node', 'engine list'],
  ...['engine remove node', 'peer list', 'peer bootstrap list'],
  ...['peer bootstrap add ADDR', 'peer bootstrap list', 'peer bootstrap remove ADDR'],
  ...[
    'peer status',
    'id show',
    'id new Ann',
    'id show',
    'id set',
    'id set hours 5',
    'id certify ann',
  ],
  ...['challenge list', 'challenge offer chess', 'challenge list', 'game list', 'game show nosuch'],
  ...['analyze @own.car --depth 1', 'analyze @games.pgn --depth 1 -o @analyzed.json'],
  ...['library explore', 'library explore e4 --limit 1', 'library explore --game ludo'],
  ...['puzzles mine @own.car --nodes 2000 -o @puzzles.json', 'puzzles check @puzzles.json'],
  ...['archive list', 'archive verify', 'player list', 'player show Ann', 'player note Ann hm'],
  ...['player trust Ann 0.5', 'namespace show', 'namespace check', 'namespace evidence'],
  ...['namespace export -o @ann.car', 'peer add ADDR', 'peer list', 'verify @own.car'],
];
const ADDRESS = '/ip4/127.0.0.1/tcp/4001/p2p/12D3KooWEyoppNCUx8Yx66oV9fJnriXwCcXwDDUA2kj6vnc6iDEp';

/** What is the same in all languages, in lower case. */
const EXEMPT = [
  // commands and options, paths, addresses, keys, content ids, times
  /^(?:npx )?kifu [\w .@/:=…-]+$/,
  /^--?[a-z][\w-]*(?: [a-z]+)?$/,
  /^\S*[/.]\S*$/,
  /^[a-z2-7]{10}$/,
  /^(?:baf|bag|qm|12d3koow)\w+…?$/,
  /^[0-9a-f]{4}(?: ?[0-9a-f]{4})*…?$/,
  // moves, boards, numbers
  /^(?:[\p{L}\p{P}\p{S}]*\d\S*(?:\s|$))+$/u,
  /^\(?[\p{L}.·•]\)?(?: \(?[\p{L}.·•]\)?)*$/u,
  /^\[?[cfr]{4}\]?(?: (?:\[?[cfr]{4}\]?|·))*$/, // tiles by their edges
  /^(?:bar|off)$/, // as in moves: bar/23, 6/off
  /^[a-e]\d\d .+$/, // openings are called as in ECO
  /^\S+\.sqlite, [\d.,]+ mb$/,
  /^[+-]? ?\{.*\}$|^".*"$|^\[.*\]$/,
  // names of games, formats, notations, bots, settings, and fields of records
  new RegExp(`^(?:${gameNames().join('|')}|minimal|random|human|bots?)$`),
  /^(?:car|json|pack|pgn|san|uci|lan|fen|sgf|gtp|pdn|mat|hex|xid|kifu|own|level|nothing|node|node uci|uci node|engine:node|engine:node is uci node)$/,
  /^(?:mcts|search|club-\w+(?:\.car)?|a state hash)$/,
  /^(?:startedat|players|terms|tags|seat|act|chess version|glicko-2|hours|game|site|date|result|id)$/,
  // players and what they wrote, and who analyzed a record, as it names them
  /^(?:own\.car|games\.pgn): kifu chess \d+ \(analysis, depth 1\)$/,
  /^weiss$/, // in capitals
  /^(?:ann|anna|bob|cara|me|hm|a weak move|club night|club|x|y|endgame|random \d|chess bots)$/,
];
/** What records say themselves. */
const IN_ENGLISH = [/^win by checkmate$/, /^dead position$/];
/** Messages of faults, which stand behind a sentence. */
const MESSAGE = /[ ]?[(（][a-z-]+(?: \([^)]*\))?: .*[)）]$/;

const { run, write, at, folder } = workshop();
const ids: { [language in Language]?: string } = {};
/** IDs of challenges, which may look like words. */
const challenges = new Set<string>();
const catalogs = new Map<Language, IsKnown>();

beforeAll(async () => {
  await write('games.pgn', PGN);
  await write('moves.txt', 'f3 e5\ng4 Qh4#\n');
  await write('other.txt', 'f3 e5\ng4 d6\n');
  await write('broken.car', 'nothing');
  await mkdir(at('more'));
  await write('more/notes.md', 'nothing');
  await run('record chess --moves @other.txt -o @other.car --no-save');
});

/** Texts of an output that are in no catalog: cells of tables, and lines. */
function unknownIn(language: Language, output: string): string[] {
  const isKnown = catalogs.get(language)!;
  return output
    .split('\n')
    .map(line => line.replace(/^kifu: /, '').replace(MESSAGE, ''))
    .filter(
      line =>
        language !== 'en' ||
        !/^(?:invalid {2}|[a-z-]+(?: \([\w-]+\))?: |\S+ {2}[a-z-]+: )/.test(line),
    )
    .flatMap(line => line.split(/ {2,}/))
    .map(cell => cell.replace(/\b[a-z2-7]{8}\b/, id => (challenges.has(id) ? '0' : id)))
    .map(cell => cell.trim().replaceAll(ADDRESS, '/ip4').replaceAll(folder, '.'))
    .filter(cell => cell !== '' && !isKnown(cell));
}

async function speak(language: Language, line: string): Promise<string> {
  const words = line.replaceAll('ID', ids[language] ?? 'ID').replaceAll('ADDR', ADDRESS);
  const env = {
    ...{ KIFU_HOME: `${folder}/home-${language}`, KIFU_LANG: language },
    ...{ KIFU_PASSPHRASE: 'secret' },
  };
  const forced = /-o @|tournament new/.test(words) && !/archive/.test(words) ? ' --force' : '';
  const said = /^tournament new|^tournament result/.test(words) ? '' : forced;
  const { out, err } = await run(`${words.replace('@club', `@club-${language}`)}${said}`, {
    ...{ env, columns: 1000, startMs: Date.parse('2026-01-02T03:04:05Z') },
  });
  const [id] = /^[a-z2-7]{10}(?= {2})/m.exec(out) ?? [];
  if (line === 'challenge offer chess') {
    const { out: listed } = await run('challenge list --json', { env });
    for (const { id } of JSON.parse(listed).challenges) challenges.add(id);
  }
  if (line === 'library list' && id !== undefined) ids[language] = id;
  return `${out}${err}`;
}

describe.each(TAGS)('%s', language => {
  beforeAll(async () => {
    catalogs.set(
      language,
      await cliCatalogOf(language, [...EXEMPT, ...(language === 'en' ? IN_ENGLISH : [])]),
    );
  }, PATIENCE_MS);

  test.each(COMMANDS.map((line, i) => [line, i] as const))('%s', async line => {
    expect(unknownIn(language, await speak(language, line))).toEqual([]);
  });

  test('a text that is in no catalog is found', async () => {
    await write('planted.pgn', '[White "Planted in English"]\n\n1. e4 *\n');
    const told = await speak(language, 'info @planted.pgn');
    expect(unknownIn(language, told)).toEqual(['Planted in English']);
  });
});
