// Where tools are tried: at the web3 port and at the proxy of an embedded chain as a node of each release.
import { ask } from "./askNode";
import type { ToolUse } from "./ethereumTools";
import { releases } from "./toolTable";
import { ProxiedChain } from "./web3Proxy";

async function atPlace<T>(nodeVersion: string, proxied: boolean, attempt: (use: ToolUse) => Promise<T>): Promise<T> {
  const chain = await ProxiedChain.start({ nodeVersion, sealers: 1, observers: 0, openDev: true, seed: "tools" });
  try {
    return await attempt({
      url: proxied ? chain.proxy.url : (chain.chain.web3Url ?? ""),
      key: chain.chain.accounts[0]?.privateKey ?? "0x",
      mine: (count) => ask(chain.chain.url, "dev_mine", ["group0", count]),
    });
  } finally {
    await chain.close();
  }
}

/** Tries something with a chain for each place, all at once; in the order of the table's columns. */
export const atEachPlace = <T>(attempt: (use: ToolUse) => Promise<T>): Promise<T[]> =>
  Promise.all(releases.flatMap((release) => [false, true].map((proxied) => atPlace(release, proxied, attempt))));
