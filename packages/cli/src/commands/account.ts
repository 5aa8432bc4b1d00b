/** `kifu login`, `kifu whoami` and `kifu account`: who you are on a server. */
import { DAY_MS, type JsonObject, ok, type Result } from '@kifu/core';
import type { Player, StatementBody } from '@kifu/record/player';
import { Argument, Command, Option } from 'commander';
import {
  type AccountOptions,
  block,
  deleteAll,
  exportAll,
  logIn,
  playerOfKey,
  say,
  takeVacation,
} from '../account/account.ts';
import type { StoredKey } from '../keys.ts';
import { addExamples, fileName, nameOption, serverOption, urlText } from '../options.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { saveBytes } from '../save.ts';
import { counted, oneLine, tableLines } from '../text.ts';

const keyOption = (): Option =>
  new Option('--key <NAME>', 'which key of yours, see kifu key').default('me');

const addWhere = (command: Command): Command =>
  command.addOption(serverOption()).addOption(keyOption());

type LoginOptions = AccountOptions & { readonly name?: string; readonly acceptServerKey?: boolean };

/** `kifu login`. */
export const loginCommand = (handle: Handle): Command =>
  addExamples(
    new Command('login')
      .description(
        'Show a server that you have your key, and take a name there the first time. No token is stored, only your key and that of the server: other commands sign in when they need to. A server whose key has changed is refused.',
      )
      .summary('Sign in to a server by key.')
      .argument('[SERVER]', 'address of the server', urlText)
      .addOption(serverOption())
      .addOption(keyOption())
      .addOption(nameOption())
      .option(
        '--accept-server-key',
        'the server has a new key, and you know why: remember it in place of the old one',
      )
      .action(
        handle<LoginOptions>(async ({ io }, [server], options) => {
          const where = (server as string | undefined) ?? options.server;
          const done = await logIn(io, {
            ...options,
            ...(where === undefined ? {} : { server: where }),
          });
          if (!done.ok) return done;
          const { player, isNew, key } = done.value;
          const welcome = isNew ? 'you are now' : 'you are';
          return ok({
            json: { player: player as unknown as JsonObject, isNew },
            text: `${welcome} ${oneLine(player.name)} on ${where}, by the key ${key.name}`,
          });
        }),
      ),
    [
      'kifu login https://kifu.example --name Ann',
      'the first time: makes the key me, and takes a name',
    ],
    ['kifu login', 'the server of kifu config'],
  );

/** `kifu whoami`. */
export const whoamiCommand = (handle: Handle): Command =>
  addExamples(
    addWhere(
      new Command('whoami')
        .description(
          'Show who you are on a server, by your key: name, and all keys that are yours.',
        )
        .summary('Who you are on a server.'),
    ).action(
      handle<AccountOptions>(async ({ io }, _words, options) =>
        reportOf(await playerOfKey(io, options)),
      ),
    ),
    ['kifu whoami --server https://kifu.example', 'name and keys'],
  );

/** A command that says something of another key, which signs too. */
const withOther = (
  handle: Handle,
  command: Command,
  body: (other: StoredKey) => StatementBody,
): Command =>
  addWhere(command)
    .argument('<OTHER>', 'name of the key, see kifu key')
    .action(
      handle<AccountOptions>(async ({ io }, [other], options) =>
        reportOf(await say(io, options, (_player, key) => body(key!), other as string)),
      ),
    );

/** `kifu account`. */
export const accountCommand = (handle: Handle): Command =>
  addExamples(
    new Command('account')
      .description(
        'Change or take along what a server knows of you. Changes are signed by your key.',
      )
      .summary('Your account on a server.')
      .addCommand(
        addWhere(new Command('rename'))
          .description('Take another name.')
          .argument('<NAME>', 'at most 80 letters, nobody else’s')
          .action(
            handle<AccountOptions>(async ({ io }, [name], options) =>
              reportOf(
                await say(io, options, ({ about }) => ({
                  ...{ type: 'profile', name: name as string },
                  about,
                })),
              ),
            ),
          ),
      )
      .addCommand(
        addWhere(new Command('about'))
          .description('Say something about yourself.')
          .argument('<TEXT>', 'at most 500 letters')
          .action(
            handle<AccountOptions>(async ({ io }, [about], options) =>
              reportOf(
                await say(io, options, ({ name }) => ({
                  ...{ type: 'profile', name },
                  about: about as string,
                })),
              ),
            ),
          ),
      )
      .addCommand(
        withOther(
          handle,
          new Command('add-key').description(
            'Give another key of yours the same account. It signs as well.',
          ),
          ({ key, name }) => ({ type: 'key', other: key, label: name }),
        ),
      )
      .addCommand(
        withOther(
          handle,
          new Command('replace-key').description(
            'Let another key of yours take the place of this one. It signs as well.',
          ),
          ({ key }) => ({ type: 'successor', other: key }),
        ),
      )
      .addCommand(
        addWhere(new Command('revoke-key'))
          .description('Say that a key is yours no longer: it was lost, or somebody else has it.')
          .argument('<KEY>', 'the beginning of it, at least 8 hex digits')
          .action(
            handle<AccountOptions>(async ({ io }, [start], options) => {
              if (!/^[0-9a-f]{8,64}$/.test(start as string))
                return misuse('a key is named by at least 8 hex digits');
              const player = await playerOfKey(io, options);
              if (!player.ok) return player;
              const key = player.value.keys.find(one => one.key.startsWith(start as string));
              if (key === undefined) return misuse('no key of yours begins so');
              return reportOf(await say(io, options, () => ({ type: 'revoked', other: key.key })));
            }),
          ),
      )
      .addCommand(
        addWhere(new Command('vacation'))
          .description(
            'Go on vacation: your matches of days a move stand still until you are back, or the days of the year are used up. A day that has begun counts. Without a word, how you stand.',
          )
          .addArgument(
            new Argument('[WHAT]', 'go on vacation, or be back').choices(['begin', 'end']),
          )
          .action(
            handle<AccountOptions>(async ({ io }, [what], options) => {
              const stands = await takeVacation(
                io,
                options,
                what === undefined ? null : what === 'begin',
              );
              if (!stands.ok) return stands;
              const { until, leftMs } = stands.value;
              const left = counted(Math.floor(leftMs / DAY_MS), 'day', 'days');
              const day = until === null ? null : new Date(until).toISOString().slice(0, 10);
              return ok({
                json: { until, leftMs },
                text: `${day === null ? 'you are not on vacation' : `you are on vacation, until ${day} at the latest`}; ${left} left this year`,
              });
            }),
          ),
      )
      .addCommand(
        addWhere(new Command('block'))
          .description(
            'Block a player: neither of you sits down at a table of the other. Without a name, those whom you have blocked.',
          )
          .argument('[PLAYER]', 'name, key or id')
          .option('--remove', 'block the player no longer')
          .action(
            handle<AccountOptions & { readonly remove?: boolean }>(
              async ({ io }, [player], options) => {
                const who = player as string | undefined;
                if (who === undefined && options.remove === true)
                  return misuse('say whom to block no longer');
                const blocked = await block(io, options, who, options.remove !== true);
                if (!blocked.ok) return blocked;
                const names = blocked.value.map(({ id, name }) => oneLine(name ?? id));
                return ok({
                  json: { blocked: blocked.value as unknown as JsonObject[] },
                  text: names.length === 0 ? 'nobody is blocked' : `blocked: ${names.join(', ')}`,
                });
              },
            ),
          ),
      )
      .addCommand(
        addWhere(new Command('export'))
          .description('Write everything that the server keeps about you into one file.')
          .addOption(
            new Option('-o, --output <FILE>', 'where to')
              .argParser(fileName('It is not printed.'))
              .makeOptionMandatory(),
          )
          .action(
            handle<AccountOptions & { readonly output: string }>(
              async ({ io }, _words, options) => {
                const all = await exportAll(io, options);
                if (!all.ok) return all;
                const saved = await saveBytes(
                  options.output,
                  `${JSON.stringify(all.value, null, 2)}\n`,
                  false,
                  0o600,
                );
                return saved.ok
                  ? ok({ json: { file: options.output }, text: options.output })
                  : saved;
              },
            ),
          ),
      )
      .addCommand(
        addWhere(new Command('delete'))
          .description(
            'Have the server forget you: name, keys, settings. Records of your matches stay, with the name and the key in them: they are the others’ as well.',
          )
          .option('--yes', 'do it')
          .action(
            handle<AccountOptions & { readonly yes?: boolean }>(async ({ io }, _words, options) => {
              if (options.yes !== true) return misuse('it cannot be undone: say --yes');
              const done = await deleteAll(io, options);
              return done.ok ? ok({ json: {}, text: 'the server has forgotten you' }) : done;
            }),
          ),
      ),
    ['kifu account rename "Ann B." --server https://kifu.example', 'another name'],
    ['kifu account vacation begin', 'matches of days a move stand still'],
    ['kifu account export -o me.json', 'everything about you'],
  );

/** A player for people and programs. */
function reportOf(found: Result<Player>): Result<CommandReport> {
  if (!found.ok) return found;
  const { id, name, about, keys } = found.value;
  return ok({
    json: { player: found.value as unknown as JsonObject },
    text: tableLines([
      ['name', oneLine(name)],
      ...(about === '' ? [] : [['about', oneLine(about)]]),
      ['id', id],
      ...keys.map(({ key, label, gone }) => [
        gone === null ? 'key' : 'old key',
        `${key}${label === '' ? '' : `  ${oneLine(label)}`}${gone === null ? '' : `  (${GONE[gone]})`}`,
      ]),
    ]).join('\n'),
  });
}

const GONE = { successor: 'another took its place', revoked: 'revoked' } as const;
