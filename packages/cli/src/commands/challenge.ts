/** `kifu challenge`: challenges between peers. */
import type { RequestInput } from '@kifu/peer/api';
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, decimal, rating } from '../ipgs/options.ts';
import { gameArgument, wholeNumber } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');

type OfferOptions = PeerOptions & Omit<RequestInput<'challenge.offer'>, 'game'>;
type AnswerOptions = PeerOptions & Omit<RequestInput<'challenge.accept'>, 'challenge'>;

const hours = (): Option => new Option('--hours <N>').argParser(wholeNumber(1, 100_000));

const comment = (): Option => new Option('--comment <TEXT>').default('');

/** The command. */
export const challengeCommand = (handle: Handle): Command =>
  new Command('challenge')
    .addCommand(offerCommand(handle))
    .addCommand(
      addPeerOptions(new Command('list')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'challenge.list', {}),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('accept'))
        .argument('<CHALLENGE>')
        .addOption(hours())
        .addOption(comment())
        .action(
          handle<AnswerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'challenge.accept', {
              ...options,
              challenge: id as string,
            }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('confirm'))
        .argument('<GAME>')
        .addOption(hours())
        .addOption(comment())
        .action(
          handle<AnswerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'challenge.confirm', {
              ...options,
              challenge: id as string,
            }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('cancel'))
        .argument('<CHALLENGE>')
        .action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'challenge.cancel', { challenge: id as string }),
          ),
        ),
    );

const offerCommand = (handle: Handle): Command =>
  addPeerOptions(new Command('offer'))
    .addArgument(gameArgument())
    .option('--opponent <PLAYER>')
    .addOption(new Option('--size <N>').argParser(wholeNumber(2, 52)))
    .addOption(new Option('--komi <POINTS>').argParser(decimal(-5000, 5000)))
    .addOption(new Option('--handicap <N>').argParser(decimal(-1, 361)))
    .option('--rules <NAME>')
    .option('--options <JSON>')
    .addOption(new Option('--time <SECONDS>').argParser(wholeNumber(1, 31_536_000)))
    .addOption(
      new Option('--per-move <SECONDS>').argParser(wholeNumber(1, 31_536_000)).conflicts('time'),
    )
    .addOption(new Option('--first <WHO>').choices(['me', 'them', 'auto']).default('auto'))
    .addOption(new Option('--target <R:RD>').argParser(rating))
    .option('--unranked')
    .addOption(hours())
    .addOption(comment())
    .action(
      handle<OfferOptions>(async ({ io }, [game], options) =>
        (await load()).askPeer(io, options, 'challenge.offer', {
          ...options,
          game: game as string,
        }),
      ),
    );
