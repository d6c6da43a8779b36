import { DiagnosticSeverity } from "vscode-languageserver/node";
import { lex } from "../../solidity/language/syntax/lexer";
import { parseTokens } from "../../solidity/language/syntax/parser";
import { SourceText } from "../../solidity/program/sourceText";
import { t } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import type { SolidityFeature } from "./feature";
import type { OpenSource, ShownProblem, SolidityState } from "./solidityState";

/** Typing pauses for so long before it is looked at: what needs no compiler is told soon. */
const pauseMs = 150;
/** What follows the first is often nothing of its own. */
const maxFaults = 10;
const maxWordLength = 40;

/** Who says it (`SolidityState.show`). The compiler's word of the same text takes its place. */
export const syntaxPart = "syntax";

/** Places at which a source is no Solidity of any release. */
export function syntaxProblems(source: string): ShownProblem[] {
  const tokens = lex(source);
  const { faults } = parseTokens(tokens);
  if (faults.length === 0) return [];
  const text = new SourceText(source);
  const starts = [...tokens.starts.subarray(0, tokens.count)];
  return faults.slice(0, maxFaults).map(({ end }) => {
    const at = starts.indexOf(end);
    const word = tokens.words[at] ?? "";
    const message = word === "" ? t("Unexpected end of file.") : t("Unexpected {0}.", shortened(word, maxWordLength));
    return {
      diagnostic: {
        range: text.rangeOf(end, tokens.ends[at] ?? end),
        severity: DiagnosticSeverity.Error,
        source: "Chainside",
        message: visibleText(message),
      },
    };
  });
}

/** Shows what is wrong with a source, but for lines of which the compiler's word of an earlier text still stands there. */
export function showSyntax(state: SolidityState, { uri, text }: OpenSource): void {
  const reported = state.problemsOf(uri).filter((problem) => problem.reported?.severity === "error");
  const isReported = (line: number): boolean => reported.some(({ diagnostic }) => diagnostic.range.start.line === line);
  const problems = syntaxProblems(text).filter(({ diagnostic }) => !isReported(diagnostic.range.start.line));
  state.show(syntaxPart, uri, problems);
}

/** What is wrong with a half written source, before any compiler has read it. */
export const syntax: SolidityFeature = {
  register(state) {
    const typing = new Debounce();
    const look = ({ uri, version }: OpenSource): void => {
      const source = state.sources.get(uri);
      if (source?.version === version) showSyntax(state, source);
    };
    state.listen({
      changed: (source) => typing.after(pauseMs, () => look(source), source.uri),
      closed: (uri) => {
        typing.takeBack(uri);
        state.show(syntaxPart, uri, []);
      },
    });
  },
};
