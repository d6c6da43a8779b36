import {
  ContinuedEvent,
  DebugSession,
  InitializedEvent,
  OutputEvent,
  ProgressEndEvent,
  ProgressStartEvent,
  ProgressUpdateEvent,
  Response,
  StoppedEvent,
  TerminatedEvent,
} from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { createClient } from "../../chain/client/client";
import { toChainError } from "../../errors/dictionary";
import type { ForkProgress } from "../../fork/forkContext";
import { t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import { type AskEditor, askingEditor, starterTransport } from "../inspect/starterChain";
import { failureText } from "../program/explain";
import type { ForkConsent } from "../program/forkConsent";
import { CannotDebug } from "../program/launchedPath";
import type { LaunchRequest } from "../program/launchRequest";
import { startDebuggee } from "../program/startDebuggee";
import { NotAvailable } from "../values/value";
import { reasonOf } from "./breakpointHits";
import { breakpointRequests } from "./breakpointRequests";
import { Breakpoints } from "./breakpoints";
import { ClientView } from "./clientView";
import { ExecutionControl, type StoppedPosition } from "./executionControl";
import type { After, AnyHandler, ExecutionHandlers, RequestHandlers } from "./requests";
import { SessionState } from "./sessionState";
import { stateRequests } from "./stateRequests";

const progressId = "fork";
/** Between two updates. */
const everyMs = 200;

/** Shows how far a re-execution is, where the client can show it. */
class ForkProgressEvents {
  readonly #send: (event: DebugProtocol.Event) => void;
  #shown: number | undefined;

  constructor(send: (event: DebugProtocol.Event) => void) {
    this.#send = send;
  }

  report({ doing, done, total }: ForkProgress): void {
    if (this.#shown === undefined) {
      const start: DebugProtocol.ProgressStartEvent = new ProgressStartEvent(
        progressId,
        t("Re-executing the transaction"),
      );
      start.body.cancellable = true;
      this.#send(start);
    } else if (performance.now() - this.#shown < everyMs) return;
    this.#shown = performance.now();
    const update: DebugProtocol.ProgressUpdateEvent = new ProgressUpdateEvent(progressId, `${doing} ${done}/${total}`);
    update.body.percentage = Math.floor((100 * done) / Math.max(1, total));
    this.#send(update);
  }

  end(): void {
    if (this.#shown !== undefined) this.#send(new ProgressEndEvent(progressId));
    this.#shown = undefined;
  }
}

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

/** Why nothing is debugged: shown to the user at once, not only to the client. */
class LaunchFailure extends Error {}

/** The debug adapter: one session over one recorded execution (docs/debugging.md). */
export class FiscoDebugSession extends DebugSession {
  readonly #state = new SessionState();
  readonly #breakpoints = new Breakpoints();
  readonly #handlers: RequestHandlers;
  readonly #ask: AskEditor | undefined;
  readonly #progress = new ForkProgressEvents((event) => this.sendEvent(event));
  readonly #stopping = new AbortController();
  #request: LaunchRequest | undefined;
  #launching: number | undefined;
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
    const client = new ClientView({
      lineFromClient: (line) => this.convertClientLineToDebugger(line),
      lineToClient: (line) => this.convertDebuggerLineToClient(line),
      columnFromClient: (column) => this.convertClientColumnToDebugger(column),
      columnToClient: (column) => this.convertDebuggerColumnToClient(column),
    });
    this.#handlers = {
      ...this.#executionRequests(),
      ...breakpointRequests(this.#state, this.#breakpoints, client),
      ...stateRequests(this.#state, client),
    };
  }

  /** Paths are what a client means that says nothing of it. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const given: Record<string, unknown> = request.arguments ?? {};
    if (request.command === "initialize") given["pathFormat"] ??= "path";
    Object.assign(request, { arguments: given });
    const handlers: Readonly<Record<string, AnyHandler>> = { ...this.#handlers };
    const handler = Object.hasOwn(handlers, request.command) ? handlers[request.command] : undefined;
    if (handler) void this.#serve(request, handler);
    else super.dispatchRequest(request);
  }

  /** Answers a request, or says why it can't be answered; what comes behind the answer follows. */
  async #serve(request: DebugProtocol.Request, handler: AnyHandler): Promise<void> {
    const response: DebugProtocol.Response = new Response(request);
    const following: (() => void | Promise<void>)[] = [];
    try {
      response.body = await handler(request.arguments as never, (then) => following.push(then), request.seq);
    } catch (error) {
      const shown = error instanceof LaunchFailure ? { id: 1, format: error.message, showUser: true } : undefined;
      const reason = shown ?? { id: 2, format: visibleText(reasonOf(error)) };
      this.sendErrorResponse(response, { ...reason, variables: {} });
      return;
    }
    this.sendResponse(response);
    for (const then of following) await then();
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

  #executionRequests(): ExecutionHandlers {
    const begin = (): Promise<void> => this.#go((control) => control.begin());
    const state = this.#state;
    return {
      launch: (given, after, seq) => this.#launch(given as unknown as LaunchRequest, after, seq),
      // Of a transaction that was sent before: there is nothing to launch, and nothing that goes on without the debugger.
      attach: (given, after, seq) => this.#launch(given as unknown as LaunchRequest, after, seq),
      cancel: ({ progressId, requestId }) => {
        const launching = this.#launching !== undefined && (requestId === undefined || requestId === this.#launching);
        if (launching && (requestId !== undefined || progressId !== undefined)) this.#stopping.abort();
      },
      configurationDone: (_, after) => after(begin),
      threads: () => {
        const name =
          this.#request?.transaction ?? this.#request?.call?.function ?? this.#request?.test?.function ?? t("Call");
        return { threads: [{ id: thread, name: visibleText(name) }] };
      },
      next: ({ granularity }, after) => this.#move(after, state.control?.over(granularity)),
      stepIn: ({ granularity, targetId }, after) => this.#move(after, state.control?.into(granularity, targetId)),
      stepInTargets: () => ({
        targets: (state.control?.calledHere ?? []).map(({ id, function: of }) => ({ id, label: of?.qualified ?? "" })),
      }),
      stepOut: ({ granularity }, after) => this.#move(after, state.control?.out(granularity)),
      stepBack: ({ granularity }, after) => this.#move(after, state.control?.back(granularity)),
      restartFrame: ({ frameId }, after) => {
        const scope = state.shown?.frame(frameId)?.scope;
        const stopped = scope && state.control?.restart(scope.stackFrame);
        if (!stopped) throw new NotAvailable(t("This frame can't be restarted."));
        this.#move(after, stopped);
      },
      continue: (_, after) => {
        after(() => this.#go((control) => control.continue()));
        return { allThreadsContinued: true };
      },
      reverseContinue: (_, after) => after(() => this.#go((control) => control.reverseContinue())),
      pause: (_, after) =>
        after(() => {
          const stopped = state.control?.pause();
          if (stopped) this.#show(stopped);
        }),
      restart: (_, after) =>
        after(async () => {
          this.sendEvent(new ContinuedEvent(thread, true));
          await this.#giveUp();
          await begin();
        }),
      terminate: (_, after) => {
        this.#stopping.abort();
        after(() => this.sendEvent(new TerminatedEvent()));
      },
      disconnect: async (_, after) => {
        this.#stopping.abort();
        void this.#giveUp();
        await state.started?.close();
        state.started = undefined;
        state.control = undefined;
        after(() => this.shutdown());
      },
    };
  }

  async #launch(request: LaunchRequest, after: After, seq: number): Promise<void> {
    this.#request = request;
    this.#launching = seq;
    try {
      const started = await startDebuggee(request, this.#forkConsent(request));
      if (this.#stopping.signal.aborted) {
        await started.close();
        throw new CannotDebug(t("The session ended before it began."));
      }
      this.#state.started = started;
      this.#state.control = new ExecutionControl(started, this.#breakpoints, {
        stopOnEntry: request.stopOnEntry ?? request.test === undefined,
        stopAtEnd: request.stopAtEnd === true,
        log: (text) => this.#say(text, "stdout"),
        warn: (text) => this.#say(text, "important"),
      });
      const { recording, playback } = started.debuggee;
      const ended = recording.status === 0 ? t("it succeeds") : t("it fails: {0}", failureText(started.debuggee, 0));
      this.#say(t("{0} opcodes, {1} gas, {2}.", playback.length, recording.gasUsed, ended));
      this.#announce([...started.verdictLines, ...started.notes]);
      after(() => this.sendEvent(new InitializedEvent()));
    } catch (error) {
      const { message, advice } = toChainError(error);
      throw new LaunchFailure(visibleText(advice ? `${message} ${advice}` : message));
    } finally {
      this.#launching = undefined;
      this.#progress.end();
    }
  }

  /** How transactions of other chains are executed again: the editor is asked first, and shows how far it is. */
  #forkConsent(request: LaunchRequest): ForkConsent {
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

  /** Says lines, of which the first is shown at once whatever else is open: one notification, not one for each line. */
  #announce([first, ...rest]: readonly string[]): void {
    if (first === undefined) return;
    this.#say(rest.length > 0 ? `${first} ${t("More is in the debug console.")}` : first, "important");
    for (const line of rest) this.#say(line);
  }

  #say(line: string, category: "console" | "important" | "stdout" = "console"): void {
    this.sendEvent(new OutputEvent(`${visibleText(line)}\n`, category));
  }

  /** Runs, and tells where execution stands then. */
  async #go(move: (control: ExecutionControl) => Promise<StoppedPosition | undefined>): Promise<void> {
    const { control } = this.#state;
    if (!control) return;
    const run = ++this.#run;
    this.#running = move(control);
    const stopped = await this.#running;
    if (run === this.#run) this.#show(stopped);
  }

  /** Lets what runs end where it has got to, untold. */
  #giveUp(): Promise<unknown> {
    this.#run++;
    this.#state.control?.pause();
    return this.#running;
  }

  /** Execution stands elsewhere at once; it is told behind the answer. */
  #move(after: After, stopped: StoppedPosition | undefined): void {
    this.#state.moved();
    after(() => this.#show(stopped));
  }

  /** Tells where execution stands now, or that it has ended. */
  #show(stopped: StoppedPosition | undefined): void {
    this.#state.moved();
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
}
