/** Scripts for shells: each asks `chainside complete -- WORDS…` what may come next, and takes names of files where nothing does. */
import bash from "./chainside.bash.eta";
import fish from "./chainside.fish.eta";
import powershell from "./chainside.ps1.eta";
import zsh from "./chainside.zsh.eta";

export const completionScripts = { bash: bash({}), zsh: zsh({}), fish: fish({}), powershell: powershell({}) } as const;
