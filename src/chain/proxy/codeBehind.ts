import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { requireCode } from "../rpc/contractCode";
import type { ChainSession } from "../session";
import type { ContractProxy } from "./contractProxy";
import { type DeployedAt, deployedAt } from "./proxyRecord";
import { type ProxyOptions, recognizeProxy } from "./recognizeProxy";

/** Code that decides what a contract stores. */
interface CodeBehind {
  /** Where it stands: the implementation of a proxy, else the contract itself. */
  readonly address: Address;
  readonly code: Hex;
  readonly proxy?: ContractProxy;
  /** How records of proxies name it. */
  readonly at: DeployedAt;
}

/**
 * The code that runs at an address: of a proxy that of its implementation.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`; `proxyUnreadable` where the chain doesn't show whose code a proxy runs, `diamondLayout` where it is
 * the code of several
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
    return { address, code, at: await deployedAt(session, { implementation: address, code }, options) };
  if (reading.kind === "unreadable") throw clientError("proxyUnreadable", { target });
  const { proxy } = reading;
  const [implementation, ...others] = proxy.implementations;
  if (implementation === undefined || others.length > 0)
    throw clientError("diamondLayout", { target, count: proxy.implementations.length });
  const behind = await requireCode(client, implementation);
  const at = await deployedAt(session, { proxy: address, implementation, code: behind }, options);
  return { address: implementation, code: behind, proxy, at };
}
