/** `kifu key`: keys to sign with. */
import { ok, type Result } from '@kifu/core';
import { Argument, Command, Option } from 'commander';
import type { Io } from '../io.ts';
import {
  findKey,
  formatKey,
  keyNames,
  newKey,
  parseKey,
  type StoredKey,
  saveKey,
} from '../keys.ts';
import { fileName } from '../options.ts';
import { inputName, readInputText } from '../read-input.ts';
import { type CommandReport, type Handle, within } from '../run-command.ts';
import { saveBytes } from '../save.ts';
import { tableLines } from '../text.ts';

const NAME = 'me';
/** More than any key takes. */
const MAX_KEY_BYTES = 1 << 16;

/** The command. */
export const keyCommand = (handle: Handle): Command =>
  new Command('key')
    .addCommand(
      new Command('new').addArgument(new Argument('[NAME]').default(NAME)).action(
        handle(async ({ io }, [name]) => {
          const made = await newKey(io, name as string);
          return made.ok ? ok(tell([made.value])) : made;
        }),
      ),
    )
    .addCommand(new Command('list').action(handle(({ io }) => show(io, undefined))))
    .addCommand(
      new Command('show')
        .argument('[NAME]')
        .action(handle(async ({ io }, [name]) => show(io, name as string | undefined))),
    )
    .addCommand(
      new Command('export')
        .argument('<NAME>')
        .addOption(
          new Option('-o, --output <FILE>').argParser(fileName('secret')).makeOptionMandatory(),
        )
        .action(
          handle<{ readonly output: string }>(async ({ io }, [name], { output }) => {
            const key = await findKey(io, name as string);
            if (!key.ok) return key;
            const saved = await saveBytes(output, formatKey(key.value), false, 0o600);
            return saved.ok
              ? ok({ json: { file: output }, text: io.texts.reports.players.keys.secret(output) })
              : saved;
          }),
        ),
    )
    .addCommand(
      new Command('import')
        .argument('<FILE>')
        .argument('[NAME]')
        .action(
          handle(async ({ io }, [file, name]) => {
            const key = await readKey(io, file as string, name as string | undefined);
            const kept = key.ok ? await saveKey(io, key.value) : key;
            return kept.ok ? ok(tell([kept.value])) : kept;
          }),
        ),
    );

async function show(io: Io, name: string | undefined): Promise<Result<CommandReport>> {
  if (name !== undefined) {
    const key = await findKey(io, name);
    return key.ok ? ok(tell([key.value])) : key;
  }
  const keys: StoredKey[] = [];
  for (const each of await keyNames(io)) {
    const key = await findKey(io, each); // an invalid key is reported, not skipped
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return keys.length === 0
    ? ok({ json: { keys: [] }, text: io.texts.reports.players.keys.none })
    : ok(tell(keys));
}

/** Public keys only. */
const tell = (keys: readonly StoredKey[]): CommandReport => ({
  json: { keys: keys.map(({ name, key }) => ({ name, key })) },
  text: tableLines(keys.map(({ name, key }) => [name, key])).join('\n'),
});

async function readKey(io: Io, file: string, name: string | undefined): Promise<Result<StoredKey>> {
  const text = await readInputText(io, file, MAX_KEY_BYTES);
  if (!text.ok) return text;
  const key = await parseKey(text.value, name);
  return key.ok ? key : within(inputName(file), key);
}
