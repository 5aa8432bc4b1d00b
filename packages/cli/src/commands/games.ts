/** `kifu games`: what can be played, and of one game all that it offers. */
import { botNames } from '@kifu/bots';
import {
  type GameOption,
  type JsonObject,
  type Kit,
  type OptionSchema,
  ok,
  type Result,
} from '@kifu/core';
import type { ProgramReports } from '@kifu/texts/en/cli/reports/programs';
import { Command } from 'commander';
import type { Colors, Context, Io } from '../io.ts';
import { voiceFor } from '../match-words.ts';
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

async function listGames({
  io: { games, texts },
  colors,
}: Context): Promise<Result<CommandReport>> {
  const kits = [];
  for (const name of games.names()) {
    const kit = await games.load(name);
    if (!kit.ok) return kit;
    kits.push(kit.value);
  }
  const t = texts.reports.programs.games;
  const rows = kits.map(factsOf);
  const [head, ...lines] = tableLines([
    t.columns,
    ...rows.map(({ name, code, version, seats, ...lists }) => [
      name,
      code,
      version,
      seatsText(seats),
      lists.features.map(feature => t.features[feature]).join(', ') || '–',
      lists.notations.map(name => t.notations[name] ?? name).join(', ') || '–',
      lists.positions.join(', ') || '–',
    ]),
  ]);
  return ok({ json: { games: rows }, text: [colors.bold(head), ...lines].join('\n') });
}

async function tellGame({ io, colors }: Context, name: string): Promise<Result<CommandReport>> {
  const kit = await io.games.load(name);
  if (!kit.ok) return kit;
  const facts = factsOf(kit.value);
  const t = io.texts.reports.programs.games;
  const { game } = voiceFor(io, kit.value);
  const rows = [
    [t.rows.seats, `${seatsText(facts.seats)}: ${game.seats.join(', ') || t.byNumber}`],
    [t.rows.features, facts.features.map(feature => t.features[feature]).join(', ')],
    [t.rows.moves, facts.notations.map(name => t.notations[name] ?? name).join(', ')],
    [t.rows.positions, facts.positions.join(', ')],
    [
      t.rows.records,
      facts.records
        .map(({ name, extensions }) => `${name} (.${extensions.join(', .')})`)
        .join(', '),
    ],
    [t.rows.bots, facts.bots.join(', ')],
  ].filter(([, value]) => value !== '') as [string, string][];
  return ok({
    json: { game: facts },
    text: [
      `${colors.bold(game.title)}  ${colors.dim(t.about(name, facts.code, facts.version))}`,
      ...tableLines(rows.map(([label, value]) => [`  ${label}`, value])),
      ...optionLines(kit.value, io, colors),
    ].join('\n'),
  });
}

/** The options of a game, with what they may be and what they usually are. */
export function optionLines(kit: Kit, io: Io, { dim }: Colors) {
  const { game } = kit;
  const t = io.texts.reports.programs.games;
  // in English a game's own sentence says more
  const texts = io.common === undefined ? {} : (voiceFor(io, kit).game.options ?? {});
  const options = Object.entries(game.options ?? {});
  const width = Math.min(io.columns, 100) - 4;
  return [
    ...(options.length === 0 ? [`  ${t.noOptions}`] : ['', t.options]),
    ...options.flatMap(([option, about]) => [
      ...wrap(`${option}: ${valuesText(about, t.values)}`.split(' '), width).map(
        line => `  ${line}`,
      ),
      ...wrap((texts[option]?.help ?? about.description).split(' '), width).map(
        line => `    ${dim(line)}`,
      ),
    ]),
  ];
}

/** `a whole number from 2 to 52 (19)`: what it may be, and what it usually is. */
function valuesText(option: GameOption, texts: ValueTexts): string {
  const { default: usual } = option;
  const values = describeValues(option, texts);
  if (usual === undefined) return values;
  return texts.usual(values, typeof usual === 'string' ? usual : JSON.stringify(usual));
}

type ValueTexts = ProgramReports['games']['values'];

function describeValues(schema: OptionSchema, texts: ValueTexts): string {
  if ('anyOf' in schema)
    return schema.anyOf.map(each => describeValues(each, texts)).join(texts.or);
  if ('enum' in schema) return texts.choice(schema.enum);
  switch (schema.type) {
    case 'boolean':
      return texts.boolean;
    case 'integer':
      return texts.integer(schema.minimum, schema.maximum);
    case 'array':
      return texts.list(schema.minItems, schema.maxItems, describeValues(schema.items, texts));
    case 'object':
      return texts.object(schema.required);
  }
}

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
const featuresOf = ({ game }: Kit): Feature[] =>
  [
    game.chance && 'chance',
    game.secrets && 'secrets',
    game.time && 'time',
    game.pace === 'free' && 'free pace',
  ].filter((feature): feature is Feature => typeof feature === 'string');

type Feature = keyof ProgramReports['games']['features'];
