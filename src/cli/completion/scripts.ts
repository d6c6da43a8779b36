/** Scripts for shells: each asks `chainside complete -- WORDS…` what may come next, and takes names of files where nothing does. */

const bash = `# chainside completion bash: source <(chainside completion bash)
_chainside() {
  local IFS=$'\\n'
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _chainside chainside
`;

const zsh = `#compdef chainside
# chainside completion zsh: source <(chainside completion zsh), or a file _chainside in a folder of $fpath
_chainside() {
  local -a found
  found=(\${(f)"$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -- "\${found[@]}"; else _files; fi
}
if [ "\${funcstack[1]}" = "_chainside" ]; then _chainside "$@"; else compdef _chainside chainside; fi
`;

const fish = `# chainside completion fish | source
function __chainside_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    $words[1] complete -- $words[2..-1] (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command chainside --arguments '(__chainside_complete)'
`;

const powershell = `# chainside completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName chainside -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  chainside complete -- @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;

export const completionScripts = { bash, zsh, fish, powershell } as const;
