import type { DebugProtocol } from "@vscode/debugprotocol";

/** Tells what comes behind the answer: events that belong after it, or what runs on. In the order they are given. */
export type After = (then: () => void | Promise<void>) => void;

/** Answers a request with a body. @throws Error whose words the client is shown in place of an answer */
type Handler<Given, Response extends DebugProtocol.Response> = (
  given: Given,
  after: After,
  seq: number,
) => Response["body"] | Promise<Response["body"]>;

/** Requests that place breakpoints, or ask where they can be. */
export interface BreakpointHandlers {
  readonly setBreakpoints: Handler<DebugProtocol.SetBreakpointsArguments, DebugProtocol.SetBreakpointsResponse>;
  readonly setFunctionBreakpoints: Handler<
    DebugProtocol.SetFunctionBreakpointsArguments,
    DebugProtocol.SetFunctionBreakpointsResponse
  >;
  readonly setInstructionBreakpoints: Handler<
    DebugProtocol.SetInstructionBreakpointsArguments,
    DebugProtocol.SetInstructionBreakpointsResponse
  >;
  readonly setExceptionBreakpoints: Handler<
    DebugProtocol.SetExceptionBreakpointsArguments,
    DebugProtocol.SetExceptionBreakpointsResponse
  >;
  readonly breakpointLocations: Handler<
    DebugProtocol.BreakpointLocationsArguments,
    DebugProtocol.BreakpointLocationsResponse
  >;
}

/** Requests about what is to be seen where execution stands. */
export interface StateHandlers {
  readonly stackTrace: Handler<DebugProtocol.StackTraceArguments, DebugProtocol.StackTraceResponse>;
  readonly scopes: Handler<DebugProtocol.ScopesArguments, DebugProtocol.ScopesResponse>;
  readonly variables: Handler<DebugProtocol.VariablesArguments, DebugProtocol.VariablesResponse>;
  readonly evaluate: Handler<DebugProtocol.EvaluateArguments, DebugProtocol.EvaluateResponse>;
  readonly completions: Handler<DebugProtocol.CompletionsArguments, DebugProtocol.CompletionsResponse>;
  readonly exceptionInfo: Handler<DebugProtocol.ExceptionInfoArguments, DebugProtocol.ExceptionInfoResponse>;
  readonly loadedSources: Handler<DebugProtocol.LoadedSourcesArguments, DebugProtocol.LoadedSourcesResponse>;
  readonly source: Handler<DebugProtocol.SourceArguments, DebugProtocol.SourceResponse>;
  readonly disassemble: Handler<DebugProtocol.DisassembleArguments, DebugProtocol.DisassembleResponse>;
  readonly readMemory: Handler<DebugProtocol.ReadMemoryArguments, DebugProtocol.ReadMemoryResponse>;
}

/** Requests that begin, move and end an execution. */
export interface ExecutionHandlers {
  readonly launch: Handler<DebugProtocol.LaunchRequestArguments, DebugProtocol.LaunchResponse>;
  readonly attach: Handler<DebugProtocol.AttachRequestArguments, DebugProtocol.AttachResponse>;
  readonly cancel: Handler<DebugProtocol.CancelArguments, DebugProtocol.CancelResponse>;
  readonly configurationDone: Handler<
    DebugProtocol.ConfigurationDoneArguments,
    DebugProtocol.ConfigurationDoneResponse
  >;
  readonly threads: Handler<unknown, DebugProtocol.ThreadsResponse>;
  readonly next: Handler<DebugProtocol.NextArguments, DebugProtocol.NextResponse>;
  readonly stepIn: Handler<DebugProtocol.StepInArguments, DebugProtocol.StepInResponse>;
  readonly stepInTargets: Handler<DebugProtocol.StepInTargetsArguments, DebugProtocol.StepInTargetsResponse>;
  readonly stepOut: Handler<DebugProtocol.StepOutArguments, DebugProtocol.StepOutResponse>;
  readonly stepBack: Handler<DebugProtocol.StepBackArguments, DebugProtocol.StepBackResponse>;
  readonly restartFrame: Handler<DebugProtocol.RestartFrameArguments, DebugProtocol.RestartFrameResponse>;
  readonly continue: Handler<DebugProtocol.ContinueArguments, DebugProtocol.ContinueResponse>;
  readonly reverseContinue: Handler<DebugProtocol.ReverseContinueArguments, DebugProtocol.ReverseContinueResponse>;
  readonly pause: Handler<DebugProtocol.PauseArguments, DebugProtocol.PauseResponse>;
  readonly restart: Handler<DebugProtocol.RestartArguments, DebugProtocol.RestartResponse>;
  readonly terminate: Handler<DebugProtocol.TerminateArguments, DebugProtocol.TerminateResponse>;
  readonly disconnect: Handler<DebugProtocol.DisconnectArguments, DebugProtocol.DisconnectResponse>;
}

export type RequestHandlers = BreakpointHandlers & StateHandlers & ExecutionHandlers;
/** Any handler, as it is found by the name that a request says. */
export type AnyHandler = (given: never, after: After, seq: number) => unknown;
