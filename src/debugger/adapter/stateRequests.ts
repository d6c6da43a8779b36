import { t } from "../../text/catalogue";
import { failureText } from "../program/explain";
import type { FrameScope } from "../program/frameScope";
import type { SourceSyntax } from "../source/syntax";
import { NotAvailable } from "../values/value";
import { evaluatorOf } from "./breakpointHits";
import type { ClientView } from "./clientView";
import { completions } from "./completions";
import { disassemble } from "./disassembly";
import { readBytes } from "./machineReferences";
import type { StateHandlers } from "./requests";
import type { SessionState } from "./sessionState";

/** Shows what is to be seen where execution stands: stack, variables, values of expressions, sources, machine code. */
export function stateRequests(state: SessionState, client: ClientView): StateHandlers {
  const allSources = (): SourceSyntax[] =>
    (state.started?.debuggee.syntaxes ?? []).flatMap(({ sources }) => [...sources.values()]);

  /** The scope that a client asks about: of its frame, else of the innermost one with source. @throws NotAvailable */
  function scopeOf(frameId: number | undefined): FrameScope {
    const { shown } = state;
    const frame = shown?.frame(frameId);
    const gone = frameId !== undefined && !frame;
    const scope = gone ? undefined : (frame?.scope ?? shown?.frames.find((each) => each.scope)?.scope);
    if (!scope) throw new NotAvailable(t("This can't be evaluated here."));
    return scope;
  }

  return {
    stackTrace(given) {
      const { shown } = state;
      const stackFrames = (shown?.stackFrames(client.source, given) ?? []).map((each) => client.counted(each));
      return { stackFrames, totalFrames: shown?.frames.length ?? 0 };
    },
    scopes: ({ frameId }) => ({ scopes: state.shown?.scopes(frameId) ?? [] }),
    variables: (given) => ({ variables: state.shown?.variables(given) ?? [] }),
    async evaluate({ expression, frameId, context, format }) {
      const scope = scopeOf(frameId);
      const value = state.started && (await evaluatorOf(state.started, scope).evaluate(expression));
      const how = { hex: format?.hex, whole: context === "clipboard" };
      const shown = value && state.shown?.variable({ name: expression, value, expression }, scope, how);
      if (!shown) throw new NotAvailable(t("This can't be evaluated here."));
      const { name: _, evaluateName: __, value: result, ...rest } = shown;
      return { ...rest, result };
    },
    async completions({ text, column, line, frameId }) {
      const { lineFromClient, columnFromClient, columnToClient } = client.counting;
      const row = line === undefined ? 1 : lineFromClient(line);
      const typed = text.split(/\r?\n/)[row - 1] ?? "";
      const found = await completions(scopeOf(frameId), typed, columnFromClient(column) - 1);
      return { targets: found.map((each) => ({ ...each, start: columnToClient((each.start ?? 0) + 1) })) };
    },
    exceptionInfo() {
      const debuggee = state.started?.debuggee;
      const failure = state.control?.failure;
      if (!debuggee || !failure) throw new NotAvailable(t("Execution isn't stopped at a failure."));
      const { error = "revert" } = debuggee.playback.frame(failure.frame);
      const description = failureText(debuggee, failure.frame);
      return {
        exceptionId: error,
        description,
        breakMode: failure.isOrigin ? "unhandled" : "always",
        details: { message: description, typeName: error },
      };
    },
    loadedSources() {
      const once = new Map(allSources().map((source) => [source.path ?? source.name, source]));
      return { sources: [...once.values()].map(client.source) };
    },
    source({ source, sourceReference }) {
      const reference = source?.sourceReference || sourceReference;
      const found = reference ? client.numbered(reference) : source && allSources().find(client.asked(source).isIt);
      if (!found) throw new NotAvailable(t("{0} isn't known here", source?.path ?? String(reference)));
      return { content: found.text.text, mimeType: "text/x-solidity" };
    },
    disassemble(given) {
      const debuggee = state.started?.debuggee;
      const found = debuggee ? disassemble(debuggee, given, client.source) : [];
      return { instructions: found.map((each) => client.counted(each)) };
    },
    readMemory(given) {
      const debuggee = state.started?.debuggee;
      return debuggee && readBytes(debuggee, state.control?.position.step ?? 0, given);
    },
  };
}
