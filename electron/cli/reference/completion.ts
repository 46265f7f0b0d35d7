/**
 * Static completion scripts for shells, since starting a process on each Tab would be slow. All three find the command named by the words
 * typed so far, then offer its subcommands, options and choices, or else files.
 */
import { flatten, type Outline, type OutlineOption } from './outline.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const completionScript = (shell: Shell, program: Outline): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell](program);

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Paths of all commands below the program. */
const pathsOf = (program: Outline): string[] =>
  flatten(program)
    .slice(1)
    .map(({ path }) => path);

const namesOf = ({ short, long }: OutlineOption): string[] => (short === undefined ? [long] : [short, long]);

const argumentChoices = (command: Outline): readonly string[] => command.arguments.flatMap(({ choices }) => choices);

/** The options of a command that take a value. */
function valueOptionsOf(command: Outline): { path: string; names: string[]; choices: readonly string[] }[] {
  return command.options
    .filter(({ valueKind }) => valueKind !== 'none')
    .map((option) => ({ path: command.path, names: namesOf(option), choices: option.choices }));
}

const casePattern = (paths: readonly string[]): string => paths.map(quote).join(' | ');

function bashScript(program: Outline): string {
  const commands = flatten(program);
  const valueOptions = commands.flatMap(valueOptionsOf);
  const choiceOptions = valueOptions.filter(({ choices }) => choices.length > 0);
  const fileOptions = valueOptions.filter(({ choices }) => choices.length === 0);
  const optionWords = ({ path, names }: { path: string; names: string[] }) => names.map((name) => `${path} ${name}`);
  return `# bash completion for parlor. Load it with: source <(parlor completion bash)
_parlor() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=parlor candidates= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${casePattern(pathsOf(program))}) command="$command \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${choiceOptions.map((value) => `    ${casePattern(optionWords(value))}) candidates=${quote(value.choices.join(' '))} ;;`).join('\n')}
    ${casePattern(fileOptions.flatMap(optionWords))}) return ;;
    *)
      case "$command" in
${commands
  .map((command) => {
    const candidates = [
      ...command.commands.map(({ name }) => name),
      ...argumentChoices(command),
      ...command.options.flatMap(namesOf),
      '--help',
    ];
    return `        ${quote(command.path)}) candidates=${quote(candidates.join(' '))} ;;`;
  })
  .join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _parlor parlor
`;
}

function zshScript(program: Outline): string {
  const commands = flatten(program);
  const describeItem = (name: string, description: string) => quote(`${name}:${description}`);
  const formatList = (items: string[]) => `(${items.join(' ')})`;
  return `#compdef parlor
# zsh completion for parlor. Load it with: source <(parlor completion zsh)
_parlor() {
  local command=parlor word
  local -a candidates flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
      (${casePattern(pathsOf(program))}) command="$command $word" ;;
    esac
  done
  case "$command $words[CURRENT-1]" in
${commands
  .flatMap(valueOptionsOf)
  .map(({ path, names, choices }) => {
    const action = choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files';
    return `    (${casePattern(names.map((name) => `${path} ${name}`))}) ${action}; return ;;`;
  })
  .join('\n')}
  esac
  case $command in
${commands
  .map((command) => {
    const candidates = [
      ...command.commands.map(({ name, description }) => describeItem(name, description)),
      ...argumentChoices(command).map(quote),
    ];
    const flags = [
      ...command.options.flatMap((option) => namesOf(option).map((name) => describeItem(name, option.description))),
      describeItem('--help', 'display help for command'),
    ];
    return `    (${quote(command.path)})\n      candidates=${formatList(candidates)}\n      flags=${formatList(flags)} ;;`;
  })
  .join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( $#candidates )); then
    _describe command candidates
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
    ['complete -c parlor', `-n "__parlor_at ${quote(path)}"`, ...parts].join(' ');
  const valueParts = ({ valueKind, choices }: OutlineOption) => {
    if (valueKind === 'none') return [];
    return choices.length > 0 ? [`-x -a ${quote(choices.join(' '))}`] : ['-r'];
  };
  const lines = flatten(program).flatMap((command) => [
    ...command.commands.map(({ name, description }) => line(command.path, `-f -a ${name} -d ${quote(description)}`)),
    ...argumentChoices(command).map((choice) => line(command.path, `-f -a ${choice}`)),
    ...command.options.map((option) =>
      line(
        command.path,
        ...(option.short === undefined ? [] : [`-s ${option.short.slice(1)}`]),
        `-l ${option.long.slice(2)}`,
        ...valueParts(option),
        `-d ${quote(option.description)}`,
      ),
    ),
    line(command.path, `-s h -l help -d 'display help for command'`),
  ]);
  return `# fish completion for parlor. Load it with: parlor completion fish | source
function __parlor_at
    set -l command parlor
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$command $word"
            case ${pathsOf(program).map(quote).join(' ')}
                set command "$command $word"
        end
    end
    test "$command" = "$argv[1]"
end
${lines.join('\n')}
`;
}
