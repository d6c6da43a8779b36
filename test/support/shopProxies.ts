// One contract behind each usual kind of proxy, for tests of what each front knows of it.
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { selectorOf } from "../../src/chain/abi/selector";
import type { Address } from "../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../src/crypto/suites";

export const shopProxies = [
  "uups",
  "transparent",
  "transparent of OpenZeppelin 4",
  "beacon",
  "clone",
  "diamond",
] as const;

/** How a test deploys and sends: by the names and words of the command line. */
interface ShopChain {
  readonly suite: Parameters<typeof cryptoSuite>[0];
  /** The contract behind. */
  readonly shop: Address;
  deploy(target: string, ...args: string[]): Promise<Address>;
  /** The result as JSON, with its events. */
  send(contract: Address, ...args: string[]): Promise<Readonly<Record<string, unknown>>>;
}

/** A project with the contract and its proxies in `contracts`, and only what these import of libraries: windows look through all files. */
export function writeShop(folder: string): void {
  mkdirSync(join(folder, "contracts"), { recursive: true });
  for (const library of ["@openzeppelin/contracts", "openzeppelin-contracts-4"])
    for (const part of ["access", "interfaces", "proxy", "utils"]) {
      const within = join("node_modules", library, part);
      cpSync(within, join(folder, within), { recursive: true, dereference: true });
    }
  writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
  for (const file of ["Shop.sol", "OldShop.sol"])
    copyFileSync(resolve("test/fixtures/proxies", file), join(folder, "contracts", file));
}

/** Deploys a proxy of this kind, in front of the contract. */
export async function deployShopProxy(
  kind: (typeof shopProxies)[number],
  { suite, shop, deploy, send }: ShopChain,
): Promise<Address> {
  const owner = `0x${"7".repeat(40)}`;
  switch (kind) {
    case "uups":
      return deploy("Shop.sol:Plain", shop);
    case "transparent":
      return deploy("Shop.sol:Transparent", shop, owner);
    case "transparent of OpenZeppelin 4":
      return deploy("OldShop.sol:OldTransparent", shop, owner);
    case "beacon":
      return deploy("Shop.sol:Behind", await deploy("Shop.sol:Beacon", shop, owner));
    case "clone": {
      const made = await send(await deploy("Shop.sol:Cloner"), "make", shop);
      const [event] = made["events"] as { event: { arguments: { value: Address }[] } }[];
      return event?.event.arguments[0]?.value as Address;
    }
    case "diamond": {
      const selectors = ["put(uint256)", "stock()"].map((each) => selectorOf(cryptoSuite(suite), each));
      return deploy("Shop.sol:Diamond", shop, JSON.stringify(selectors));
    }
  }
}
