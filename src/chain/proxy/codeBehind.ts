import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { requireCode } from "../rpc/contractCode";
import type { ChainSession } from "../session";
import type { ContractProxy } from "./contractProxy";
import { type ProxyOptions, recognizeProxy } from "./recognizeProxy";

/** Code that decides what a contract stores. */
interface CodeBehind {
  /** Where it stands: the implementation of a proxy, else the contract itself. */
  readonly address: Address;
  readonly code: Hex;
  readonly proxy?: ContractProxy;
}

/**
 * The code that runs at an address: of a proxy that of its implementation.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`; `proxyUnreadable` where the chain doesn't show whose code a proxy runs, `diamondLayout` where it is
 * the code of several
 */
export async function codeBehind(
  { client, suite }: ChainSession,
  address: Address,
  { target = address, ...options }: Omit<ProxyOptions, "code"> & { readonly target?: string } = {},
): Promise<CodeBehind> {
  const code = await requireCode(client, address, { target, ...(options.signal ? { signal: options.signal } : {}) });
  const reading = await recognizeProxy(client, suite, address, { ...options, code });
  if (reading.kind === "none") return { address, code };
  if (reading.kind === "unreadable") throw clientError("proxyUnreadable", { target });
  const { proxy } = reading;
  const [implementation, ...others] = proxy.implementations;
  if (implementation === undefined || others.length > 0)
    throw clientError("diamondLayout", { target, count: proxy.implementations.length });
  return { address: implementation, code: await requireCode(client, implementation), proxy };
}
