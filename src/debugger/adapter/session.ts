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
import type { Debuggee } from "../program/debuggee";
import { failureOrigin, failureText } from "../program/explain";
import type { ForkDoor } from "../program/forkDoor";
import type { LaunchRequest } from "../program/launchRequest";
import { type StartedDebuggee, startDebuggee } from "../program/startDebuggee";
import type { Timeline } from "../program/timeline";
import { viewCaller } from "../program/viewCall";
import type { StopTable } from "../source/codeInfo";
import type { SourceSyntax } from "../source/syntax";
import { valueText } from "../values/showValue";
import { NotAvailable, type Value } from "../values/value";
import { Scene } from "../values/variables";
import { Breakpoints, isHit, isNamed, type PlacedBreakpoint } from "./breakpoints";
import { completions } from "./completions";
import { disassemble } from "./disassembly";
import { EditorRelay, relayTransport } from "./editorRelay";
import { ForkProgressEvents } from "./forkProgress";
import { readBytes } from "./machineReferences";
import { clientSource, type ShownFrame, ShownState, type Standing } from "./shownState";

const thread = 1;
/** Instructions that going back remembers. */
const longestTrail = 100_000;
/** Conditions are worked out no longer than this before requests are looked at. */
const longestTurnMs = 50;

/** A frame that fails, and the step at which it begins to. */
interface Failure {
  readonly step: number;
  readonly frame: number;
}

const lineAt = (timeline: Timeline, table: StopTable, step: number): number | undefined =>
  table.stops[timeline.stopOf[step] ?? -1]?.line;

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
  #failure: Failure | undefined;
  /** The failure that it stands at. */
  #at: Failure | undefined;
  /** Where steps of single instructions came from: going back leads there. */
  #trail: { readonly from: number; readonly to: number }[] = [];
  #launching: number | undefined;
  #pausing = false;
  #running = false;
  #rested = 0;
  #counted = new WeakMap<PlacedBreakpoint, { readonly step: number; readonly hits: number }>();
  readonly #texts: SourceSyntax[] = [];
  readonly #relay = new EditorRelay((body) => this.sendEvent(new Event("chainsideAsk", body)));
  readonly #progress = new ForkProgressEvents((event) => this.sendEvent(event));
  readonly #stopping = new AbortController();
  #showsProgress = false;

  constructor() {
    super();
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
      const format = visibleText(advice ? `${message} ${advice}` : message);
      this.sendErrorResponse(response, { id: 1, format, variables: {}, showUser: true });
    } finally {
      this.#launching = undefined;
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
    { progressId, requestId }: DebugProtocol.CancelArguments,
  ): void {
    const launching = this.#launching !== undefined && (requestId === undefined || requestId === this.#launching);
    if (launching && (requestId !== undefined || progressId !== undefined)) this.#stopping.abort();
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
    await this.#begin();
  }

  async #begin(): Promise<void> {
    if (this.#request?.stopOnEntry ?? this.#request?.test === undefined) {
      this.#stop(this.#first, "entry");
      return;
    }
    this.#standing = { step: -1 };
    await this.#continue();
  }

  get #first(): number {
    return this.#started?.debuggee.stepping.first() ?? 0;
  }

  #stop(
    step: number,
    reason: string,
    extra: { description?: string; inside?: number; hits?: readonly number[]; failure?: Failure } = {},
  ): void {
    this.#standing = { step, ...(extra.inside === undefined ? {} : { inside: extra.inside }) };
    this.#shown = undefined;
    this.#at = extra.failure;
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

  /** The failure that is met first on the way to a step, or there. */
  #failureUntil(step: number): Failure | undefined {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return undefined;
    const from = this.#standing.step;
    const met: Failure[] = [];
    if (this.#exceptions.has("uncaught") && this.#failure) met.push(this.#failure);
    if (this.#exceptions.has("all")) {
      for (const [i, frame] of debuggee.recording.frames.entries()) {
        const origin = frame.error === undefined ? undefined : failureOrigin(debuggee, i);
        if (origin) met.push(origin);
      }
    }
    return met.filter((each) => each.step > from && each.step <= step).sort((a, b) => a.step - b.step)[0];
  }

  #stopAtFailure(failure: Failure): void {
    const debuggee = this.#started?.debuggee;
    if (debuggee) this.#stop(failure.step, "exception", { description: failureText(debuggee, failure.frame), failure });
  }

  #goTo(found: number | undefined, reason: string): void {
    const length = this.#started?.debuggee.playback.length ?? 0;
    const failed = this.#failureUntil(found ?? length);
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

  #moveTo(response: DebugProtocol.Response, found: number | undefined): void {
    this.sendResponse(response);
    this.#goTo(found, "step");
  }

  /** To an instruction, from where going back by instructions leads here again. */
  #moveToInstruction(response: DebugProtocol.Response, found: number | undefined): void {
    const from = this.#standing.step;
    this.#moveTo(response, found);
    // also the step that ended the execution is one to go back from
    this.#trail.push({ from, to: this.#standing.step });
    if (this.#trail.length > longestTrail) this.#trail.shift();
  }

  /** Until another line is shown, or another function runs. */
  #lineOver(debuggee: Debuggee): number | undefined {
    const { stepping, timeline, table } = debuggee;
    const from = this.#standing.step;
    const own = timeline.visibleAt(from);
    const line = timeline.stopAt(from, own)?.line;
    let found = stepping.over(from);
    while (found !== undefined && timeline.visibleAt(found) === own && lineAt(timeline, table, found) === line)
      found = stepping.over(found);
    return found;
  }

  protected override nextRequest(
    response: DebugProtocol.NextResponse,
    { granularity }: DebugProtocol.NextArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    const { step } = this.#standing;
    if (granularity === "instruction") this.#moveToInstruction(response, debuggee?.stepping.overInstruction(step));
    else if (granularity === "line") this.#moveTo(response, debuggee && this.#lineOver(debuggee));
    else this.#moveTo(response, debuggee?.stepping.over(step));
  }

  protected override stepInRequest(
    response: DebugProtocol.StepInResponse,
    { granularity, targetId }: DebugProtocol.StepInArguments,
  ): void {
    const debuggee = this.#started?.debuggee;
    const { step } = this.#standing;
    const target = targetId === undefined ? undefined : debuggee?.timeline.activations[targetId];
    if (debuggee && target) {
      this.#moveTo(response, debuggee.stepping.beginning(target));
      return;
    }
    if (granularity === "instruction") {
      this.#moveToInstruction(response, step + 1 < (debuggee?.playback.length ?? 0) ? step + 1 : undefined);
      return;
    }
    const found = debuggee?.stepping.into(step);
    const builtin = this.#builtinBefore(found);
    if (builtin && this.#failureUntil(builtin.step - 1) === undefined) {
      this.sendResponse(response);
      this.#stop(builtin.step, "step", { inside: builtin.frame });
      return;
    }
    this.#moveTo(response, found);
  }

  /** Functions that the statement calls where it stands. */
  protected override stepInTargetsRequest(response: DebugProtocol.StepInTargetsResponse): void {
    const called = this.#started?.debuggee.stepping.calledFrom(this.#standing.step) ?? [];
    response.body = { targets: called.map(({ id, function: of }) => ({ id, label: of?.qualified ?? "" })) };
    this.sendResponse(response);
  }

  protected override stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    { granularity }: DebugProtocol.StepOutArguments,
  ): void {
    const { step, inside } = this.#standing;
    const stepping = this.#started?.debuggee.stepping;
    if (inside !== undefined) this.#moveTo(response, stepping?.over(step));
    else if (granularity === "instruction") this.#moveToInstruction(response, stepping?.outInstruction(step));
    else this.#moveTo(response, stepping?.out(step));
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    { granularity }: DebugProtocol.StepBackArguments,
  ): void {
    this.sendResponse(response);
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const { step } = this.#standing;
    if (granularity === "instruction") {
      const came = this.#trail.pop();
      if (came?.to !== step) this.#trail = [];
      this.#stop((came?.to === step ? came.from : debuggee.stepping.backInstruction(step)) ?? 0, "step");
      return;
    }
    const found = debuggee.stepping.back(step);
    this.#stop(found ?? this.#first, found === undefined ? "entry" : "step");
  }

  protected override restartFrameRequest(
    response: DebugProtocol.RestartFrameResponse,
    { frameId }: DebugProtocol.RestartFrameArguments,
  ): void {
    const scene = this.#state?.frame(frameId)?.scene;
    const step = scene && this.#started?.debuggee.stepping.beginning(scene.activation);
    if (step === undefined) {
      this.#refuse(response, new NotAvailable(t("This frame has no beginning to go back to.")));
      return;
    }
    this.sendResponse(response);
    this.#stop(step, "restart");
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
    const found = await debuggee.stepping.backwards(
      this.#standing.step,
      (step) => this.#hitAt(step, false),
      this.#instructionAt,
    );
    if (found === undefined) this.#stop(this.#first, "entry");
    else this.#stopAtBreakpoints(found);
  }

  /** Everything stands still already, unless conditions of breakpoints are being worked out. */
  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.sendResponse(response);
    if (this.#running) this.#pausing = true;
    else this.#stop(Math.max(0, this.#standing.step), "pause");
  }

  #stopAtBreakpoints(step: number): void {
    const met = this.#breakpoints.all.filter((each) => this.#isAt(each, step));
    const one = met[0];
    const reason = one?.instruction
      ? "instruction breakpoint"
      : one?.functionName === undefined
        ? "breakpoint"
        : "function breakpoint";
    this.#stop(step, reason, { hits: met.map(({ id }) => id) });
  }

  #instructionAt = (step: number): boolean =>
    this.#breakpoints.hasInstructions && this.#breakpoints.all.some((each) => this.#isAtInstruction(each, step));

  #isAtInstruction({ instruction }: PlacedBreakpoint, step: number): boolean {
    const playback = this.#started?.debuggee.playback;
    if (!playback || !instruction || playback.pcs[step] !== instruction.pc) return false;
    return playback.frame(playback.frameOf[step] ?? 0).code === instruction.code;
  }

  async #continue(): Promise<void> {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return;
    const limit = this.#failureUntil(debuggee.playback.length);
    this.#running = true;
    const found = await debuggee.stepping
      .forwards(
        this.#standing.step,
        (step) => (limit !== undefined && step >= limit.step) || this.#pausing || this.#hitAt(step, true),
        this.#instructionAt,
      )
      .finally(() => {
        this.#running = false;
      });
    const paused = this.#pausing;
    this.#pausing = false;
    if (limit !== undefined && (found === undefined || found >= limit.step)) this.#stopAtFailure(limit);
    else if (found === undefined) this.#end();
    else if (paused) this.#stop(found, "pause");
    else this.#stopAtBreakpoints(found);
  }

  #isAt(breakpoint: PlacedBreakpoint, step: number): boolean {
    const debuggee = this.#started?.debuggee;
    if (!debuggee) return false;
    const { stops, functionName, instruction } = breakpoint;
    if (instruction) return this.#isAtInstruction(breakpoint, step);
    if (debuggee.timeline.starts[step] !== 1) return false;
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
    // a person may want to stop what takes long
    if (performance.now() - this.#rested > longestTurnMs) {
      await new Promise(setImmediate);
      this.#rested = performance.now();
    }
    let holds = this.#pausing;
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
    const known = this.#counted.get(breakpoint);
    const from = known && known.step <= step ? known.step : -1;
    let hits = known && from >= 0 ? known.hits : 0;
    const counts = async (at: number): Promise<boolean> => {
      if (at <= step && this.#isAt(breakpoint, at) && (await this.#conditionHolds(breakpoint, at))) hits++;
      return at >= step;
    };
    if (from < step) await this.#started?.debuggee.stepping.forwards(from, counts, this.#instructionAt);
    this.#counted.set(breakpoint, { step, hits });
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
    const { source, lines = [], breakpoints = lines.map((line) => ({ line })) } = given;
    const debuggee = this.#started?.debuggee;
    const path = source.path ?? source.name ?? "";
    const text = this.#texts[(source.sourceReference ?? 0) - 1];
    const wanted = breakpoints.map((each) => ({ ...each, line: this.convertClientLineToDebugger(each.line) }));
    const isFile = (own: string | undefined, name: string): boolean =>
      own === undefined ? text?.name === name : this.#breakpoints.isPath(own, path);
    response.body = {
      breakpoints: this.#toldOf(debuggee && this.#breakpoints.setLines(debuggee, path, isFile, wanted), wanted),
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
    this.#exceptions = new Set(given.filters);
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    given: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    const { source } = given;
    const line = this.convertClientLineToDebugger(given.line);
    const endLine = given.endLine === undefined ? line : this.convertClientLineToDebugger(given.endLine);
    const text = this.#texts[(source.sourceReference ?? 0) - 1];
    const lines = new Set<number>();
    for (const stop of this.#started?.debuggee.table.stops ?? []) {
      const own = stop.syntax.sources.get(stop.shown.source);
      const same =
        own?.path === undefined
          ? own !== undefined && own.name === text?.name
          : source.path !== undefined && this.#breakpoints.isPath(own.path, source.path);
      if (same && stop.line >= line && stop.line <= endLine) lines.add(stop.line);
    }
    const sorted = [...lines].sort((a, b) => a - b);
    response.body = { breakpoints: sorted.map((each) => ({ line: this.convertDebuggerLineToClient(each) })) };
    this.sendResponse(response);
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    const debuggee = this.#started?.debuggee;
    const failure = this.#at;
    if (!debuggee || !failure) {
      this.#refuse(response, new NotAvailable(t("Execution isn't stopped at a failure.")));
      return;
    }
    const { error = "revert" } = debuggee.playback.frame(failure.frame);
    const description = failureText(debuggee, failure.frame);
    response.body = {
      exceptionId: error,
      description,
      breakMode: failure.step === this.#failure?.step ? "unhandled" : "always",
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

  #source = (source: SourceSyntax): DebugProtocol.Source =>
    clientSource(source, () => {
      let index = this.#texts.indexOf(source);
      if (index < 0) index = this.#texts.push(source) - 1;
      return index + 1;
    });

  /** A place as this client counts. */
  #asClientCounts<Place extends { line?: number; column?: number; endLine?: number; endColumn?: number }>(
    place: Place,
  ): Place {
    if (!place.line) return place;
    const { line, column, endLine, endColumn } = place;
    return {
      ...place,
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
    const found = reference
      ? this.#texts[reference - 1]
      : all.find(
          ({ path }) => path !== undefined && source?.path !== undefined && this.#breakpoints.isPath(path, source.path),
        );
    this.#answer(response, () => {
      if (!found) throw new NotAvailable(t("{0} isn't known here", source?.path ?? String(reference)));
      return { content: found.text.content, mimeType: "text/x-solidity" };
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

  /** The scene that a client asks about: of its frame, else of the innermost one with source. @throws NotAvailable */
  #sceneOf(frameId: number | undefined): Scene {
    const state = this.#state;
    const frame: ShownFrame | undefined = state?.frame(frameId);
    const gone = frameId !== undefined && !frame;
    const scene = gone ? undefined : (frame?.scene ?? state?.frames.find((each) => each.scene)?.scene);
    if (!scene) throw new NotAvailable(t("This can't be evaluated here."));
    return scene;
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    { expression, frameId, context, format }: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    try {
      const scene = this.#sceneOf(frameId);
      const value: Value = await this.#evaluator(scene).evaluate(expression);
      const how = { hex: format?.hex, whole: context === "clipboard" };
      const shown = this.#state?.variable({ name: expression, value, expression }, scene, how);
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
    this.#answer(response, () => debuggee && readBytes(debuggee, this.#standing.step, given));
  }

  protected override async restartRequest(response: DebugProtocol.RestartResponse): Promise<void> {
    this.sendResponse(response);
    this.sendEvent(new ContinuedEvent(thread, true));
    await this.#begin();
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
