/** `kifu lobby`: open challenges and live matches on a server. */
import { type Invite, listLive } from '@kifu/client';
import { describeTimeControl, fail, type JsonObject, ok, type Result } from '@kifu/core';
import { Argument, Command } from 'commander';
import { type Context, put, putLine } from '../io.ts';
import { nameOption, piecesOption, serverOption, wholeNumber } from '../options.ts';
import { createPrompter } from '../play/prompter.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';
import type { PlayOptions } from './play.ts';

interface LobbyOptions extends PlayOptions {
  readonly game?: string;
}

/** The command. */
export const lobbyCommand = (handle: Handle): Command =>
  new Command('lobby')
    .addArgument(new Argument('[NUMBER]').argParser(wholeNumber(1, 10_000)))
    .addOption(serverOption())
    .option('--game <NAME>')
    .addOption(nameOption())
    .addOption(piecesOption())
    .option('--key <NAME>')
    .option('--no-save')
    .action(
      handle<LobbyOptions>((context, [number], options) =>
        visit(context, number as number | undefined, options),
      ),
    );

async function visit(
  context: Context,
  number: number | undefined,
  options: LobbyOptions,
): Promise<Result<CommandReport>> {
  const { io, isJson, colors } = context;
  const t = io.texts.session;
  if (options.server === undefined) return misuse(texts => texts.noServer);
  const listed = await listLive(options.server);
  if (!listed.ok) return listed;
  // open matches first, the newest at the top
  const invites = listed.value
    .filter(({ game }) => options.game === undefined || game === options.game)
    .toReversed()
    .sort((a, b) => Number(hasRoom(b)) - Number(hasRoom(a)));
  const chosen = number ?? null;
  const json = { matches: invites as unknown as JsonObject[] };
  if (chosen === null && (isJson || invites.length === 0))
    return ok({ json, text: t.noLiveMatches });
  if (chosen !== null) return enter(context, invites, chosen, options);
  const [head, ...lines] = tableLines([
    t.lobbyHead,
    ...invites.map((invite, i) => [
      `${i + 1}`,
      invite.game,
      invite.seats.map(({ name }) => oneLine(name ?? '–')).join(', '),
      invite.clock === null ? '–' : describeTimeControl(invite.clock, io.common?.match),
      hasRoom(invite) ? t.lobbyState.open : t.lobbyState.live,
    ]),
  ]);
  await putLine(io, [colors.bold(head), ...lines].join('\n'));
  if (!io.isTTY.stdin || !io.isTTY.stdout) return ok({ json: null, text: '' });
  const prompter = createPrompter(io, io.stdout);
  const asked = await prompter.ask(t.lobbyPrompt);
  prompter.close();
  if (asked.is === 'stop') return ok({ json: null, text: '', exitCode: asked.exitCode });
  if (asked.is === 'end' || asked.line.trim() === '') return ok({ json: null, text: '' });
  if (!/^\d{1,5}$/.test(asked.line.trim())) return fail('malformed', 'not a number');
  return enter(context, invites, Number(asked.line), options);
}

const hasRoom = ({ seats, phase }: Invite): boolean =>
  phase === 'open' && seats.some(({ type }) => type === 'open');

/** Takes an open seat, otherwise spectates. */
async function enter(
  context: Context,
  invites: readonly Invite[],
  number: number,
  options: LobbyOptions,
): Promise<Result<CommandReport>> {
  const invite = invites[number - 1];
  if (invite === undefined) return fail('not-found', `no match ${number} in the lobby`);
  if (!hasRoom(invite)) {
    await put(context.io.stderr, `${context.io.texts.session.noOpenSeat}\n`);
    const { watch } = await import('../online/watch.ts');
    const { server, color } = options;
    return watch(context, invite.id, {
      ...(server && { server }),
      ...(color === false && { color }),
    });
  }
  const { playOnline } = await import('../online/play-online.ts');
  return playOnline(context, undefined, { ...options, join: invite.id });
}
