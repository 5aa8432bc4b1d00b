/** `kifu config`: defaults of options, saved in the data directory. */
import { capital, fail, type JsonObject, ok, type Result } from '@kifu/core';
import { Command, InvalidArgumentError } from 'commander';
import { ENGINES } from '../engines/stored-engines.ts';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { describeRefusal } from '../misuse.ts';
import { PERSONAL } from '../options.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { saveBytes } from '../save.ts';
import { readSettings, readValue, settingsPath } from '../settings.ts';
import { printable, tableLines } from '../text.ts';

/** The command. */
export const configCommand = (handle: Handle): Command =>
  new Command('config')
    .addCommand(new Command('list').action(handle(({ io }) => list(io))))
    .addCommand(
      new Command('get')
        .argument('<WHAT>')
        .action(handle(({ io }, [what]) => get(io, what as string))),
    )
    .addCommand(
      new Command('set')
        .argument('<WHAT>')
        .argument('<VALUE>')
        .action(handle(({ io }, [what, value]) => set(io, what as string, value as string))),
    )
    .addCommand(
      new Command('unset')
        .argument('<WHAT>')
        .action(handle(({ io }, [what]) => change(io, what as string, undefined))),
    );

async function list(io: Io): Promise<Result<CommandReport>> {
  const settings = await readSettings(settingsPath(io), true);
  if (!settings.ok) return settings;
  // engines have a separate command
  const { [ENGINES]: _, ...values } = settings.value;
  const rows = Object.entries(values).map(([what, value]) => [what, String(value)]);
  return ok({
    json: { settings: values },
    text: rows.length === 0 ? io.texts.reports.players.config.none : tableLines(rows).join('\n'),
  });
}

async function get(io: Io, what: string): Promise<Result<CommandReport>> {
  if (!Object.hasOwn(PERSONAL, what)) return unknown(what);
  const settings = await readSettings(settingsPath(io), true);
  if (!settings.ok) return settings;
  const value = settings.value[what];
  return value === undefined
    ? fail('not-found', `${what} is not set; set it with kifu config set ${what}`)
    : ok({ json: { [what]: value }, text: String(value) });
}

async function set(io: Io, what: string, value: string): Promise<Result<CommandReport>> {
  const option = Object.hasOwn(PERSONAL, what) ? PERSONAL[what]!() : null;
  if (option === null) return unknown(what);
  try {
    return await change(io, what, readValue(option, value) as string | number);
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    return misuse(texts => `${what}: ${describeRefusal(cause, texts, option.argChoices)}`);
  }
}

async function change(
  io: Io,
  what: string,
  value: string | number | undefined,
): Promise<Result<CommandReport>> {
  if (!Object.hasOwn(PERSONAL, what)) return unknown(what);
  const home = await makeHome(io);
  if (!home.ok) return home;
  const settings = await readSettings(settingsPath(io), true);
  if (!settings.ok) return settings;
  const { [what]: _, ...others } = settings.value;
  const kept: JsonObject = value === undefined ? others : { ...others, [what]: value };
  const t = io.texts.reports.players.config;
  const saved = await saveBytes(settingsPath(io), `${JSON.stringify(kept, null, 2)}\n`, true);
  if (!saved.ok) return saved;
  return ok({
    json: { settings: kept },
    text: value === undefined ? t.deleted(what) : t.set(capital(what), `${value}`),
  });
}

const unknown = (what: string): Result<CommandReport> =>
  misuse(texts => texts.unknownSetting(printable(what), Object.keys(PERSONAL)));
