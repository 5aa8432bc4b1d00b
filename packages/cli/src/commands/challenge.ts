/** `kifu challenge`: how a game between peers comes about. */
import type { RequestInput } from '@kifu/peer/api';
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, decimal, rating } from '../ipgs/options.ts';
import { addExamples, gameArgument, wholeNumber } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');

type OfferOptions = PeerOptions & Omit<RequestInput<'challenge.offer'>, 'game'>;
type AnswerOptions = PeerOptions & Omit<RequestInput<'challenge.accept'>, 'challenge'>;

const hours = (about: string): Option =>
  new Option('--hours <N>', `${about} (default: by kifu id set, or 168)`).argParser(
    wholeNumber(1, 100_000),
  );

const comment = (): Option => new Option('--comment <TEXT>', 'something to say').default('');

/** The command. */
export const challengeCommand = (handle: Handle): Command =>
  addExamples(
    new Command('challenge')
      .description('Offer games to other players, accept theirs, and confirm with whom you play.')
      .summary('Offer and accept games among peers.')
      .addCommand(offerCommand(handle))
      .addCommand(
        addPeerOptions(new Command('list'))
          .description('List open offers, and acceptances that wait.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'challenge.list', {}),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('accept'))
          .description('Accept an offer of somebody else.')
          .argument('<CHALLENGE>', 'its id or a part of it, or the name of the opponent')
          .addOption(hours('for how long the other may confirm'))
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
          .description('Confirm an acceptance of your offer: the game begins.')
          .argument('<GAME>', 'the id of the acceptance, or who accepted')
          .addOption(hours('for how long the first move may take'))
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
          .description('Take an offer back.')
          .argument('<CHALLENGE>', 'its id or a part of it, or the name of the opponent')
          .action(
            handle<PeerOptions>(async ({ io }, [id], options) =>
              (await load()).askPeer(io, options, 'challenge.cancel', { challenge: id as string }),
            ),
          ),
      ),
    ['kifu challenge offer go --size 9 --per-move 86400', 'a day for each move'],
    ['kifu challenge list', 'what others offer'],
  );

const offerCommand = (handle: Handle): Command =>
  addPeerOptions(new Command('offer'))
    .description('Offer a game, to anybody or to one player.')
    .addArgument(gameArgument())
    .option('--opponent <PLAYER>', 'the only player who may accept: player hash, or a known name')
    .addOption(
      new Option('--size <N>', 'lines of the board, in go (default: 19)').argParser(
        wholeNumber(2, 52),
      ),
    )
    .addOption(
      new Option('--komi <POINTS>', 'points for white, in go (default: by the rules)').argParser(
        decimal(-5000, 5000),
      ),
    )
    .addOption(
      new Option(
        '--handicap <N>',
        'stones for black, in go; -1: by the ratings (default: 0)',
      ).argParser(decimal(-1, 361)),
    )
    .option('--rules <NAME>', 'rules of go: Chinese, Japanese, AGA, New Zealand')
    .option('--options <JSON>', 'options of other games, see their setup')
    .addOption(
      new Option('--time <SECONDS>', 'for all moves of a player').argParser(
        wholeNumber(1, 31_536_000),
      ),
    )
    .addOption(
      new Option('--per-move <SECONDS>', 'for each move')
        .argParser(wholeNumber(1, 31_536_000))
        .conflicts('time'),
    )
    .addOption(
      new Option('--first <WHO>', 'who has the first turn')
        .choices(['me', 'them', 'auto'])
        .default('auto'),
    )
    .addOption(
      new Option('--target <R:RD>', 'wished opponents: rating R, give or take RD').argParser(
        rating,
      ),
    )
    .option('--unranked', 'does not count for ratings')
    .addOption(hours('for how long it can be accepted'))
    .addOption(comment())
    .action(
      handle<OfferOptions>(async ({ io }, [game], options) =>
        (await load()).askPeer(io, options, 'challenge.offer', {
          ...options,
          game: game as string,
        }),
      ),
    );
