import type { Address } from "../crypto/hex";
import { cryptoSuite } from "../crypto/suites";
import type { BuiltinContracts } from "./execution/transactionExecutor";
import { MemoryBlockLog } from "./ledger/blockStore";
import { Group } from "./ledger/group";
import type { Network } from "./nodes/network";
import { type DevAccount, seededAccounts, seededNodes } from "./nodes/seededKeys";
import { type DevChainOptions, devChainSettings } from "./options";
import { answer } from "./rpc/envelope";
import { startHttpServer } from "./rpc/httpServer";
import { nodeMethods } from "./rpc/nodeMethods";

/** A running embedded chain. */
export interface DevChain {
  /** `http://127.0.0.1:20200`. */
  readonly url: string;
  readonly port: number;
  readonly chainId: string;
  readonly groups: readonly string[];
  readonly accounts: readonly DevAccount[];
  close(): Promise<void>;
}

const nobody: Address = `0x${"0".repeat(40)}`;

/**
 * Starts an embedded chain in this process: for tests and for the `chainside devchain` program (docs/devchain.md).
 * @throws ChainError kind `usage` for options that cannot be; the system's error when the port is taken.
 */
export async function startDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  const settings = devChainSettings(options);
  const suite = cryptoSuite(settings.suite);
  const accounts = seededAccounts(suite, settings.seed, settings.accounts);
  const nodes = seededNodes(suite, settings.seed, settings.sealers + settings.observers);
  const builtins: BuiltinContracts = { has: () => false, prepare: () => undefined };
  const groups = new Map<string, Group>();
  for (const id of settings.groups) {
    const group = new Group(id, settings, suite, nodes, new MemoryBlockLog(), builtins);
    await group.makeGenesis(settings.admin ?? accounts[0]?.address ?? nobody, () => undefined);
    groups.set(id, group);
  }
  const network: Network = { settings, suite, nodes, groups };
  const methods = nodeMethods(network);
  const http = await startHttpServer({
    host: settings.host,
    port: settings.port,
    serverName: "Boost.Beast/357",
    answer: (body) => answer(body, methods),
  });
  return {
    url: `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${http.port}`,
    port: http.port,
    chainId: settings.chainId,
    groups: [...groups.keys()],
    accounts,
    async close() {
      await http.close();
      for (const group of groups.values()) group.close();
    },
  };
}
