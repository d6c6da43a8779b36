import type { EditorTestNews, EditorTestOrder } from "../../../contractTests/service/messages";
import { startTestProgram } from "../../flows/operations/testProgram";

/**
 * Runs tests in a process of their own (`dist/contractTestService.js`), which ends with the run; cancelling ends it at once.
 * @returns whether it came to its end; false when it was cancelled
 * @throws ChainError what the process tells of itself; Error when it ends before it is done; whatever `told` throws
 */
export async function runTestProcess(
  file: string,
  order: EditorTestOrder,
  report: (news: EditorTestNews) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const program = startTestProgram(file);
  try {
    await program.order("run", order, { tells: report, signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    // Told so, it ends its compilers and test processes. One that is busy with a test of its own doesn't hear it, and has none.
    program.end();
  }
}
