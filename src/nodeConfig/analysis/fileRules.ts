import { text } from "../../text/catalogue";
import { encodingAdvice, encodingTrouble } from "../../text/encoding";
import type { IniDocument, IniFileKind } from "../document/iniDocument";
import { byteOrderMark, IniLine } from "../document/iniLine";
import { type Finding, noStart, type RuleId, severityOf } from "../findings/finding";
import { findSection } from "../schema/keySpec";
import { lineRange } from "../text/textRange";

function at(line: number, column: number, rule: RuleId, message: Finding["message"]): Finding {
  return { rule, severity: severityOf(rule, message), range: lineRange(line, column, column), message };
}

/** What a mark at the begin of a file makes of its first line, which is given with it. */
function markFinding(firstLine: string): Finding {
  const message =
    IniLine.of(firstLine, "").kind === "entry"
      ? text("The file begins with a byte order mark, which the node reads as part of the first key.")
      : noStart(text("The file begins with a byte order mark. The node refuses to start."));
  return at(0, 0, "ini.bom", message);
}

function byteOrderMarks({ lines }: IniDocument): Finding[] {
  const [first] = lines;
  return first?.from === 1 ? [markFinding(first.text)] : [];
}

/** The same of a file whose mark an editor hides: the node reads it all the same. Nothing where the text has it. */
export function hiddenMarkFindings({ lines }: IniDocument): Finding[] {
  const [first] = lines;
  return first && first.from !== 1 ? [markFinding(byteOrderMark + first.text)] : [];
}

function bareReturn({ lines, hasLoneReturn }: IniDocument): Finding[] {
  if (!hasLoneReturn) return [];
  const bare = lines.findIndex((line, index) => line.eol === "\r" && lines[index + 1]?.start !== lines[index + 1]?.end);
  if (bare < 0) return [];
  const column = lines.some((line) => line.eol === "\n" || line.eol === "\r\n") ? (lines[bare]?.text.length ?? 0) : 0;
  const message = text(
    "The node doesn't treat a CR without LF as a line break. It reads the next line as part of this one.",
  );
  return [at(column === 0 ? 0 : bare, column, "ini.bareCR", message)];
}

/** What is said of a file in UTF-16. */
export const utf16Message = noStart(
  text(
    "The file is in UTF-16, which the node can't read. It refuses to start. In VS Code, run Change File Encoding > Reopen with Encoding > UTF-16, and then Save with Encoding > UTF-8.",
  ),
);

/** A file in UTF-16, of which a node reads no line: whatever else is in it says nothing (docs/protocol/config-ini.md, "Lines"). */
export function utf16Finding({ lines }: IniDocument): Finding | undefined {
  const trouble = encodingTrouble(lines[0]?.text ?? "");
  return trouble?.encoding === "UTF-16" ? at(0, 0, "ini.encoding", utf16Message) : undefined;
}

/**
 * The content of a config.ini in config.genesis, or the other way round: its sections are those of the other file, and of its own it has
 * none.
 */
export function otherFileFinding({ kind, lines }: IniDocument): Finding | undefined {
  const other = kind === "config" ? "genesis" : "config";
  const names = new Set(lines.flatMap(({ opensBlock, name }) => (opensBlock ? [name] : [])));
  const onlyIn = (one: IniFileKind, not: IniFileKind): number =>
    [...names].filter((name) => findSection(one, name) && !findSection(not, name)).length;
  if (onlyIn(other, kind) < 2 || onlyIn(kind, other) > 0) return undefined;
  const hasSealer = lines.some(({ block, name }) => block?.name === "consensus" && name.startsWith("node."));
  if (hasSealer !== (other === "genesis")) return undefined;
  const message =
    kind === "genesis"
      ? noStart(text("This is the content of a config.ini, not of a config.genesis. The node refuses to start."))
      : noStart(
          text(
            "This is the content of a config.genesis, not of a config.ini. The node finds neither its key nor its certificates and can't start.",
          ),
        );
  return at(
    lines.findIndex(({ opensBlock }) => opensBlock),
    0,
    "ini.otherFile",
    message,
  );
}

/** Bytes that aren't UTF-8: a node reads them, but a person and every tool see something else. */
function encoding({ lines }: IniDocument): Finding[] {
  for (const [index, line] of lines.entries()) {
    const trouble = encodingTrouble(line.text);
    if (trouble) return [at(index, trouble.at, "ini.encoding", encodingAdvice(trouble))];
  }
  return [];
}

/** The rules on the file as a whole: its encoding, a byte order mark, line ends that are none (docs/protocol/config-ini.md, "Lines"). */
export function fileFindings(document: IniDocument): Finding[] {
  return [...encoding(document), ...byteOrderMarks(document), ...bareReturn(document)];
}
