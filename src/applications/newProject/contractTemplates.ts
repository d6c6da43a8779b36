import beaconAccounts from "../../../media/contracts/BeaconAccounts.sol";
import collectible from "../../../media/contracts/Collectible.sol";
import escrow from "../../../media/contracts/Escrow.sol";
import greeting from "../../../media/contracts/Greeting.sol";
import keyValueStore from "../../../media/contracts/KeyValueStore.sol";
import roleRegistry from "../../../media/contracts/RoleRegistry.sol";
import tableAsset from "../../../media/contracts/TableAsset.sol";
import token from "../../../media/contracts/Token.sol";
import upgradeableToken from "../../../media/contracts/UpgradeableToken.sol";
import versionedPrice from "../../../media/contracts/VersionedPrice.sol";
import beaconAccountsTest from "../../../media/contractTests/BeaconAccounts.t.sol";
import collectibleTest from "../../../media/contractTests/Collectible.t.sol";
import escrowTest from "../../../media/contractTests/Escrow.t.sol";
import greetingTest from "../../../media/contractTests/Greeting.t.sol";
import keyValueStoreTest from "../../../media/contractTests/KeyValueStore.t.sol";
import roleRegistryTest from "../../../media/contractTests/RoleRegistry.t.sol";
import tableAssetTest from "../../../media/contractTests/TableAsset.t.sol";
import tokenTest from "../../../media/contractTests/Token.t.sol";
import upgradeableTokenTest from "../../../media/contractTests/UpgradeableToken.t.sol";
import versionedPriceTest from "../../../media/contractTests/VersionedPrice.t.sol";

/** A contract to begin with, and its test. */
interface ContractTemplate {
  /** As on a command line: `key-value-store`. */
  readonly name: string;
  /** The contract that is named anew, and its file. */
  readonly contract: string;
  readonly source: string;
  readonly test: string;
  /** It imports OpenZeppelin, from npm. */
  readonly needsOpenZeppelin?: true;
  /** Its file has several contracts, which keep their names. */
  readonly keepsNames?: true;
}

export const contractTemplates: readonly ContractTemplate[] = [
  { name: "greeting", contract: "Greeting", source: greeting, test: greetingTest },
  { name: "table-asset", contract: "TableAsset", source: tableAsset, test: tableAssetTest },
  { name: "key-value-store", contract: "KeyValueStore", source: keyValueStore, test: keyValueStoreTest },
  { name: "role-registry", contract: "RoleRegistry", source: roleRegistry, test: roleRegistryTest },
  { name: "token", contract: "Token", source: token, test: tokenTest, needsOpenZeppelin: true },
  { name: "collectible", contract: "Collectible", source: collectible, test: collectibleTest, needsOpenZeppelin: true },
  {
    name: "upgradeable-token",
    contract: "UpgradeableToken",
    source: upgradeableToken,
    test: upgradeableTokenTest,
    needsOpenZeppelin: true,
  },
  { name: "escrow", contract: "Escrow", source: escrow, test: escrowTest, needsOpenZeppelin: true },
  {
    name: "beacon-accounts",
    contract: "BeaconAccounts",
    source: beaconAccounts,
    test: beaconAccountsTest,
    needsOpenZeppelin: true,
  },
  {
    name: "versioned-price",
    contract: "VersionedPrice",
    source: versionedPrice,
    test: versionedPriceTest,
    keepsNames: true,
  },
];

/** Where a project keeps contracts: Foundry's way, and Hardhat's. */
export type SourceFolder = "src" | "contracts";

/** A name that a contract of a template can have. */
export const isContractName = (name: string): boolean => /^[A-Z][A-Za-z0-9_]{0,60}$/.test(name);

/** A file of a project: its path below the project's folder, with `/`, and its text. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The files of a contract of a template under a name of its own: its source in `folder`, and its test in `test`, which imports that.
 * @param name one that `isContractName` accepts; that of the template where it keeps its names
 */
export function contractFiles(template: ContractTemplate, name: string, folder: SourceFolder): readonly ProjectFile[] {
  const { contract, source, test } = template;
  const names = new Map([
    [contract, name],
    [`${contract}Test`, `${name}Test`],
  ]);
  const named = (text: string): string =>
    text
      .split(/\b/)
      .map((word) => names.get(word) ?? word)
      .join("");
  const renamed = template.keepsNames ? source : source.replace(`contract ${contract} `, `contract ${name} `);
  return [
    { path: `${folder}/${name}.sol`, text: renamed },
    {
      path: `test/${name}.t.sol`,
      text: (template.keepsNames ? test : named(test)).replace(
        `"../src/${template.keepsNames ? contract : name}.sol"`,
        `"../${folder}/${name}.sol"`,
      ),
    },
  ];
}
