import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { requireCode } from "../rpc/contractCode";
import type { ChainSession } from "../session";
import { type ContractProxy, codeRunAt, contractTitle } from "./contractProxy";
import { type ProxyOptions, recognizeProxy } from "./recognizeProxy";

/** What code was compared with: a contract of a source, by name. */
interface Compared {
  readonly name: string;
  readonly verdict: { readonly kind: string };
}

/** Which code at an address was compared with a source. */
interface Verified<Source extends Compared> {
  readonly best: Source;
  /** Whose code it is: the implementation of a proxy, else the address itself. */
  readonly address: Address;
  readonly proxy?: ContractProxy;
  /** Of a proxy both names: `Escrow (proxy of EscrowV1)`. Empty for everything else. */
  readonly title: string;
  readonly isSame: boolean;
}

/** Whether code runs as a source compiles. */
const runsAlike = ({ kind }: { readonly kind: string }): boolean => kind === "same" || kind === "sameButMetadata";

/**
 * Compares a source with the code that runs at an address: of a proxy with that of its implementations, then with its own.
 * @param compare gives undefined where the source doesn't compile
 * @param options `target`: the address as the person named it; `name`: what the contract there is called
 * @returns undefined where `compare` gives nothing
 * @throws ChainError usage `noCodeAt`; `proxyUnreadable` where it is the code of a proxy that isn't known; what `compare` throws
 */
export async function verifyRunning<Source extends Compared>(
  { client, suite }: ChainSession,
  address: Address,
  compare: (code: Hex) => Promise<Source | undefined> | Source | undefined,
  { target = address, name = "", ...options }: Omit<ProxyOptions, "code"> & { target?: string; name?: string } = {},
): Promise<Verified<Source> | undefined> {
  const code = await requireCode(client, address, { target, ...options });
  const reading = await recognizeProxy(client, suite, address, { ...options, code });
  const proxy = reading.kind === "proxy" ? reading.proxy : undefined;
  let first: Verified<Source> | undefined;
  for (const at of codeRunAt(address, proxy)) {
    const best = await compare(at === address ? code : await requireCode(client, at, options));
    if (!best) return undefined;
    const isSame = runsAlike(best.verdict);
    const nameOf = (of: Address) => (isSame && of === at ? best.name : undefined);
    const title = proxy ? contractTitle({ name, address }, proxy, nameOf) : "";
    const verified = { best, address: at, ...(proxy ? { proxy } : {}), title, isSame };
    if (isSame) return verified;
    first ??= verified;
  }
  if (reading.kind === "unreadable") throw clientError("proxyUnreadable", { target });
  return first;
}
