import {
  ContinuedEvent,
  DebugSession,
  Event,
  InitializedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
} from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { createClient } from "../../chain/client";
import { toChainError } from "../../chain/errors/dictionary";
import { t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import { Evaluator } from "../expression/evaluate";
import { failureOrigin, failureText } from "../program/explain";
import type { ForkDoor } from "../program/forkDoor";
import type { LaunchRequest } from "../program/launchRequest";
import { type StartedDebuggee, startDebuggee } from "../program/startDebuggee";
import { viewCaller } from "../program/viewCall";
import type { SourceSyntax } from "../source/syntax";
import { valueText } from "../values/showValue";
import { NotAvailable, type Value } from "../values/value";
import { Scene } from "../values/variables";
import { Breakpoints, isHit, isNamed, type PlacedBreakpoint } from "./breakpoints";
import { disassemble, memoryBytes } from "./disassembly";
import { EditorRelay, relayTransport } from "./editorRelay";
import { ForkProgressEvents } from "./forkProgress";
import { clientSource, type ShownFrame, ShownState, type Standing } from "./shownState";

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
  supportsDelayedStackTraceLoading: false,
};

const reasonOf = (error: unknown): string =>
  error instanceof NotAvailable ? error.message : toChainError(error).message;

/** The debug adapter: one session over one recorded execution (docs/debugging.md). */
export class FiscoDebugSession extends DebugSession {
  #started: StartedDebuggee | undefined;
  #request: LaunchRequest | undefined;
  #standing: Standing = { step: 0 };
  #shown: ShownState | undefined;
  readonly #breakpoints = new Breakpoints();
  #exceptions = new Set(["uncaught"]);
  #failure: { readonly step: number; readonly frame: number } | undefined;
  readonly #texts: SourceSyntax[] = [];
  readonly #relay = new EditorRelay((body) => this.sendEvent(new Event("chainsideAsk", body)));
  readonly #progress = new ForkProgressEvents((event) => this.sendEvent(event));
  readonly #stopping = new AbortController();
  #showsProgress = false;

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
    try {
      const started = await startDebuggee(request, this.#forkDoor(request));
      this.#started = started;
      this.#failure = failureOrigin(started.debuggee);
      const { recording, playback } = started.debuggee;
      const ended = recording.status === 0 ? t("it succeeds") : t("it fails: {0}", failureText(started.debuggee, 0));
      this.#say(t("{0} opcodes, {1} gas, {2}.", playback.length, recording.gasUsed, ended));
      for (const line of started.verdictLines) this.#say(line, "important");
      for (const note of started.notes) this.#say(note, "important");
      this.sendResponse(response);
      this.sendEvent(new InitializedEvent());
    } catch (error) {
      const { message, advice } = toChainError(error);
      this.sendErrorResponse(response, {
        id: 1,
        format: visibleText(advice ? `${message} ${advice}` : message).replaceAll("{", "{{"),
        showUser: true,
      });
    } finally {
      this.#progress.end();
    }
  }

  /** How transactions of other chains are executed again: the editor is asked first, and shows how far it is. */
  #forkDoor(request: LaunchRequest): ForkDoor {
    const { relay, connection, group } = request;
    return {
      client: relay ? createClient(relayTransport(this.#relay, connection ?? ""), group ?? "") : undefined,
      begin: async (lines) => {
        if (relay) return (await this.#relay.ask({ lines }, this.#stopping.signal)) === true;
        for (const line of lines) this.#say(line, "important");
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
    { progressId }: DebugProtocol.CancelArguments,
  ): void {
    if (progressId !== undefined) this.#stopping.abort();
    this.sendResponse(response);
  }

  protected override customRequest(command: string, response: DebugProtocol.Response, given: unknown): void {
    if (command !== "chainsideAnswer") {
      super.customRequest(command, response, given);
      return;
    }
    this.#relay.answer(typeof given === "object" && given !== null ? given : {});
    this.sendResponse(response);
  }

  /** Of a transaction that was sent before: there is nothing to launch, and nothing that goes on without the debugger. */
  protected override attachRequest(
    response: DebugProtocol.AttachResponse,
    given: DebugProtocol.AttachRequestArguments,
  ): Promise<void> {
    return this.launchRequest(response, given);
  }

  #say(line: string, category: "console" | "important" | "stdout" = "console"): void {
    this.sendEvent(new OutputEvent(`${visibleText(line)}\n`, category));
  }

  protected override async configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): Promise<void> {
    this.sendResponse(response);
    const first = this.#started?.debuggee.stepping.first();
    if (this.#request?.stopOnEntry ?? this.#request?.test === undefined) {
      this.#stop(first ?? 0, "entry");
      return;
    }
    this.#standing = { step: -1 };
    await this.#continue();
  }

  #stop(
    step: number,
    reason: string,
    extra: { description?: string; inside?: number; hits?: readonly number[] } = {},
  ): void {
    this.#standing = { step, ...(extra.inside === undefined ? {} : { inside: extra.inside }) };
    this.#shown = undefined;
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, thread);
    event.body.allThreadsStopped = true;
    if (extra.description !== undefined) {
      event.body.description = extra.description;
      event.body.text = extra.description;
    }
    if (extra.hits) event.body.hitBreakpointIds = [...extra.hits];
    this.sendEvent(event);
  }

  get #state(): ShownState | undefined {
    if (this.#started) this.#shown ??= new ShownState(this.#started.debuggee, this.#standing);
    return this.#shown;
  }

  #end(): void {
    const debuggee = this.#started?.debuggee;
    if (debuggee && this.#request?.stopAtEnd) {
      const last = Math.max(0, debuggee.playback.length - 1);
      if (this.#standing.step < last) {
        this.#stop(last, "end", { description: t("The execution ends here.") });
        return;
      }
    }
    this.sendEvent(new TerminatedEvent());
  }

  /** Where a failure is met on the way to a step. */
  #failureBefore(step: number): number | undefined {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return undefined;
    const from = this.#standing.step;
    const met: number[] = [];
    if (this.#exceptions.has("uncaught") && this.#failure) met.push(this.#failure.step);
    if (this.#exceptions.has("all")) {
      for (const [i, frame] of debuggee.recording.frames.entries()) {
        const origin = frame.error === undefined ? undefined : failureOrigin(debuggee, i);
        if (origin) met.push(origin.step);
      }
    }
    return met.filter((each) => each > from && each < step).sort((a, b) => a - b)[0];
  }

  #stopAtFailure(step: number): void {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const frame = debuggee.playback.frameOf[Math.min(step, debuggee.playback.length - 1)] ?? 0;
    this.#stop(step, "exception", { description: failureText(debuggee, frame) });
  }

  #goTo(found: number | undefined, reason: string): void {
    const length = this.#started?.debuggee.playback.length ?? 0;
    const failed = this.#failureBefore(found ?? length);
    if (failed !== undefined) this.#stopAtFailure(failed);
    else if (found === undefined) this.#end();
    else this.#stop(found, reason);
  }

  /** The built-in contract that a step into would get to before anything else. */
  #builtinBefore(found: number | undefined): { readonly step: number; readonly frame: number } | undefined {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return undefined;
    const { playback } = debuggee;
    const from = this.#standing.step;
    const to = found ?? playback.length;
    for (const [frame, recorded] of playback.recording.frames.entries()) {
      if (!recorded.builtin || recorded.code >= 0 || recorded.parent < 0) continue;
      const step = (playback.frameStart[frame] ?? 0) - 1;
      const after = step > from || (step === from && this.#standing.inside === undefined);
      if (after && step < to && BigInt(recorded.codeAddress) > 9n) return { step, frame };
    }
    return undefined;
  }

  #move(response: DebugProtocol.Response, granularity: string | undefined, go: () => number | undefined, by = 1): void {
    this.sendResponse(response);
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    if (granularity === "instruction") {
      const step = this.#standing.step + by;
      this.#goTo(step >= 0 && step < debuggee.playback.length ? step : undefined, "step");
    } else this.#goTo(go(), "step");
  }

  protected override nextRequest(
    response: DebugProtocol.NextResponse,
    { granularity }: DebugProtocol.NextArguments,
  ): void {
    this.#move(response, granularity, () => this.#started?.debuggee.stepping.over(this.#standing.step));
  }

  protected override stepInRequest(
    response: DebugProtocol.StepInResponse,
    { granularity }: DebugProtocol.StepInArguments,
  ): void {
    const found = this.#started?.debuggee.stepping.into(this.#standing.step);
    const builtin = granularity === "instruction" ? undefined : this.#builtinBefore(found);
    if (builtin && this.#failureBefore(builtin.step) === undefined) {
      this.sendResponse(response);
      this.#stop(builtin.step, "step", { inside: builtin.frame });
      return;
    }
    this.#move(response, granularity, () => found);
  }

  protected override stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    { granularity }: DebugProtocol.StepOutArguments,
  ): void {
    const { step, inside } = this.#standing;
    this.#move(response, granularity, () =>
      inside === undefined ? this.#started?.debuggee.stepping.out(step) : this.#started?.debuggee.stepping.over(step),
    );
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    { granularity }: DebugProtocol.StepBackArguments,
  ): void {
    this.sendResponse(response);
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const { step } = this.#standing;
    const found = granularity === "instruction" ? Math.max(0, step - 1) : debuggee.stepping.back(step);
    this.#stop(found ?? debuggee.stepping.first() ?? 0, found === undefined ? "entry" : "step");
  }

  protected override async continueRequest(response: DebugProtocol.ContinueResponse): Promise<void> {
    response.body = { allThreadsContinued: true };
    this.sendResponse(response);
    await this.#continue();
  }

  protected override async reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): Promise<void> {
    this.sendResponse(response);
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const found = await debuggee.stepping.backwards(this.#standing.step, (step) => this.#hitAt(step, false));
    if (found === undefined) this.#stop(debuggee.stepping.first() ?? 0, "entry");
    else this.#stop(found, "breakpoint");
  }

  async #continue(): Promise<void> {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const limit = this.#failureBefore(debuggee.playback.length);
    const found = await debuggee.stepping.forwards(this.#standing.step, (step) => {
      if (limit !== undefined && step > limit) return true;
      return this.#hitAt(step, true);
    });
    if (limit !== undefined && (found === undefined || found > limit)) this.#stopAtFailure(limit);
    else if (found === undefined) this.#end();
    else {
      const hits = this.#breakpoints.all.filter((each) => this.#isAt(each, found)).map(({ id }) => id);
      this.#stop(found, "breakpoint", { hits });
    }
  }

  #isAt({ stops, functionName }: PlacedBreakpoint, step: number): boolean {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return false;
    const { timeline } = debuggee;
    if (stops.has(timeline.stopOf[step] as number)) return true;
    if (functionName === undefined) return false;
    const activation = timeline.visibleAt(step);
    const stop = debuggee.table.stops[timeline.stopOf[step] as number];
    const modifier = stop?.owner?.kind === "modifier" && isNamed(stop.owner, functionName);
    if (!modifier && !(activation.function && isNamed(activation.function, functionName))) return false;
    // at the first statement only
    for (let at = step - 1; at >= activation.start; at--) {
      if (timeline.starts[at] !== 1 || timeline.visibleAt(at) !== activation) continue;
      if (!modifier) return false;
      return debuggee.table.stops[timeline.stopOf[at] as number]?.owner !== stop?.owner;
    }
    return true;
  }

  /** Whether a breakpoint holds execution up at a step. */
  #hitAt(step: number, forwards: boolean): boolean | Promise<boolean> {
    const met = this.#breakpoints.all.filter((each) => this.#isAt(each, step));
    return met.length === 0 ? false : this.#anyHolds(met, step, forwards);
  }

  async #anyHolds(met: readonly PlacedBreakpoint[], step: number, forwards: boolean): Promise<boolean> {
    let holds = false;
    for (const each of met) {
      if (!(await this.#conditionHolds(each, step))) continue;
      if (each.hitCondition !== undefined && !isHit(each.hitCondition, await this.#hits(each, step))) continue;
      if (each.logMessage === undefined) holds = true;
      else if (forwards) this.#say(await this.#filled(each.logMessage, step), "stdout");
    }
    return holds;
  }

  async #conditionHolds({ condition }: PlacedBreakpoint, step: number): Promise<boolean> {
    if (condition === undefined) return true;
    const scene = this.#sceneAt(step);
    try {
      const value = scene && (await this.#evaluator(scene).evaluate(condition));
      return value !== undefined && scene !== undefined && valueText(scene.view, value) === "true";
    } catch {
      return false;
    }
  }

  /** How often it was met up to a step, from the beginning: a recording is always the same. */
  async #hits(breakpoint: PlacedBreakpoint, step: number): Promise<number> {
    let hits = 0;
    await this.#started?.debuggee.stepping.forwards(-1, async (at) => {
      if (at <= step && this.#isAt(breakpoint, at) && (await this.#conditionHolds(breakpoint, at))) hits++;
      return at >= step;
    });
    return hits;
  }

  /** A log message with `{expressions}` worked out. */
  async #filled(message: string, step: number): Promise<string> {
    const scene = this.#sceneAt(step);
    const parts = message.split(/[{}]/);
    const texts: string[] = [];
    for (const [i, part] of parts.entries()) {
      if (i % 2 === 0 || !scene) texts.push(part);
      else {
        try {
          texts.push(valueText(scene.view, await this.#evaluator(scene).evaluate(part)));
        } catch (error) {
          texts.push(`<${reasonOf(error)}>`);
        }
      }
    }
    return texts.join("");
  }

  #sceneAt(step: number): Scene | undefined {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return undefined;
    return new Scene(debuggee, step, debuggee.timeline.visibleAt(step), step);
  }

  #evaluator(scene: Scene): Evaluator {
    return new Evaluator(scene, this.#started && viewCaller(this.#started, scene));
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    given: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const { source, breakpoints = [] } = given;
    const debuggee = this.#started?.debuggee;
    const path = source.path ?? source.name ?? "";
    const text = this.#texts[(source.sourceReference ?? 0) - 1];
    const placed = debuggee
      ? this.#breakpoints.setLines(
          debuggee,
          path,
          (own, name) => (own === undefined ? text?.name === name : this.#breakpoints.isPath(own, path)),
          breakpoints,
        )
      : [];
    response.body = {
      breakpoints: placed.map(({ id, verified, line, message }) => ({
        id,
        verified,
        ...(line === undefined ? {} : { line }),
        ...(message === undefined ? {} : { message }),
      })),
    };
    this.sendResponse(response);
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    given: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    const placed = this.#started ? this.#breakpoints.setFunctions(this.#started.debuggee, given.breakpoints) : [];
    response.body = {
      breakpoints: placed.map(({ id, verified, message }) => ({
        id,
        verified,
        ...(message === undefined ? {} : { message }),
      })),
    };
    this.sendResponse(response);
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    given: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    this.#exceptions = new Set(given.filters);
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    given: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    const { source, line, endLine = line } = given;
    const lines = new Set<number>();
    for (const stop of this.#started?.debuggee.table.stops ?? []) {
      const own = stop.syntax.sources.get(stop.shown.source)?.path;
      const same = own !== undefined && source.path !== undefined && this.#breakpoints.isPath(own, source.path);
      if (same && stop.line >= line && stop.line <= endLine) lines.add(stop.line);
    }
    response.body = { breakpoints: [...lines].sort((a, b) => a - b).map((each) => ({ line: each })) };
    this.sendResponse(response);
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    const debuggee = this.#started?.debuggee;
    if (debuggee) {
      const { playback } = debuggee;
      const frame = playback.frameOf[Math.min(this.#standing.step, playback.length - 1)] ?? 0;
      const description = failureText(debuggee, frame);
      response.body = {
        exceptionId: playback.frame(frame).error ?? "revert",
        description,
        breakMode: "unhandled",
        details: { message: description },
      };
    }
    this.sendResponse(response);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    const name =
      this.#request?.transaction ?? this.#request?.call?.function ?? this.#request?.test?.function ?? t("Call");
    response.body = { threads: [{ id: thread, name: visibleText(name) }] };
    this.sendResponse(response);
  }

  #source = (source: SourceSyntax): DebugProtocol.Source =>
    clientSource(source, () => {
      let index = this.#texts.indexOf(source);
      if (index < 0) index = this.#texts.push(source) - 1;
      return index + 1;
    });

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    { startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments,
  ): void {
    const frames = this.#state?.stackFrames(this.#source) ?? [];
    response.body = {
      stackFrames: frames.slice(startFrame, levels > 0 ? startFrame + levels : undefined),
      totalFrames: frames.length,
    };
    this.sendResponse(response);
  }

  protected override sourceRequest(response: DebugProtocol.SourceResponse, given: DebugProtocol.SourceArguments): void {
    const content = this.#texts[given.sourceReference - 1]?.text.content ?? "";
    response.body = { content, mimeType: "text/x-solidity" };
    this.sendResponse(response);
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    response.body = { scopes: this.#state?.scopes(frameId) ?? [] };
    this.sendResponse(response);
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    given: DebugProtocol.VariablesArguments,
  ): void {
    try {
      response.body = { variables: this.#state?.variables(given) ?? [] };
      this.sendResponse(response);
    } catch (error) {
      this.#refuse(response, error);
    }
  }

  #refuse(response: DebugProtocol.Response, error: unknown): void {
    this.sendErrorResponse(response, { id: 2, format: visibleText(reasonOf(error)).replaceAll("{", "{{") });
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    { expression, frameId }: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    const state = this.#state;
    const frame: ShownFrame | undefined = state?.frame(frameId);
    const scene = frame?.scene ?? state?.frames.find((each) => each.scene)?.scene;
    try {
      if (!state || !scene) throw new NotAvailable(t("This can't be evaluated here."));
      const value: Value = await this.#evaluator(scene).evaluate(expression);
      const { name: _, value: result, ...rest } = state.variable({ name: expression, value }, scene.view);
      response.body = { ...rest, result };
      this.sendResponse(response);
    } catch (error) {
      this.#refuse(response, error);
    }
  }

  protected override disassembleRequest(
    response: DebugProtocol.DisassembleResponse,
    given: DebugProtocol.DisassembleArguments,
  ): void {
    response.body = { instructions: this.#started ? disassemble(this.#started.debuggee, given, this.#source) : [] };
    this.sendResponse(response);
  }

  protected override readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    given: DebugProtocol.ReadMemoryArguments,
  ): void {
    if (this.#started) response.body = memoryBytes(this.#started.debuggee, this.#standing.step, given);
    this.sendResponse(response);
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    this.sendResponse(response);
    this.sendEvent(new ContinuedEvent(thread, true));
    this.#stop(this.#started?.debuggee.stepping.first() ?? 0, "entry");
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.#stopping.abort();
    this.sendResponse(response);
    this.sendEvent(new TerminatedEvent());
  }

  protected override async disconnectRequest(response: DebugProtocol.DisconnectResponse): Promise<void> {
    this.#stopping.abort();
    this.#relay.close();
    await this.#started?.close();
    this.#started = undefined;
    this.sendResponse(response);
    this.shutdown();
  }
}
