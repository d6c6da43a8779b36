import type { DebugProtocol } from "@vscode/debugprotocol";
import type { Breakpoints, PlacedBreakpoint } from "./breakpoints";
import type { ClientView } from "./clientView";
import type { BreakpointHandlers } from "./requests";
import type { SessionState } from "./sessionState";

type ShownBreakpoint = DebugProtocol.Breakpoint & { verified: boolean };

/** Places breakpoints of all kinds, and says where lines can have some. */
export function breakpointRequests(
  state: SessionState,
  breakpoints: Breakpoints,
  client: ClientView,
): BreakpointHandlers {
  const { lineFromClient, lineToClient } = client.counting;

  /** As many as were asked for, also when nothing is known yet. */
  function shown(placed: readonly PlacedBreakpoint[] | undefined, wanted: readonly unknown[]): ShownBreakpoint[] {
    if (!placed) return wanted.map(() => ({ verified: false }));
    return placed.map(({ id, verified, line, message }) => ({
      id,
      verified,
      ...(line === undefined ? {} : { line: lineToClient(line) }),
      ...(message === undefined ? {} : { message }),
    }));
  }

  return {
    setBreakpoints({ source, lines = [], breakpoints: given = lines.map((line) => ({ line })) }) {
      const debuggee = state.started?.debuggee;
      const wanted = given.map((each) => ({ ...each, line: lineFromClient(each.line) }));
      const placed = debuggee && breakpoints.setLines(debuggee, client.asked(source), wanted);
      return { breakpoints: shown(placed, wanted) };
    },
    setFunctionBreakpoints({ breakpoints: wanted }) {
      const debuggee = state.started?.debuggee;
      return { breakpoints: shown(debuggee && breakpoints.setFunctions(debuggee, wanted), wanted) };
    },
    setInstructionBreakpoints({ breakpoints: wanted }) {
      const debuggee = state.started?.debuggee;
      const placed = shown(debuggee && breakpoints.setInstructions(debuggee, wanted), wanted);
      return {
        breakpoints: placed.map((each, i) => {
          const { instructionReference = "", offset } = wanted[i] ?? {};
          return { ...each, instructionReference, ...(offset === undefined ? {} : { offset }) };
        }),
      };
    },
    setExceptionBreakpoints({ filters }) {
      breakpoints.exceptions = new Set(filters);
      return undefined;
    },
    breakpointLocations({ source, line: from, endLine: to = from }) {
      const [line, endLine] = [lineFromClient(from), lineFromClient(to)];
      const { isIt } = client.asked(source);
      const lines = new Set<number>();
      for (const stop of state.started?.debuggee.table.stops ?? []) {
        const own = stop.syntax.sources.get(stop.shown.source);
        if (own && isIt(own) && stop.line >= line && stop.line <= endLine) lines.add(stop.line);
      }
      return { breakpoints: [...lines].sort((a, b) => a - b).map((each) => ({ line: lineToClient(each) })) };
    },
  };
}
