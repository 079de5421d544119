import { COMMANDS, OPTIONS, type SHELLS } from "./options.ts";

const FILES = ["env-file", "in-file", "output", "ca", "offline-copy", "files"];
const flags = Object.keys(OPTIONS).map((name) => `--${name}`);
const commands = Object.keys(COMMANDS).filter((name) => name !== "run");

/** Returns a script that completes commands, options, files, and a whole command after `--`. */
export function completionFor(shell: (typeof SHELLS)[number]): string {
  return SCRIPTS[shell];
}

const SCRIPTS: { readonly [shell in (typeof SHELLS)[number]]: string } = {
  bash: `_keywright_run() {
  local word="\${COMP_WORDS[COMP_CWORD]}" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ "\${COMP_WORDS[index]}" == -- ]]; then
      if declare -F _command_offset > /dev/null; then _command_offset $((index + 1)); else COMPREPLY=($(compgen -c -f -- "$word")); fi
      return
    fi
  done
  COMPREPLY=()
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "${flags.join(" ")}" -- "$word")); return; fi
  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W "${commands.join(" ")}" -- "$word")); fi
}
complete -o default -F _keywright_run keywright-run
`,
  zsh: `#compdef keywright-run
_keywright_run() {
  local at=\${words[(i)--]}
  if ((at < CURRENT)); then
    shift at words
    ((CURRENT -= at))
    _normal
  elif [[ "$PREFIX" == -* ]]; then
    compadd -- ${flags.join(" ")}
  else
    ((CURRENT == 2)) && compadd ${commands.join(" ")}
    _files
  fi
}
compdef _keywright_run keywright-run
`,
  fish: `complete -c keywright-run -n __fish_use_subcommand -f -a "${commands.join(" ")}"
${Object.entries(OPTIONS)
  .map(([name, option]) => {
    const short = "short" in option ? ` -s ${option.short}` : "";
    const takes = option.type === "boolean" ? "" : FILES.includes(name) ? " -r -F" : " -x";
    return `complete -c keywright-run -l ${name}${short}${takes}\n`;
  })
  .join("")}`,
};
