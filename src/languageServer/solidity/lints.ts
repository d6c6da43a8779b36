import { type CodeAction, CodeActionKind, type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import type { LintFinding, LintSeverities } from "../../solidity/lint/lint";
import { type ChainFacts, chainFacts } from "../../solidity/lint/source/lintSource";
import { lintSeverities } from "../../solidity/lint/source/rule";
import { SourceText } from "../../solidity/program/sourceText";
import { lineEnd } from "../../solidity/program/textChange";
import { isOfPackage } from "../../solidity/project/foreignFiles";
import { say, t } from "../../text/catalogue";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import { explanationOf } from "../documents/rulePage";
import type { CompileFor } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";
import type { OpenSource, SolidityState } from "./solidityState";

/** Typing pauses for so long before it is looked at. */
const pauseMs = 200;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

/** Severities of the settings (`lint.rules`); what is none of them is left out. */
function severitiesOf(settings: unknown): LintSeverities {
  const given = Object.entries(jsonObjectOf(jsonObjectOf(jsonObjectOf(settings)["lint"])["rules"]));
  return Object.fromEntries(
    given.flatMap(([rule, value]) => {
      const severity = lintSeverities.find((each) => each === value);
      return severity ? [[rule, severity]] : [];
    }),
  );
}

/** What is known of the chain; a person may say it (`lint.coins`). */
function factsOf(settings: unknown, { suite, chain }: CompileFor): ChainFacts {
  const coins = jsonObjectOf(jsonObjectOf(settings)["lint"])["coins"];
  const facts = chainFacts(suite, chain);
  return coins === "on" || coins === "off" ? { ...facts, coins: coins === "on" } : facts;
}

interface ShownFinding {
  readonly finding: LintFinding;
  readonly diagnostic: Diagnostic;
}

/** What the rules about Solidity find in open sources. */
class Lints {
  readonly #shown = new Map<string, { readonly words: string; readonly findings: readonly ShownFinding[] }>();
  readonly #typing = new Debounce();
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly state: SolidityState) {}

  soon({ uri, path }: OpenSource, ms: number): void {
    if (path === undefined || isOfPackage(path)) return;
    this.#typing.after(ms, () => void this.#look(uri, path), uri);
  }

  all(): void {
    for (const each of this.state.sources.values()) this.soon(each, pauseMs);
  }

  forget(uri: string): void {
    this.#typing.takeBack(uri);
    this.#running.get(uri)?.abort();
    this.#show(uri, []);
  }

  /** What is shown at these problems: by place and rule, which every editor gives back. */
  shownAs(uri: string, asked: readonly Diagnostic[]): readonly ShownFinding[] {
    const findings = this.#shown.get(uri)?.findings ?? [];
    return findings.filter(({ diagnostic }) =>
      asked.some(
        ({ code, range }) =>
          code === diagnostic.code &&
          range.start.line === diagnostic.range.start.line &&
          range.start.character === diagnostic.range.start.character,
      ),
    );
  }

  async #look(uri: string, path: string): Promise<void> {
    this.#running.get(uri)?.abort();
    const abort = new AbortController();
    this.#running.set(uri, abort);
    try {
      const { lint } = await import("../../solidity/lint/lint");
      const settings = await this.state.settings();
      const facts = factsOf(settings, await this.state.compileFor(path));
      const looked = await lookAt(this.state, uri, "around", abort.signal);
      if (abort.signal.aborted || !looked) return;
      const { project, file } = looked.found;
      const findings = lint(project, file, facts, severitiesOf(settings));
      this.#show(
        uri,
        findings.map((finding) => ({ finding, diagnostic: this.#diagnostic(finding) })),
      );
    } catch (error) {
      if (!abort.signal.aborted) this.state.connection.console.error(String(error));
    } finally {
      if (this.#running.get(uri) === abort) this.#running.delete(uri);
    }
  }

  #diagnostic({ rule, range, severity, message }: LintFinding): Diagnostic {
    return {
      range,
      severity: severities[severity],
      source: "chainside",
      code: rule,
      message: visibleText(say(message)),
      ...explanationOf(this.state.client, "lints", rule),
    };
  }

  #show(uri: string, findings: readonly ShownFinding[]): void {
    const words = JSON.stringify(findings.map(({ diagnostic }) => diagnostic));
    if (words === (this.#shown.get(uri)?.words ?? "[]")) {
      if (findings.length > 0) this.#shown.set(uri, { words, findings });
      return;
    }
    if (findings.length > 0) this.#shown.set(uri, { words, findings });
    else this.#shown.delete(uri);
    this.state.show("lints", uri, findings);
  }
}

/** What mends a finding, and what takes it back. */
function actionsOf(state: SolidityState, uri: string, { finding, diagnostic }: ShownFinding): CodeAction[] {
  const text = state.sources.get(uri)?.text ?? "";
  const lines = text.split(/\r\n|\r|\n/);
  const actions: CodeAction[] = [];
  const { fix, rule, range } = finding;
  if (fix) {
    const source = new SourceText(text);
    const edits = fix.edits.map(({ start, end, text: newText }) => ({ range: source.rangeOf(start, end), newText }));
    actions.push({
      title: say(fix.title),
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [uri]: edits } },
    });
  }
  const { line } = range.start;
  const [indent = ""] = /^[ \t]*/.exec(lines[line] ?? "") ?? [];
  const remark = (at: number, words: string): CodeAction["edit"] => {
    const place = { line: at, character: 0 };
    const newText = `${words}${lineEnd(text)}`;
    return { changes: { [uri]: [{ range: { start: place, end: place }, newText }] } };
  };
  const first = (lines[0] ?? "").includes("SPDX-License-Identifier") ? 1 : 0;
  const suppress = (title: string, edit: CodeAction["edit"]): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    ...(edit ? { edit } : {}),
  });
  actions.push(
    suppress(t("Suppress {0} for this line", rule), remark(line, `${indent}// chainside-disable-next-line ${rule}`)),
    suppress(t("Suppress {0} for this file", rule), remark(first, `// chainside-disable ${rule}`)),
  );
  return actions;
}

/** Rules about Solidity on FISCO BCOS (docs/lints.md). */
export const lints: SolidityFeature = {
  register(state) {
    const shown = new Lints(state);
    state.listen({
      opened: (each) => shown.soon(each, pauseMs),
      changed: (each) => shown.soon(each, pauseMs),
      saved: () => shown.all(),
      closed: (uri) => shown.forget(uri),
      environmentChanged: () => shown.all(),
    });
    state.parts.actions.push(async ({ uri }, { context }) =>
      shown.shownAs(uri, context.diagnostics).flatMap((each) => actionsOf(state, uri, each)),
    );
  },
};
