/** A live match as somebody sees it who only looks on. */
import { type Game, ok, type Result, unwrap } from '@kifu/core';
import { kifuToJson, readKifu } from '@kifu/record';
import { boardStyle } from '../board.ts';
import { type Context, colorsFor } from '../io.ts';
import { EXIT, type Report } from '../run-command.ts';
import { saveKifu } from '../write-record.ts';
import { lookOn, parseAddress } from './join.ts';
import { playersLine, showAll, tell, tellBoard } from './screen.ts';

/** The options of `kifu watch`. */
export interface WatchOptions {
  readonly server?: string;
  readonly save?: string;
  readonly color?: boolean;
}

/** Watches a match until it ends, is lost, or somebody stops. */
export async function watch(
  context: Context,
  text: string,
  options: WatchOptions,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const address = parseAddress(text, options.server);
  if (!address.ok) return address;
  const connected = await lookOn(io, address.value);
  if (!connected.ok) return connected;
  const live = connected.value;
  const kit = await io.games.load(live.invite!.game, live.invite!.version);
  if (!kit.ok) return kit;
  const shown = {
    screen: isJson ? io.stderr : io.stdout,
    kit: kit.value,
    live,
    colors: isJson ? colorsFor(false) : context.colors,
    style: boardStyle(io, isJson || options.color === false),
  };
  tell(shown, playersLine(shown));
  tellBoard(shown);
  const end = Promise.withResolvers<number>();
  const look = () => {
    if (live.followed?.isEnded === true) end.resolve(EXIT.good);
    else tellBoard(shown);
  };
  const stopShowing = showAll(shown, look);
  live.on('down', ({ isOver }) => isOver && end.resolve(EXIT.fault));
  const off = io.onStop(code => end.resolve(code));
  if (live.followed?.isEnded === true) end.resolve(EXIT.good);
  const exitCode = await end.promise;
  off();
  stopShowing();
  live.close();
  if (live.followed === null) return ok({ json: {}, text: '', exitCode });
  const kifu = unwrap(readKifu(live.followed.nodes));
  const saved =
    options.save === undefined
      ? ok('')
      : await saveKifu(kit.value, options.save, kifu, { mayReplace: false });
  return saved.ok
    ? ok({ json: { kifu: kifuToJson(kit.value.game as Game, kifu) }, text: '', exitCode })
    : saved;
}
