import { errorCodes, Web3Error } from "../model/web3Error";
import type { ProxyMethods } from "./proxyParts";

const noKey =
  "unknown account: neither the proxy nor a FISCO BCOS node holds keys for Ethereum's tools; sign in the wallet or tool and send it with eth_sendRawTransaction";

/** Methods that nothing can answer, and why. A node's web3 port pretends to some of them (docs/protocol/web3-rpc.md). */
const reasons: Readonly<Record<string, readonly [code: number, why: string]>> = {
  eth_sendTransaction: [errorCodes.server, noKey],
  eth_sign: [errorCodes.server, noKey],
  eth_signTransaction: [errorCodes.server, noKey],
  eth_signTypedData: [errorCodes.server, noKey],
  eth_signTypedData_v4: [errorCodes.server, noKey],
  personal_sign: [errorCodes.server, noKey],
  personal_sendTransaction: [errorCodes.server, noKey],
  personal_unlockAccount: [errorCodes.server, noKey],
  eth_getProof: [
    errorCodes.methodNotFound,
    "eth_getProof isn't available: the state of a FISCO BCOS chain isn't a Merkle Patricia tree, so no node can prove it",
  ],
  eth_simulateV1: [errorCodes.methodNotFound, "eth_simulateV1 isn't available; eth_call takes state overrides"],
  debug_storageRangeAt: [
    errorCodes.methodNotFound,
    "debug_storageRangeAt isn't available: no node lists the storage of a contract; eth_getStorageAt reads one place",
  ],
  eth_getWork: [errorCodes.methodNotFound, "eth_getWork isn't available: no block is mined"],
  eth_submitWork: [errorCodes.methodNotFound, "eth_submitWork isn't available: no block is mined"],
  eth_subscribe: [errorCodes.methodNotFound, "notifications not supported: subscriptions need a WebSocket"],
  eth_unsubscribe: [errorCodes.methodNotFound, "notifications not supported: subscriptions need a WebSocket"],
};

/** Families of methods of other nodes. */
const families: readonly (readonly [prefix: string, why: string])[] = [
  ["trace_", "traces are given by debug_traceTransaction and debug_traceBlockByNumber with the callTracer"],
  ["ots_", "Otterscan needs an Erigon node"],
  ["erigon_", "a FISCO BCOS node isn't Erigon"],
  ["parity_", "a FISCO BCOS node isn't OpenEthereum"],
  ["admin_", "a FISCO BCOS node isn't administered over this port"],
  ["engine_", "a FISCO BCOS chain has no separate consensus client"],
  ["hardhat_", "the chain isn't a Hardhat network"],
  ["evm_", "the chain isn't a development network of Ethereum's tools"],
  ["anvil_", "the chain isn't Anvil"],
];

export const refusedMethods: ProxyMethods = Object.fromEntries(
  Object.entries(reasons).map(([method, [code, why]]) => [
    method,
    () => {
      throw new Web3Error(code, why);
    },
  ]),
);

/** Why there is no such method. @param method shown as it was asked, if it is a name */
export function unknownMethod(method: string): Web3Error {
  const name = /^\w{1,64}$/.test(method) ? method : "";
  const family = families.find(([prefix]) => name.startsWith(prefix));
  const why = family ? `: ${family[1]}` : "";
  return new Web3Error(errorCodes.methodNotFound, `the method ${name} does not exist/is not available${why}`);
}
