import { visibleLine } from "./visibleText";

/**
 * Words as a line for a terminal. Only printable text leaves: a control character that is pasted is obeyed by the terminal, quoted or
 * not, so each is written as the shell's own escape; and where the shell has none, the line cannot be written at all.
 */

/** Whose rules of quoting a terminal follows. `sh` is any shell of which no more than single quotes is known. */
export type Shell = "bash" | "zsh" | "sh" | "fish" | "powershell" | "cmd";

const shells: Readonly<Record<string, Shell>> = {
  bash: "bash",
  wsl: "bash",
  zsh: "zsh",
  fish: "fish",
  powershell: "powershell",
  pwsh: "powershell",
  "pwsh-preview": "powershell",
  cmd: "cmd",
  "git-cmd": "cmd",
};

/** The rules of a shell's program, by its path: `/usr/bin/zsh`, `C:\Windows\System32\cmd.exe`. */
export function shellOf(program: string): Shell {
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1).toLowerCase();
  const bare = name.endsWith(".exe") ? name.slice(0, -4) : name;
  return Object.hasOwn(shells, bare) ? (shells[bare] ?? "sh") : "sh";
}

const isVisible = (text: string): boolean => visibleLine(text) === text;
/** No program can be given these: the end of an argument, and what is no character. */
const impossible = /[\0\p{Cs}]/u;

/** Words that the shell takes as they are. */
const plainWords: Readonly<Record<Shell, RegExp>> = {
  bash: /^[\w+:,./-][\w@%+=:,./-]*$/,
  zsh: /^[\w+:,./-][\w@%+=:,./-]*$/,
  sh: /^[\w+:,./-][\w@%+=:,./-]*$/,
  fish: /^[\w+:,./-][\w@%+=:,./-]*$/,
  powershell: /^(?:--?[a-z][a-z-]*|[\w./][\w:=./-]*)$/,
  cmd: /^[\w./-][\w:./-]*$/,
};

const each = (text: string, write: (character: string) => string): string => Array.from(text, write).join("");

/** Bytes as three octal digits each, which no digit behind them can lengthen. */
const octal = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** `$'…'`. An exclamation mark would call up the history in it. */
function dollarQuoted(word: string): string {
  const inside = each(word, (character) => {
    if (character === "'" || character === "\\") return `\\${character}`;
    return character === "!" || !isVisible(character) ? octal(character) : character;
  });
  return `$'${inside}'`;
}

const posix = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** In quotes only the quote and the backslash mean something; escapes stand outside of them. */
function fish(word: string): string {
  const written = each(word, (character) => {
    if (character === "'" || character === "\\") return `\\${character}`;
    if (isVisible(character)) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return `'${code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`}'`;
  });
  return `'${written}'`;
}

/** Typographic single quotes close a text too. */
const powershellText = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;

/** A quotation mark inside, or nothing at all, reaches a program differently in each release. */
function powershell(word: string): string | undefined {
  if (word === "" || word.includes('"') || /\\$/.test(word)) return undefined;
  if (isVisible(word)) return powershellText(word);
  const parts: string[] = ["''"];
  let seen = "";
  const end = (): void => {
    if (seen !== "") parts.push(powershellText(seen));
    seen = "";
  };
  for (const character of word) {
    if (isVisible(character)) seen += character;
    else {
      end();
      for (let at = 0; at < character.length; at++) parts.push(`[char]0x${character.charCodeAt(at).toString(16)}`);
    }
  }
  end();
  return `(${parts.join("+")})`;
}

/** There is no escape: a quotation mark, a percent sign and what cannot be seen cannot be written. */
function cmd(word: string): string | undefined {
  if (!isVisible(word) || /["%]/.test(word)) return undefined;
  return `"${word.endsWith("\\") ? `${word}\\` : word}"`;
}

/** One word as the shell takes it; undefined where it has no way to write it. */
export function shellWord(word: string, shell: Shell): string | undefined {
  if (impossible.test(word)) return undefined;
  if (plainWords[shell].test(word)) return word;
  switch (shell) {
    case "bash":
    case "zsh":
      return isVisible(word) ? posix(word) : dollarQuoted(word);
    case "sh":
      return isVisible(word) ? posix(word) : undefined;
    case "fish":
      return fish(word);
    case "powershell":
      return powershell(word);
    case "cmd":
      return cmd(word);
  }
}

/** One line for a terminal; undefined where a word cannot be written for that shell. */
export function shellLine(words: readonly string[], shell: Shell): string | undefined {
  const written = words.map((word) => shellWord(word, shell));
  return written.includes(undefined) ? undefined : written.join(" ");
}
