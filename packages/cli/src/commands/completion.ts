/** `kifu completion`: a script that completes commands, options and names of games, made from the tree of commands. */
import { ok } from '@kifu/core';
import { Argument, Command, type Option } from 'commander';
import { gameArgument } from '../options.ts';
import type { Handle } from '../run-command.ts';

/** The command. */
export const completionCommand = (handle: Handle): Command => {
  const command = new Command('completion').addArgument(
    new Argument('<SHELL>').choices(Object.keys(SCRIPTS)),
  );
  return command.action(
    handle(async ({ io }, [shell]) => {
      const places = placesOf(command.parent!, io.games.names(), {
        text: '--help',
        about: io.texts.shared.options['--help'],
      });
      const script = SCRIPTS[shell as keyof typeof SCRIPTS](places);
      return ok({ json: { shell: shell as string, script }, text: script });
    }),
  );
};

/** A command and what may follow it. */
interface CommandPlace {
  /** The words that lead here: `move encode`; empty for the program. */
  readonly path: string;
  readonly words: readonly CompletionWord[];
  /** Whether it takes files. */
  readonly hasFiles: boolean;
}
interface CompletionWord {
  readonly text: string;
  readonly about: string;
  /** Value of an option: one of these words, a file, or anything; absent for a flag. */
  readonly value?: readonly string[] | 'file' | 'any';
}

function placesOf(
  program: Command,
  games: readonly string[],
  help: CompletionWord,
): CommandPlace[] {
  const globals = program.options.flatMap(optionWords);
  const visit = (command: Command, path: string): CommandPlace[] => {
    const [first] = command.registeredArguments;
    const isGame = first?.name() === gameArgument().name();
    const values = (isGame ? games : (first?.argChoices ?? [])).map(text => ({ text, about: '' }));
    const parts = command.commands.map(part => ({
      text: part.name(),
      about: part.summary() || part.description(),
    }));
    const own = command === program ? [] : command.options.flatMap(optionWords);
    const words = [...parts, ...values, ...own, ...globals, help];
    const deeper = command.commands.flatMap(part => visit(part, `${path} ${part.name()}`.trim()));
    return [{ path, words, hasFiles: first?.name() === 'FILE' }, ...deeper];
  };
  return visit(program, '');
}

const optionWords = ({
  long,
  description,
  flags,
  argChoices,
  required,
}: Option): CompletionWord[] => {
  if (long === undefined || long === null) return [];
  const value = argChoices ?? (flags.endsWith('<FILE>') ? 'file' : 'any');
  return [{ text: long, about: description, ...(required ? { value } : {}) }];
};

/** The script of each shell. */
const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Finds the deepest command among the words typed so far, then offers what may follow it. */
function bashScript(places: readonly CommandPlace[]): string {
  const cases = places.map(
    ({ path, words }) =>
      `    ${quote(path)}) words=${quote(words.map(({ text }) => text).join(' '))} ;;`,
  );
  // where nothing is offered bash completes the names of files
  const values = valued(places).map(
    ({ text, value }) =>
      `    ${text}) words=${quote(typeof value === 'string' ? '' : value.join(' '))} ;;`,
  );
  return `_kifu() {
  local place='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in
      ${paths(places, '|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place" in
    ${paths(places.filter(takesFiles), '|')}) [[ "\${COMP_WORDS[COMP_CWORD]}" == -* ]] || words='' ;;
  esac
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kifu kifu`;
}

function zshScript(places: readonly CommandPlace[]): string {
  const cases = places.map(({ path, words }) => {
    const items = words.map(({ text, about }) => quote(`${text}${about && `:${about}`}`));
    return `    ${quote(path)}) words_here=(${items.join(' ')}) ;;`;
  });
  return `#compdef kifu
_kifu() {
  local place='' word
  local -a words_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${paths(places, '|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place" in
    ${paths(places.filter(takesFiles), '|')}) [[ "$words[CURRENT]" == -* ]] || { _files; return } ;;
  esac
  _describe 'kifu' words_here || _files
}
# a file of $fpath is run as the function itself, elsewhere it is sourced
if [ "$funcstack[1]" = _kifu ]; then _kifu "$@"; else compdef _kifu kifu; fi`;
}

function fishScript(places: readonly CommandPlace[]): string {
  const known = places.filter(({ path }) => path !== '').map(({ path }) => path);
  const files = places
    .filter(takesFiles)
    .map(({ path }) => `complete -c kifu -n ${quote(`test (__kifu_place) = ${quote(path)}`)} -F`);
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ text, about, value }) => {
      const when = `test (__kifu_place) = ${quote(path)}`;
      const after =
        value === undefined
          ? ''
          : value === 'file'
            ? ' -r -F'
            : value === 'any'
              ? ' -x'
              : ` -x -a ${quote(value.join(' '))}`;
      const what = text.startsWith('--') ? `-l ${text.slice(2)}${after}` : `-a ${quote(text)}`;
      return `complete -c kifu -n ${quote(when)} ${what}${about && ` -d ${quote(about)}`}`;
    }),
  );
  return `function __kifu_place
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    contains -- $next ${known.map(quote).join(' ')}; and set place $next
  end
  echo "$place"
end
complete -c kifu -f
${[...files, ...lines].join('\n')}`;
}

const takesFiles = ({ hasFiles }: CommandPlace): boolean => hasFiles;

/** The options that a value follows, each once: they mean the same everywhere. */
const valued = (places: readonly CommandPlace[]) => [
  ...new Map(
    places.flatMap(({ words }) =>
      words.flatMap(({ text, value }) => (value ? [[text, { text, value }] as const] : [])),
    ),
  ).values(),
];

/** The paths of all commands but the program, quoted for a shell. */
const paths = (places: readonly CommandPlace[], between: string) =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join(between);

/** One word for a shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
