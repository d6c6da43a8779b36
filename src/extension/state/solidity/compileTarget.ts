import type { ChainSession } from "../../../chain/session";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { EditorRequest } from "../../../solidity/service/messages";
import type { ChainGroup } from "../connections/chainGroup";

/** What code is compiled for. */
export interface CompileTarget {
  readonly suite: CryptoSuiteName;
  readonly chain: EditorRequest["chain"];
  /** Undefined without any chain. */
  readonly group: ChainGroup | undefined;
}

/** By session, which is made anew when the chain's data version or its features change. */
const known = new WeakMap<object, Promise<NonNullable<EditorRequest["chain"]>>>();

/** What decides which machine a chain runs (docs/protocol/evm-differences.md, "Opcodes and environment"). */
async function readChain(session: ChainSession): Promise<NonNullable<EditorRequest["chain"]>> {
  const { compatibilityVersion } = session;
  const [{ getExecutorVersion }, { getSystemConfig }] = await Promise.all([
    import("../../../chain/services/executorVersion"),
    import("../../../chain/services/systemConfig/getSystemConfig"),
  ]);
  const [executorVersion, cancun] = await Promise.all([
    getExecutorVersion(session),
    getSystemConfig(session, "feature_evm_cancun"),
  ]);
  const features = cancun?.value === "1" ? ["feature_evm_cancun"] : [];
  return { compatibilityVersion, executorVersion, features };
}

/** Asks a chain once what it runs; one that does not answer is taken by its version alone, and asked again next time. */
export async function compileTargetOf(group: ChainGroup | undefined): Promise<CompileTarget> {
  if (!group) return { suite: "standard", chain: undefined, group };
  return { ...(await compileTargetFor(group.session)), group };
}

/** The same for a chain that is no group of the window's connections. */
export async function compileTargetFor(session: ChainSession): Promise<CompileTarget> {
  let asked = known.get(session);
  if (!asked) {
    asked = readChain(session);
    known.set(session, asked);
    asked.catch(() => known.delete(session));
  }
  const chain = await asked.catch(() => ({ compatibilityVersion: session.compatibilityVersion }));
  return { suite: session.suite.name, chain, group: undefined };
}

/** What a changed configuration of the chain may have made untrue. */
export function forgetGroupTarget({ session }: ChainGroup): void {
  known.delete(session);
}
