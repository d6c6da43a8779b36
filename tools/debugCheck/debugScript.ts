/** A line of a script: what to do, and where it stands in the file (from 1). */
export interface ScriptLine {
  readonly text: string;
  readonly line: number;
  /** It stands behind code: it is about that line. */
  readonly inline: boolean;
}

/** What stands behind `debug:` in the comments of a file. */
export interface DebugScript {
  readonly name: string;
  readonly lines: readonly ScriptLine[];
}

/** `debug:` at the beginning of a comment; gives the rest. */
function debugLine(comment: string): string | undefined {
  const text = comment.trim();
  return /^@?debug\s{0,4}:/i.test(text) ? text.slice(text.indexOf(":") + 1).trim() : undefined;
}

/** Where a line comment begins, outside of texts. */
function commentAt(line: string): number {
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (quote !== "") {
      if (char === "\\") i++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "/" && line[i + 1] === "/") return i;
  }
  return -1;
}

/** Commands of a line: several are parted by `;` outside of quotation marks and brackets. */
function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let [current, quote, depth] = ["", "", 0];
  for (const char of text) {
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    if (char === ";" && quote === "" && depth === 0) {
      commands.push(current.trim());
      current = "";
    } else current += char;
  }
  commands.push(current.trim());
  return commands.filter((each) => each !== "");
}

/** All lines behind `debug:`: line comments (those right below it go on with it), block comments, comments behind code. */
function scriptLines(source: string): ScriptLine[] {
  const found: ScriptLine[] = [];
  const add = (text: string, line: number, inline: boolean): void => {
    for (const command of commandsOf(text)) found.push({ text: command, line, inline });
  };
  let block: boolean | undefined;
  let goesOn = false;
  for (const [index, raw] of source.split(/\r?\n/).entries()) {
    const line = index + 1;
    if (block !== undefined) {
      const end = raw.indexOf("*/");
      const text = (end < 0 ? raw : raw.slice(0, end)).trim().replace(/^\*\s?/, "");
      const words = debugLine(text);
      if (words !== undefined) block = true;
      if (block) add(words ?? text, line, false);
      if (end >= 0) block = undefined;
      continue;
    }
    const trimmed = raw.trim();
    if (trimmed.startsWith("/*")) {
      const end = trimmed.indexOf("*/", 2);
      const text = trimmed.slice(2, end < 0 ? undefined : end).replace(/^\*/, "");
      const words = debugLine(text);
      if (words !== undefined) add(words, line, false);
      if (end < 0) block = words !== undefined;
      continue;
    }
    const at = commentAt(raw);
    if (at < 0) {
      goesOn = false;
      continue;
    }
    const comment = raw.slice(at + 2).replace(/^\/+/, "");
    const inline = raw.slice(0, at).trim() !== "";
    const words = debugLine(comment);
    if (words !== undefined) {
      add(words, line, inline);
      goesOn = !inline && words === "";
    } else if (goesOn && !inline) add(comment.trim(), line, false);
    else goesOn = false;
  }
  return found;
}

const starting = /^(call|send and debug|debug|run|invoke|transaction|tx|execute)\b/i;
const fresh = /^(script|case|scenario|test|deploy|contract|suite|solc|compiler|optimi[sz]er|from|value|send|setup)\b/i;
const doing: RegExp = /^(step|next|into|out|over|back|continue|resume|reverse|expect|assert|check|finish)\b/i;

/** Whether a command starts an execution. */
export const isStart = (text: string): boolean => starting.test(text) && !/^run\s+(to|until|back)\b/i.test(text);

/** The scripts of a file. A new one begins with what sets up or starts an execution once the one before has been looked at. */
export function readScripts(source: string): DebugScript[] {
  const scripts: { name: string; lines: ScriptLine[] }[] = [];
  let current: { name: string; lines: ScriptLine[] } | undefined;
  let looked = false;
  let started = false;
  for (const line of scriptLines(source)) {
    const begins = (fresh.test(line.text) || isStart(line.text)) && !line.inline;
    const named = /^(script|case|scenario|test)\b/i.exec(line.text);
    if (!current || (begins && looked) || (named && current.lines.length > 0) || (isStart(line.text) && started)) {
      current = { name: "", lines: [] };
      scripts.push(current);
      looked = false;
      started = false;
    }
    if (named) current.name = line.text.slice(named[0].length).trim();
    else current.lines.push(line);
    if (doing.test(line.text)) looked = true;
    if (isStart(line.text)) started = true;
  }
  return scripts.filter(({ lines }) => lines.length > 0);
}
