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
import type { Io } from '../io.ts';
import type { StoredKey } from '../keys.ts';
import { fileName, nameOption, serverOption, urlText } from '../options.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { saveBytes } from '../save.ts';
import { oneLine, tableLines } from '../text.ts';

const keyOption = (): Option => new Option('--key <NAME>').default('me');

const addWhere = (command: Command): Command =>
  command.addOption(serverOption()).addOption(keyOption());

type LoginOptions = AccountOptions & { readonly name?: string; readonly acceptServerKey?: boolean };

/** `kifu login`. */
export const loginCommand = (handle: Handle): Command =>
  new Command('login')
    .addArgument(new Argument('[SERVER]').argParser(urlText))
    .addOption(serverOption())
    .addOption(keyOption())
    .addOption(nameOption())
    .option('--accept-server-key')
    .action(
      handle<LoginOptions>(async ({ io }, [server], options) => {
        const where = (server as string | undefined) ?? options.server;
        const done = await logIn(io, {
          ...options,
          ...(where === undefined ? {} : { server: where }),
        });
        if (!done.ok) return done;
        const { player, isNew, key } = done.value;
        const welcome = io.texts.reports.players.account[isNew ? 'signedUp' : 'signedIn'];
        return ok({
          json: { player: player as unknown as JsonObject, isNew },
          text: welcome(oneLine(player.name), `${where}`, key.name),
        });
      }),
    );

/** `kifu whoami`. */
export const whoamiCommand = (handle: Handle): Command =>
  addWhere(new Command('whoami')).action(
    handle<AccountOptions>(async ({ io }, _words, options) =>
      reportOf(io, await playerOfKey(io, options)),
    ),
  );

/** A command about another key, which signs too. */
const withOther = (
  handle: Handle,
  command: Command,
  body: (other: StoredKey) => StatementBody,
): Command =>
  addWhere(command)
    .argument('<OTHER>')
    .action(
      handle<AccountOptions>(async ({ io }, [other], options) =>
        reportOf(io, await say(io, options, (_player, key) => body(key!), other as string)),
      ),
    );

/** `kifu account`. */
export const accountCommand = (handle: Handle): Command =>
  new Command('account')
    .addCommand(
      addWhere(new Command('rename'))
        .argument('<NAME>')
        .action(
          handle<AccountOptions>(async ({ io }, [name], options) =>
            reportOf(
              io,
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
        .argument('<TEXT>')
        .action(
          handle<AccountOptions>(async ({ io }, [about], options) =>
            reportOf(
              io,
              await say(io, options, ({ name }) => ({
                ...{ type: 'profile', name },
                about: about as string,
              })),
            ),
          ),
        ),
    )
    .addCommand(
      withOther(handle, new Command('add-key'), ({ key, name }) => ({
        type: 'key',
        other: key,
        label: name,
      })),
    )
    .addCommand(
      withOther(handle, new Command('replace-key'), ({ key }) => ({
        type: 'successor',
        other: key,
      })),
    )
    .addCommand(
      addWhere(new Command('revoke-key'))
        .argument('<KEY>')
        .action(
          handle<AccountOptions>(async ({ io }, [start], options) => {
            if (!/^[0-9a-f]{8,64}$/.test(start as string))
              return misuse(texts => texts.keyPrefix(8));
            const player = await playerOfKey(io, options);
            if (!player.ok) return player;
            const key = player.value.keys.find(one => one.key.startsWith(start as string));
            if (key === undefined) return misuse(texts => texts.noKey);
            return reportOf(
              io,
              await say(io, options, () => ({ type: 'revoked', other: key.key })),
            );
          }),
        ),
    )
    .addCommand(
      addWhere(new Command('vacation'))
        .addArgument(new Argument('[WHAT]').choices(['begin', 'end']))
        .action(
          handle<AccountOptions>(async ({ io }, [what], options) => {
            const stands = await takeVacation(
              io,
              options,
              what === undefined ? null : what === 'begin',
            );
            if (!stands.ok) return stands;
            const { until, leftMs } = stands.value;
            const days = Math.floor(leftMs / DAY_MS);
            const day = until === null ? null : new Date(until).toISOString().slice(0, 10);
            return ok({
              json: { until, leftMs },
              text: io.texts.reports.players.account.vacation(day, days),
            });
          }),
        ),
    )
    .addCommand(
      addWhere(new Command('block'))
        .argument('[PLAYER]')
        .option('--remove')
        .action(
          handle<AccountOptions & { readonly remove?: boolean }>(
            async ({ io }, [player], options) => {
              const who = player as string | undefined;
              if (who === undefined && options.remove === true)
                return misuse(texts => texts.unblockWhom);
              const blocked = await block(io, options, who, options.remove !== true);
              if (!blocked.ok) return blocked;
              const names = blocked.value.map(({ id, name }) => oneLine(name ?? id));
              return ok({
                json: { blocked: blocked.value as unknown as JsonObject[] },
                text: io.texts.reports.players.account.blocked(names),
              });
            },
          ),
        ),
    )
    .addCommand(
      addWhere(new Command('export'))
        .addOption(
          new Option('-o, --output <FILE>').argParser(fileName('data')).makeOptionMandatory(),
        )
        .action(
          handle<AccountOptions & { readonly output: string }>(async ({ io }, _words, options) => {
            const all = await exportAll(io, options);
            if (!all.ok) return all;
            const saved = await saveBytes(
              options.output,
              `${JSON.stringify(all.value, null, 2)}\n`,
              false,
              0o600,
            );
            return saved.ok ? ok({ json: { file: options.output }, text: options.output }) : saved;
          }),
        ),
    )
    .addCommand(
      addWhere(new Command('delete'))
        .option('--yes')
        .action(
          handle<AccountOptions & { readonly yes?: boolean }>(async ({ io }, _words, options) => {
            if (options.yes !== true) return misuse(texts => texts.confirm('--yes'));
            const done = await deleteAll(io, options);
            return done.ok
              ? ok({ json: {}, text: io.texts.reports.players.account.deleted })
              : done;
          }),
        ),
    );

/** A player for people and programs. */
function reportOf({ texts }: Io, found: Result<Player>): Result<CommandReport> {
  if (!found.ok) return found;
  const { id, name, about, keys } = found.value;
  const { rows, gone: states } = texts.reports.players.account;
  return ok({
    json: { player: found.value as unknown as JsonObject },
    text: tableLines([
      [rows.name, oneLine(name)],
      ...(about === '' ? [] : [[rows.about, oneLine(about)]]),
      [rows.id, id],
      ...keys.map(({ key, label, gone }) => [
        gone === null ? rows.key : rows.oldKey,
        `${key}${label === '' ? '' : `  ${oneLine(label)}`}${gone === null ? '' : `  (${states[gone]})`}`,
      ]),
    ]).join('\n'),
  });
}
