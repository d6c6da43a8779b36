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

/** Proxies of other standards and projects, which fronts know, too. */
export const otherProxies = [
  "SafeLike",
  "Eip897Like",
  "UnitrollerLike",
  "AppProxyLike",
  "FixedLike",
  "extension",
] as const;

type ProxyKind = (typeof shopProxies)[number] | (typeof otherProxies)[number];

const isOther = (kind: ProxyKind): kind is (typeof otherProxies)[number] =>
  (otherProxies as readonly string[]).includes(kind);

/** Which contract has the functions of a shop behind this kind: variables of other proxies lie in the first slots. */
export const shopBehind = (kind: ProxyKind) => (isOther(kind) ? "Kinds.sol:Shelf" : "Shop.sol:Shop");

/** What a proxy of this kind is found to be. */
export function foundKind(kind: ProxyKind): string {
  if (!isOther(kind)) return kind.split(" ")[0] ?? "";
  return { FixedLike: "clone", extension: "erc1967" }[kind as string] ?? "other";
}

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
  for (const file of ["Shop.sol", "OldShop.sol", "Kinds.sol"])
    copyFileSync(resolve("test/fixtures/proxies", file), join(folder, "contracts", file));
}

/** Deploys a proxy of this kind, in front of the contract. */
export async function deployShopProxy(kind: ProxyKind, { suite, shop, deploy, send }: ShopChain): Promise<Address> {
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
    case "AppProxyLike": {
      const [apps, id] = [await deploy("Kinds.sol:AppsLike"), `0x${"5".repeat(64)}`];
      await send(apps, "set", id, shop);
      return deploy("Kinds.sol:AppProxyLike", apps, id);
    }
    case "SafeLike":
    case "Eip897Like":
    case "UnitrollerLike":
    case "FixedLike":
      return deploy(`Kinds.sol:${kind}`, shop);
    case "extension":
      return deploy("Shop.sol:Plain", await deploy("Kinds.sol:ExtendedShelf", shop));
    case "diamond": {
      const selectors = ["put(uint256)", "stock()"].map((each) => selectorOf(cryptoSuite(suite), each));
      return deploy("Shop.sol:Diamond", shop, JSON.stringify(selectors));
    }
  }
}
