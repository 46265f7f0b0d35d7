/**
 * Static completion scripts for shells, since starting a process on each Tab would be slow. All three find the command named by the words
 * typed so far, then offer its subcommands, options and choices, or else files.
 */
import { flatten, type Outline, type OutlineOption } from './outline.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const completionScript = (shell: Shell, program: Outline): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell](program);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Paths of all commands below the program. */
const pathsOf = (program: Outline): string[] =>
  flatten(program)
    .slice(1)
    .map(({ path }) => path);

const namesOf = ({ short, long }: OutlineOption): string[] => (short === undefined ? [long] : [short, long]);

const argumentChoices = (command: Outline): readonly string[] => command.arguments.flatMap(({ choices }) => choices);

/** The options of a command that take a value. */
function valuesOf(command: Outline): { path: string; names: string[]; choices: readonly string[] }[] {
  return command.options
    .filter(({ value }) => value !== 'none')
    .map((option) => ({ path: command.path, names: namesOf(option), choices: option.choices }));
}

const patterns = (paths: readonly string[]): string => paths.map(quoted).join(' | ');

function bashScript(program: Outline): string {
  const commands = flatten(program);
  const values = commands.flatMap(valuesOf);
  const withChoices = values.filter(({ choices }) => choices.length > 0);
  const others = values.filter(({ choices }) => choices.length === 0);
  const atOption = ({ path, names }: { path: string; names: string[] }) => names.map((name) => `${path} ${name}`);
  return `# bash completion for parlor. Load it with: source <(parlor completion bash)
_parlor() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at=parlor offered= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${patterns(pathsOf(program))}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $previous" in
${withChoices.map((value) => `    ${patterns(atOption(value))}) offered=${quoted(value.choices.join(' '))} ;;`).join('\n')}
    ${patterns(others.flatMap(atOption))}) return ;;
    *)
      case "$at" in
${commands
  .map((command) => {
    const offered = [
      ...command.commands.map(({ name }) => name),
      ...argumentChoices(command),
      ...command.options.flatMap(namesOf),
      '--help',
    ];
    return `        ${quoted(command.path)}) offered=${quoted(offered.join(' '))} ;;`;
  })
  .join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _parlor parlor
`;
}

function zshScript(program: Outline): string {
  const commands = flatten(program);
  const described = (name: string, description: string) => quoted(`${name}:${description}`);
  const list = (items: string[]) => `(${items.join(' ')})`;
  return `#compdef parlor
# zsh completion for parlor. Load it with: source <(parlor completion zsh)
_parlor() {
  local at=parlor word
  local -a offered flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${patterns(pathsOf(program))}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${commands
  .flatMap(valuesOf)
  .map(({ path, names, choices }) => {
    const action = choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files';
    return `    (${patterns(names.map((name) => `${path} ${name}`))}) ${action}; return ;;`;
  })
  .join('\n')}
  esac
  case $at in
${commands
  .map((command) => {
    const offered = [
      ...command.commands.map(({ name, description }) => described(name, description)),
      ...argumentChoices(command).map(quoted),
    ];
    const flags = [
      ...command.options.flatMap((option) => namesOf(option).map((name) => described(name, option.description))),
      described('--help', 'display help for command'),
    ];
    return `    (${quoted(command.path)})\n      offered=${list(offered)}\n      flags=${list(flags)} ;;`;
  })
  .join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( $#offered )); then
    _describe command offered
  else
    _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _parlor "$@"
else
  compdef _parlor parlor
fi
`;
}

function fishScript(program: Outline): string {
  const line = (path: string, ...parts: string[]) =>
    ['complete -c parlor', `-n "__parlor_at ${quoted(path)}"`, ...parts].join(' ');
  const valueParts = ({ value, choices }: OutlineOption) => {
    if (value === 'none') return [];
    return choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : ['-r'];
  };
  const lines = flatten(program).flatMap((command) => [
    ...command.commands.map(({ name, description }) => line(command.path, `-f -a ${name} -d ${quoted(description)}`)),
    ...argumentChoices(command).map((choice) => line(command.path, `-f -a ${choice}`)),
    ...command.options.map((option) =>
      line(
        command.path,
        ...(option.short === undefined ? [] : [`-s ${option.short.slice(1)}`]),
        `-l ${option.long.slice(2)}`,
        ...valueParts(option),
        `-d ${quoted(option.description)}`,
      ),
    ),
    line(command.path, `-s h -l help -d 'display help for command'`),
  ]);
  return `# fish completion for parlor. Load it with: parlor completion fish | source
function __parlor_at
    set -l at parlor
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$at $word"
            case ${pathsOf(program).map(quoted).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
