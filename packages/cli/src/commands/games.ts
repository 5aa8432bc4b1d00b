/** `kifu games`: what can be played, and of one game all that it offers. */
import { botNames } from '@kifu/bots';
import {
  describeOption,
  type GameOption,
  type JsonObject,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { Command } from 'commander';
import type { Colors, Context, Io } from '../io.ts';
import { gameArgument } from '../options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { tableLines, wrap } from '../text.ts';

/** The command. */
export const gamesCommand = (handle: Handle): Command =>
  new Command('games')
    .addArgument(gameArgument().argOptional())
    .action(
      handle((context, [name]) =>
        name === undefined ? listGames(context) : tellGame(context, name as string),
      ),
    );

async function listGames({ io: { games }, colors }: Context): Promise<Result<CommandReport>> {
  const kits = [];
  for (const name of games.names()) {
    const kit = await games.load(name);
    if (!kit.ok) return kit;
    kits.push(kit.value);
  }
  const rows = kits.map(factsOf);
  const [head, ...lines] = tableLines([
    ['NAME', 'CODE', 'VERSION', 'SEATS', 'FEATURES', 'MOVES', 'POSITIONS'],
    ...rows.map(({ name, code, version, seats, ...lists }) => [
      name,
      code,
      version,
      seatsText(seats),
      lists.features.join(', ') || '–',
      lists.notations.join(', ') || '–',
      lists.positions.join(', ') || '–',
    ]),
  ]);
  return ok({ json: { games: rows }, text: [colors.bold(head), ...lines].join('\n') });
}

async function tellGame({ io, colors }: Context, name: string): Promise<Result<CommandReport>> {
  const kit = await io.games.load(name);
  if (!kit.ok) return kit;
  const facts = factsOf(kit.value);
  const rows = [
    ['seats', `${seatsText(facts.seats)}: ${kit.value.seatNames.join(', ') || 'by number'}`],
    ['features', facts.features.join(', ')],
    ['moves', facts.notations.join(', ')],
    ['positions', facts.positions.join(', ')],
    [
      'records',
      facts.records
        .map(({ name, extensions }) => `${name} (.${extensions.join(', .')})`)
        .join(', '),
    ],
    ['bots', facts.bots.join(', ')],
  ].filter(([, value]) => value !== '') as [string, string][];
  return ok({
    json: { game: facts },
    text: [
      `${colors.bold(facts.title)}  ${colors.dim(`${name}, code ${facts.code}, version ${facts.version}`)}`,
      ...tableLines(rows.map(([label, value]) => [`  ${label}`, value])),
      ...optionLines(kit.value, io, colors),
    ].join('\n'),
  });
}

/** The options of a game, with what they may be and what they usually are. */
export function optionLines({ game }: Kit, { columns }: Pick<Io, 'columns'>, { dim }: Colors) {
  const options = Object.entries(game.options ?? {});
  const width = Math.min(columns, 100) - 4;
  return [
    ...(options.length === 0
      ? ['  no options']
      : ['', 'Options, each given as --option NAME=VALUE:']),
    ...options.flatMap(([option, about]) => [
      ...wrap(`${option}: ${valuesText(about)}`.split(' '), width).map(line => `  ${line}`),
      ...wrap(about.description.split(' '), width).map(line => `    ${dim(line)}`),
    ]),
  ];
}

/** `a whole number from 2 to 52 (19)`: what it may be, and what it usually is. */
const valuesText = (option: GameOption): string =>
  option.default === undefined
    ? describeOption(option)
    : `${describeOption(option)} (${typeof option.default === 'string' ? option.default : JSON.stringify(option.default)})`;

const seatsText = ([min, max]: Kit['game']['seats']): string =>
  min === max ? `${min}` : `${min}–${max}`;

/** A game as data: for programs, and for both texts. */
const factsOf = (kit: Kit) => ({
  name: kit.game.name,
  title: kit.title,
  code: kit.game.code,
  version: kit.game.version,
  seats: kit.game.seats,
  features: featuresOf(kit),
  notations: kit.notations.map(({ name }) => name),
  positions: kit.positions.map(({ name }) => name),
  records: kit.formats.map(({ name, extensions }) => ({ name, extensions })),
  bots: botNames(kit),
  options: (kit.game.options ?? {}) as unknown as JsonObject,
});

/** What a game has that others have not. */
const featuresOf = ({ game }: Kit): string[] =>
  [
    game.chance && 'chance',
    game.secrets && 'secrets',
    game.time && 'time',
    game.pace === 'free' && 'free pace',
  ].filter(feature => typeof feature === 'string');
