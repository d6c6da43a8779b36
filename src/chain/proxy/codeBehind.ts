import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { requireCode } from "../rpc/contractCode";
import type { ChainSession } from "../session";
import { type ContractProxy, codeRunAt, isExtended } from "./contractProxy";
import { type DeployedAt, deployedAt } from "./proxyRecord";
import { keepsVariables, type ProxyOptions, recognizeProxy } from "./recognizeProxy";

interface DeployedCodeAt {
  readonly address: Address;
  readonly code: Hex;
  /** How records of proxies name it. */
  readonly at: DeployedAt;
}

/** Code that decides what a contract stores, with where it stands: the implementation of a proxy, else the contract itself. */
interface CodeBehind extends DeployedCodeAt {
  readonly proxy?: ContractProxy;
  /** Other code that stores on the same account. */
  readonly beside: readonly DeployedCodeAt[];
  /** Code of proxies that may keep variables of their own among those of the implementation. */
  readonly proxies: readonly DeployedCodeAt[];
}

/**
 * The code that runs at an address: of a proxy that of its implementation.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`; `proxyUnreadable` where the chain doesn't show whose code a proxy runs, `diamondLayout` where it is
 * the code of several, or may be
 */
export async function codeBehind(
  session: ChainSession,
  address: Address,
  { target = address, ...options }: Omit<ProxyOptions, "code"> & { readonly target?: string } = {},
): Promise<CodeBehind> {
  const { client, suite } = session;
  const code = await requireCode(client, address, { target, ...(options.signal ? { signal: options.signal } : {}) });
  const reading = await recognizeProxy(client, suite, address, { ...options, code });
  if (reading.kind === "none")
    return {
      address,
      code,
      at: await deployedAt(session, { implementation: address, code }, options),
      beside: [],
      proxies: [],
    };
  if (reading.kind === "unreadable") throw clientError("proxyUnreadable", { target });
  const { proxy } = reading;
  const [implementation, ...facets] = proxy.implementations;
  // Events tell of cuts alone: facets of the constructor, and of long ago, may be there as well.
  const isPart = proxy.kind === "diamond" && proxy.foundBy === "events";
  if (implementation === undefined || facets.length > 0 || isPart) throw clientError("diamondLayout", { target });
  const codeAt = async (each: Address): Promise<DeployedCodeAt> => {
    const found = each === address ? code : await requireCode(client, each);
    const of = each === address || each !== implementation ? {} : { proxy: address };
    return {
      address: each,
      code: found,
      at: await deployedAt(session, { ...of, implementation: each, code: found }, options),
    };
  };
  const passing = [...(isExtended(proxy) ? [] : [address]), ...(proxy.through ?? [])];
  const [first = address, ...others] = codeRunAt(address, proxy).filter((each) => !passing.includes(each));
  const [running, beside, proxies] = await Promise.all([
    codeAt(first),
    Promise.all(others.map(codeAt)),
    Promise.all(passing.map(codeAt)),
  ]);
  return { ...running, proxy, beside, proxies: proxies.filter((each) => keepsVariables(suite, each.code)) };
}
