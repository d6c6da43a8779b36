import { clockFlags } from "../../../chain/evm/chainMachine";
import type { ChainSession } from "../../../chain/session";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { EditorRequest } from "../../../solidity/service/messages";
import { AskedOnce } from "../../../time/askedOnce";
import type { ChainGroup } from "../connections/chainGroup";

/** What code is compiled for. */
export interface CompileTarget {
  readonly suite: CryptoSuiteName;
  readonly chain: EditorRequest["chain"];
  /** Undefined without any chain. */
  readonly group: ChainGroup | undefined;
}

/** What needs no chain is compiled for none. */
export const noChain: CompileTarget = { suite: "standard", chain: undefined, group: undefined };

/** What decides which machine a chain runs (docs/protocol/evm-differences.md, "Revision and opcodes"), and what else its code meets. */
const asked = ["feature_evm_cancun", ...clockFlags] as const;

async function readChain(session: ChainSession): Promise<NonNullable<EditorRequest["chain"]>> {
  const { compatibilityVersion } = session;
  const [{ getExecutorVersion }, { getSystemConfig }, { unmovedValue }] = await Promise.all([
    import("../../../chain/services/executorVersion"),
    import("../../../chain/services/systemConfig/getSystemConfig"),
    import("../../../chain/services/unmovedValue"),
  ]);
  const [executorVersion, unmoved, ...values] = await Promise.all([
    getExecutorVersion(session),
    unmovedValue(session),
    ...asked.map((feature) => getSystemConfig(session, feature)),
  ]);
  const features = asked.filter((_, i) => values[i]?.value === "1");
  return { compatibilityVersion, executorVersion, features, movesCoins: unmoved === undefined };
}

/** What a chain runs, asked once; of one that does not answer its version alone, and it is asked again next time. */
export class ChainTarget {
  readonly #asked = new AskedOnce<NonNullable<EditorRequest["chain"]>>();

  async of(session: ChainSession): Promise<CompileTarget> {
    const asked = this.#asked.get(() => readChain(session));
    const chain = await asked.catch(() => ({ compatibilityVersion: session.compatibilityVersion }));
    return { suite: session.suite.name, chain, group: undefined };
  }

  /** The configuration of the chain has changed, which may have made it untrue. */
  forget(): void {
    this.#asked.forget();
  }
}

/** By session, which is made anew when the chain's data version or its features change. */
export async function compileTargetOf(group: ChainGroup | undefined): Promise<CompileTarget> {
  if (!group) return noChain;
  return { ...(await group.keptOfSession.of(ChainTarget).of(group.session)), group };
}
