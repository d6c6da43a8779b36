import type { ExecResult } from "@ethereumjs/evm";

/** What the library calls the state of a running frame. */
export type RunState = NonNullable<ExecResult["runState"]>;
