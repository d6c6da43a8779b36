import type { verifyRunning } from "../../chain/proxy/verifyRunning";
import type { Address } from "../../crypto/bytes/hex";

/** What a comparison of a contract's code with a source comes to, as results hold it. */
export function verifiedAsJson<
  Source extends { readonly sourceName: string; readonly name: string; readonly verdict: { readonly kind: string } },
>(
  address: Address,
  { best, address: of, proxy, title, isSame }: NonNullable<Awaited<ReturnType<typeof verifyRunning<Source>>>>,
) {
  const behind = proxy ? { title, proxy: proxy.kind, ...(of === address ? {} : { implementation: of }) } : {};
  return { address, source: best.sourceName, contract: best.name, ...behind, identical: isSame, verdict: best.verdict };
}
