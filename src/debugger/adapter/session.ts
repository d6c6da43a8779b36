import {
  ContinuedEvent,
  DebugSession,
  InitializedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
} from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { createClient } from "../../chain/client/client";
import { toChainError } from "../../chain/errors/dictionary";
import { placeKey } from "../../files/pathKey";
import { t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import { type AskEditor, askingEditor, starterTransport } from "../inspect/starterChain";
import { CannotDebug } from "../program/cannotDebug";
import { failureText } from "../program/explain";
import type { ForkConsent } from "../program/forkConsent";
import type { FrameScope } from "../program/frameScope";
import type { LaunchRequest } from "../program/launchRequest";
import { type StartedDebuggee, startDebuggee } from "../program/startDebuggee";
import type { SourceSyntax } from "../source/syntax";
import { NotAvailable } from "../values/value";
import { evaluatorOf, reasonOf } from "./breakpointHits";
import { type AskedSource, Breakpoints, type PlacedBreakpoint } from "./breakpoints";
import { completions } from "./completions";
import { disassemble } from "./disassembly";
import { ExecutionControl, type StoppedPosition } from "./executionControl";
import { ForkProgressEvents } from "./forkProgress";
import { readBytes } from "./machineReferences";
import { clientSource, type ShownFrame, ShownState } from "./shownState";

const thread = 1;
const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsStepBack: true,
  supportsEvaluateForHovers: true,
  supportsExceptionInfoRequest: true,
  supportsBreakpointLocationsRequest: true,
  supportsDisassembleRequest: true,
  supportsReadMemoryRequest: true,
  supportsSteppingGranularity: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsCancelRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsInstructionBreakpoints: true,
  supportsStepInTargetsRequest: true,
  supportsRestartFrame: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ["."],
  supportsLoadedSourcesRequest: true,
  supportsValueFormattingOptions: true,
  supportsClipboardContext: true,
};

/** The debug adapter: one session over one recorded execution (docs/debugging.md). */
export class FiscoDebugSession extends DebugSession {
  #started: StartedDebuggee | undefined;
  #request: LaunchRequest | undefined;
  #control: ExecutionControl | undefined;
  #shown: ShownState | undefined;
  readonly #breakpoints = new Breakpoints();
  #launching: number | undefined;
  readonly #texts: SourceSyntax[] = [];
  readonly #ask: AskEditor | undefined;
  readonly #progress = new ForkProgressEvents((event) => this.sendEvent(event));
  readonly #stopping = new AbortController();
  #showsProgress = false;
  /** What runs, by its number: of what was begun before, nothing is told. */
  #run = 0;
  #running: Promise<StoppedPosition | undefined> = Promise.resolve(undefined);

  /** @param ask the editor, where it started this process with a channel: it has the connections */
  constructor(ask?: AskEditor) {
    super();
    this.#ask = ask && askingEditor(ask);
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  /** Paths are what a client means that says nothing of it. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const given: Record<string, unknown> = request.arguments ?? {};
    if (request.command === "initialize") given["pathFormat"] ??= "path";
    super.dispatchRequest(Object.assign(request, { arguments: given }));
  }

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    { supportsProgressReporting }: DebugProtocol.InitializeRequestArguments,
  ): void {
    this.#showsProgress = supportsProgressReporting === true;
    response.body = {
      ...capabilities,
      exceptionBreakpointFilters: [
        { filter: "uncaught", label: t("Failed transactions"), default: true },
        { filter: "all", label: t("All failed calls, including caught ones"), default: false },
      ],
    };
    this.sendResponse(response);
  }

  protected override async launchRequest(
    response: DebugProtocol.LaunchResponse,
    given: DebugProtocol.LaunchRequestArguments,
  ): Promise<void> {
    const request = given as unknown as LaunchRequest;
    this.#request = request;
    this.#launching = response.request_seq;
    try {
      const started = await startDebuggee(request, this.#forkDoor(request));
      if (this.#stopping.signal.aborted) {
        await started.close();
        throw new CannotDebug(t("The session ended before it began."));
      }
      this.#started = started;
      this.#control = new ExecutionControl(started, this.#breakpoints, {
        stopOnEntry: request.stopOnEntry ?? request.test === undefined,
        stopAtEnd: request.stopAtEnd === true,
        log: (text) => this.#say(text, "stdout"),
        warn: (text) => this.#say(text, "important"),
      });
      const { recording, playback } = started.debuggee;
      const ended = recording.status === 0 ? t("it succeeds") : t("it fails: {0}", failureText(started.debuggee, 0));
      this.#say(t("{0} opcodes, {1} gas, {2}.", playback.length, recording.gasUsed, ended));
      this.#announce([...started.verdictLines, ...started.notes]);
      this.sendResponse(response);
      this.sendEvent(new InitializedEvent());
    } catch (error) {
      const { message, advice } = toChainError(error);
      const format = visibleText(advice ? `${message} ${advice}` : message);
      this.sendErrorResponse(response, { id: 1, format, variables: {}, showUser: true });
    } finally {
      this.#launching = undefined;
      this.#progress.end();
    }
  }

  /** How transactions of other chains are executed again: the editor is asked first, and shows how far it is. */
  #forkDoor(request: LaunchRequest): ForkConsent {
    const { relay, connection, group } = request;
    const ask = relay ? this.#ask : undefined;
    return {
      client: ask && createClient(starterTransport(ask, connection ?? ""), group ?? ""),
      begin: async (lines) => {
        if (ask) return ask("begin", lines, this.#stopping.signal);
        this.#announce(lines);
        return true;
      },
      report: (progress) => {
        if (this.#showsProgress) this.#progress.report(progress);
      },
      signal: this.#stopping.signal,
    };
  }

  protected override cancelRequest(
    response: DebugProtocol.CancelResponse,
    { progressId, requestId }: DebugProtocol.CancelArguments,
  ): void {
    const launching = this.#launching !== undefined && (requestId === undefined || requestId === this.#launching);
    if (launching && (requestId !== undefined || progressId !== undefined)) this.#stopping.abort();
    this.sendResponse(response);
  }

  /** Of a transaction that was sent before: there is nothing to launch, and nothing that goes on without the debugger. */
  protected override attachRequest(
    response: DebugProtocol.AttachResponse,
    given: DebugProtocol.AttachRequestArguments,
  ): Promise<void> {
    return this.launchRequest(response, given);
  }

  /** Says lines, of which the first is shown at once whatever else is open: one notification, not one for each line. */
  #announce([first, ...rest]: readonly string[]): void {
    if (first === undefined) return;
    this.#say(rest.length > 0 ? `${first} ${t("More is in the debug console.")}` : first, "important");
    for (const line of rest) this.#say(line);
  }

  #say(line: string, category: "console" | "important" | "stdout" = "console"): void {
    this.sendEvent(new OutputEvent(`${visibleText(line)}\n`, category));
  }

  protected override async configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): Promise<void> {
    this.sendResponse(response);
    await this.#begin();
  }

  #begin(): Promise<void> {
    return this.#go((control) => control.begin());
  }

  /** Runs, and tells where execution stands then. */
  async #go(move: (control: ExecutionControl) => Promise<StoppedPosition | undefined>): Promise<void> {
    if (!this.#control) return;
    const run = ++this.#run;
    this.#running = move(this.#control);
    const stopped = await this.#running;
    if (run === this.#run) this.#show(stopped);
  }

  /** Lets what runs end where it has got to, untold. */
  #giveUp(): Promise<unknown> {
    this.#run++;
    this.#control?.pause();
    return this.#running;
  }

  /** Tells where execution stands now, or that it has ended. */
  #show(stopped: StoppedPosition | undefined): void {
    this.#shown = undefined;
    if (!stopped) {
      this.sendEvent(new TerminatedEvent());
      return;
    }
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(stopped.reason, thread);
    event.body.allThreadsStopped = true;
    if (stopped.description !== undefined) {
      event.body.description = stopped.description;
      event.body.text = stopped.description;
    }
    if (stopped.hits) event.body.hitBreakpointIds = [...stopped.hits];
    this.sendEvent(event);
  }

  #move(response: DebugProtocol.Response, stopped: StoppedPosition | undefined): void {
    this.sendResponse(response);
    this.#show(stopped);
  }

  get #state(): ShownState | undefined {
    if (this.#started && this.#control) this.#shown ??= new ShownState(this.#started.debuggee, this.#control.position);
    return this.#shown;
  }

  protected override nextRequest(
    response: DebugProtocol.NextResponse,
    { granularity }: DebugProtocol.NextArguments,
  ): void {
    this.#move(response, this.#control?.over(granularity));
  }

  protected override stepInRequest(
    response: DebugProtocol.StepInResponse,
    { granularity, targetId }: DebugProtocol.StepInArguments,
  ): void {
    this.#move(response, this.#control?.into(granularity, targetId));
  }

  protected override stepInTargetsRequest(response: DebugProtocol.StepInTargetsResponse): void {
    const called = this.#control?.calledHere ?? [];
    response.body = { targets: called.map(({ id, function: of }) => ({ id, label: of?.qualified ?? "" })) };
    this.sendResponse(response);
  }

  protected override stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    { granularity }: DebugProtocol.StepOutArguments,
  ): void {
    this.#move(response, this.#control?.out(granularity));
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    { granularity }: DebugProtocol.StepBackArguments,
  ): void {
    this.#move(response, this.#control?.back(granularity));
  }

  protected override restartFrameRequest(
    response: DebugProtocol.RestartFrameResponse,
    { frameId }: DebugProtocol.RestartFrameArguments,
  ): void {
    const scope = this.#state?.frame(frameId)?.scope;
    const stopped = scope && this.#control?.restart(scope.stackFrame);
    if (stopped) this.#move(response, stopped);
    else this.#refuse(response, new NotAvailable(t("This frame can't be restarted.")));
  }

  protected override async continueRequest(response: DebugProtocol.ContinueResponse): Promise<void> {
    response.body = { allThreadsContinued: true };
    this.sendResponse(response);
    await this.#go((control) => control.continue());
  }

  protected override async reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): Promise<void> {
    this.sendResponse(response);
    await this.#go((control) => control.reverseContinue());
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.sendResponse(response);
    const stopped = this.#control?.pause();
    if (stopped) this.#show(stopped);
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    given: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const { source, lines = [], breakpoints = lines.map((line) => ({ line })) } = given;
    const debuggee = this.#started?.debuggee;
    const wanted = breakpoints.map((each) => ({ ...each, line: this.convertClientLineToDebugger(each.line) }));
    response.body = {
      breakpoints: this.#toldOf(debuggee && this.#breakpoints.setLines(debuggee, this.#meant(source), wanted), wanted),
    };
    this.sendResponse(response);
  }

  /** Breakpoints as clients are told of them: as many as were asked for, also when nothing is known yet. */
  #toldOf(
    placed: readonly PlacedBreakpoint[] | undefined,
    wanted: readonly unknown[],
  ): (DebugProtocol.Breakpoint & { verified: boolean })[] {
    if (!placed) return wanted.map(() => ({ verified: false }));
    return placed.map(({ id, verified, line, message }) => ({
      id,
      verified,
      ...(line === undefined ? {} : { line: this.convertDebuggerLineToClient(line) }),
      ...(message === undefined ? {} : { message }),
    }));
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    { breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    response.body = {
      breakpoints: this.#toldOf(debuggee && this.#breakpoints.setFunctions(debuggee, breakpoints), breakpoints),
    };
    this.sendResponse(response);
  }

  protected override setInstructionBreakpointsRequest(
    response: DebugProtocol.SetInstructionBreakpointsResponse,
    { breakpoints }: DebugProtocol.SetInstructionBreakpointsArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    const placed = this.#toldOf(debuggee && this.#breakpoints.setInstructions(debuggee, breakpoints), breakpoints);
    response.body = {
      breakpoints: placed.map((each, i) => {
        const { instructionReference = "", offset } = breakpoints[i] ?? {};
        return { ...each, instructionReference, ...(offset === undefined ? {} : { offset }) };
      }),
    };
    this.sendResponse(response);
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    given: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    this.#breakpoints.exceptions = new Set(given.filters);
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    given: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    const { source } = given;
    const line = this.convertClientLineToDebugger(given.line);
    const endLine = given.endLine === undefined ? line : this.convertClientLineToDebugger(given.endLine);
    const { isIt } = this.#meant(source);
    const lines = new Set<number>();
    for (const stop of this.#started?.debuggee.table.stops ?? []) {
      const own = stop.syntax.sources.get(stop.shown.source);
      if (own && isIt(own) && stop.line >= line && stop.line <= endLine) lines.add(stop.line);
    }
    const sorted = [...lines].sort((a, b) => a - b);
    response.body = { breakpoints: sorted.map((each) => ({ line: this.convertDebuggerLineToClient(each) })) };
    this.sendResponse(response);
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    const debuggee = this.#started?.debuggee;
    const failure = this.#control?.failure;
    if (!debuggee || !failure) {
      this.#refuse(response, new NotAvailable(t("Execution isn't stopped at a failure.")));
      return;
    }
    const { error = "revert" } = debuggee.playback.frame(failure.frame);
    const description = failureText(debuggee, failure.frame);
    response.body = {
      exceptionId: error,
      description,
      breakMode: failure.isOrigin ? "unhandled" : "always",
      details: { message: description, typeName: error },
    };
    this.sendResponse(response);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    const name =
      this.#request?.transaction ?? this.#request?.call?.function ?? this.#request?.test?.function ?? t("Call");
    response.body = { threads: [{ id: thread, name: visibleText(name) }] };
    this.sendResponse(response);
  }

  /** The source that a client speaks of: by its number, else by its path. */
  #meant({ path, name = "", sourceReference = 0 }: DebugProtocol.Source): AskedSource {
    const text = this.#texts[sourceReference - 1];
    const place = placeKey(path ?? name);
    return {
      key: text?.name ?? place,
      isIt: (own) => (own.path === undefined ? own.name === text?.name : placeKey(own.path) === place),
    };
  }

  #source = (source: SourceSyntax): DebugProtocol.Source =>
    clientSource(source, () => {
      let index = this.#texts.indexOf(source);
      if (index < 0) index = this.#texts.push(source) - 1;
      return index + 1;
    });

  /** A place as this client counts. */
  #asClientCounts<Place extends { line?: number; column?: number; endLine?: number; endColumn?: number }>(
    range: Place,
  ): Place {
    if (!range.line) return range;
    const { line, column, endLine, endColumn } = range;
    return {
      ...range,
      line: this.convertDebuggerLineToClient(line),
      ...(column === undefined ? {} : { column: this.convertDebuggerColumnToClient(column) }),
      ...(endLine === undefined ? {} : { endLine: this.convertDebuggerLineToClient(endLine) }),
      ...(endColumn === undefined ? {} : { endColumn: this.convertDebuggerColumnToClient(endColumn) }),
    };
  }

  /** Answers, or says why it cannot. */
  #answer<Response extends DebugProtocol.Response>(response: Response, body: () => Response["body"]): void {
    try {
      response.body = body();
      this.sendResponse(response);
    } catch (error) {
      this.#refuse(response, error);
    }
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    given: DebugProtocol.StackTraceArguments,
  ): void {
    const state = this.#state;
    const stackFrames = (state?.stackFrames(this.#source, given) ?? []).map((each) => this.#asClientCounts(each));
    response.body = { stackFrames, totalFrames: state?.frames.length ?? 0 };
    this.sendResponse(response);
  }

  protected override loadedSourcesRequest(response: DebugProtocol.LoadedSourcesResponse): void {
    const all = (this.#started?.debuggee.syntaxes ?? []).flatMap(({ sources }) => [...sources.values()]);
    const once = new Map(all.map((source) => [source.path ?? source.name, source]));
    response.body = { sources: [...once.values()].map(this.#source) };
    this.sendResponse(response);
  }

  protected override sourceRequest(response: DebugProtocol.SourceResponse, given: DebugProtocol.SourceArguments): void {
    const { source, sourceReference } = given;
    const reference = source?.sourceReference || sourceReference;
    const all = (this.#started?.debuggee.syntaxes ?? []).flatMap(({ sources }) => [...sources.values()]);
    const found = reference ? this.#texts[reference - 1] : source && all.find(this.#meant(source).isIt);
    this.#answer(response, () => {
      if (!found) throw new NotAvailable(t("{0} isn't known here", source?.path ?? String(reference)));
      return { content: found.text.text, mimeType: "text/x-solidity" };
    });
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    this.#answer(response, () => ({ scopes: this.#state?.scopes(frameId) ?? [] }));
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    given: DebugProtocol.VariablesArguments,
  ): void {
    this.#answer(response, () => ({ variables: this.#state?.variables(given) ?? [] }));
  }

  #refuse(response: DebugProtocol.Response, error: unknown): void {
    this.sendErrorResponse(response, { id: 2, format: visibleText(reasonOf(error)), variables: {} });
  }

  /** The scope that a client asks about: of its frame, else of the innermost one with source. @throws NotAvailable */
  #sceneOf(frameId: number | undefined): FrameScope {
    const state = this.#state;
    const frame: ShownFrame | undefined = state?.frame(frameId);
    const gone = frameId !== undefined && !frame;
    const scope = gone ? undefined : (frame?.scope ?? state?.frames.find((each) => each.scope)?.scope);
    if (!scope) throw new NotAvailable(t("This can't be evaluated here."));
    return scope;
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    { expression, frameId, context, format }: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    try {
      const scope = this.#sceneOf(frameId);
      const value = this.#started && (await evaluatorOf(this.#started, scope).evaluate(expression));
      const how = { hex: format?.hex, whole: context === "clipboard" };
      const shown = value && this.#state?.variable({ name: expression, value, expression }, scope, how);
      if (!shown) throw new NotAvailable(t("This can't be evaluated here."));
      const { name: _, evaluateName: __, value: result, ...rest } = shown;
      response.body = { ...rest, result };
      this.sendResponse(response);
    } catch (error) {
      this.#refuse(response, error);
    }
  }

  protected override async completionsRequest(
    response: DebugProtocol.CompletionsResponse,
    { text, column, line, frameId }: DebugProtocol.CompletionsArguments,
  ): Promise<void> {
    try {
      const row = line === undefined ? 1 : this.convertClientLineToDebugger(line);
      const typed = text.split(/\r?\n/)[row - 1] ?? "";
      const found = await completions(this.#sceneOf(frameId), typed, this.convertClientColumnToDebugger(column) - 1);
      const targets = found.map((each) => ({
        ...each,
        start: this.convertDebuggerColumnToClient((each.start ?? 0) + 1),
      }));
      response.body = { targets };
      this.sendResponse(response);
    } catch (error) {
      this.#refuse(response, error);
    }
  }

  protected override disassembleRequest(
    response: DebugProtocol.DisassembleResponse,
    given: DebugProtocol.DisassembleArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    this.#answer(response, () => ({
      instructions: debuggee
        ? disassemble(debuggee, given, this.#source).map((each) => this.#asClientCounts(each))
        : [],
    }));
  }

  protected override readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    given: DebugProtocol.ReadMemoryArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    this.#answer(response, () => debuggee && readBytes(debuggee, this.#control?.position.step ?? 0, given));
  }

  protected override async restartRequest(response: DebugProtocol.RestartResponse): Promise<void> {
    this.sendResponse(response);
    this.sendEvent(new ContinuedEvent(thread, true));
    await this.#giveUp();
    await this.#begin();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.#stopping.abort();
    this.sendResponse(response);
    this.sendEvent(new TerminatedEvent());
  }

  protected override async disconnectRequest(response: DebugProtocol.DisconnectResponse): Promise<void> {
    this.#stopping.abort();
    void this.#giveUp();
    await this.#started?.close();
    this.#started = undefined;
    this.#control = undefined;
    this.sendResponse(response);
    this.shutdown();
  }
}
